import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aPerson, aWardrobe, SOUTH } from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { useMailJobs, usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
const mailJobs = useMailJobs(portal);
let admin: TestClient;
let north: TestClient;
beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
  north = await portal.as('north.admin@meridian.example');
});

const run = (statement: ReturnType<typeof sql>) => statement.execute(portal.db);
const invite = (who: TestClient, id: number) => who.get<'GET /api/sendemailinvite/:id'>(`/api/sendemailinvite/${id}`);
const inviteMany = (who: TestClient, body: object) => who.post<'POST /api/invitations'>('/api/invitations', body);
/** Moves the times of a person's emails into the past. */
const shiftToPast = (id: number, by: string) =>
  run(
    sql`update invitation set requested_at = requested_at - ${by}::interval, sent_at = sent_at - ${by}::interval where customer_id = ${id}`,
  );

describe('an email in the queue', () => {
  it('is not sent when it no longer concerns the person', async () => {
    const invited = await aPerson(portal.db);
    const [optedOut, closed, linked] = [
      await aPerson(portal.db, { passwordHash: 'x' }),
      await aPerson(portal.db, { passwordHash: 'x' }),
      await aPerson(portal.db),
    ];
    // Only people who still have something to order are reminded.
    for (const { id } of [optedOut, closed]) await aWardrobe(portal.db, id, []);
    const enqueue = async (action: string, ...people: { id: number }[]) => {
      const customerIds = people.map(({ id }) => id);
      const { body } = await admin.post<'POST /api/customers/bulkedits'>('/api/customers/bulkedits', { action, customerIds });
      return body.bulkEdit.changed;
    };
    expect([
      await enqueue('invite', invited),
      await enqueue('remind', optedOut, closed),
      await enqueue('sendOptOutLink', linked),
    ]).toEqual([1, 2, 1]);
    await run(sql`update customer set password_hash = 'x' where id = ${invited.id}`);
    await run(sql`update customer set wardrobe_opt_out_at = now() where id in (${optedOut.id}, ${linked.id})`);
    await run(sql`update customer set active = false where id = ${closed.id}`);

    await mailJobs.runInvitationJobs();
    for (const { email } of [invited, optedOut, closed, linked]) expect(await mailJobs.listMails(email)).toEqual([]);
  });
});

describe('a reminder to order', () => {
  const remind = (who: TestClient, id: number) => who.post<'POST /api/sendorderreminder/:id'>(`/api/sendorderreminder/${id}`);
  const aPersonWithPassword = (overrides: Parameters<typeof aPerson>[1] = {}) =>
    aPerson(portal.db, { role: 'Staff', passwordHash: 'x', ...overrides });
  const anActivePerson = async (overrides: Parameters<typeof aPerson>[1] = {}) => {
    const person = await aPersonWithPassword(overrides);
    await aWardrobe(portal.db, person.id, []);
    return person;
  };

  it('is a mail of its own with the opt-out link, at most one a day', async () => {
    const { id, email } = await anActivePerson();

    expect((await remind(admin, id)).body).toEqual({ success: true, msg: null });
    expect((await remind(admin, id)).body).toEqual({
      success: true,
      msg: expect.stringMatching(/^A reminder was already sent at \d\d:\d\d\. No second one was sent\.$/),
    });
    expect(await mailJobs.listMails(email)).toEqual([
      expect.objectContaining({
        template: 'order-reminder',
        data: { firstName: 'Made', organisationName: 'Meridian Resorts' },
        secrets: { optOutGuid: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      }),
    ]);
    const { body } = await admin.get<'GET /api/customers/:id/history'>(`/api/customers/${id}/history`);
    expect(body.history[0]?.what).toBe('Sent a reminder to order');

    await shiftToPast(id, '24 hours');
    expect((await remind(admin, id)).body).toEqual({ success: true, msg: null });
    expect(await mailJobs.listMails(email)).toHaveLength(2);
  });

  it('does not carry the opt-out link where the organisation does not let people opt out', async () => {
    const { id, email } = await anActivePerson();
    const uninvited = await aPerson(portal.db);
    await run(sql`update organisation set allow_opt_out = false where id = 1`);
    try {
      await remind(admin, id);
      await invite(admin, uninvited.id);
    } finally {
      await run(sql`update organisation set allow_opt_out = true where id = 1`);
    }
    const [[reminder], [invitation]] = [await mailJobs.listMails(email), await mailJobs.listMails(uninvited.email)];
    expect([reminder?.secrets, invitation?.secrets]).toEqual([
      {},
      expect.not.objectContaining({ optOutGuid: expect.anything() }),
    ]);
  });

  it('is refused with the reason for everyone whom it does not concern', async () => {
    const withoutPassword = await aPerson(portal.db);
    const closed = await anActivePerson({ active: false });
    const [out, left] = [await anActivePerson(), await anActivePerson()];
    await run(sql`update customer set wardrobe_opt_out_at = now() where id = ${out.id}`);
    await run(sql`update customer set ends_on = current_date - 2 where id = ${left.id}`);
    const south = await anActivePerson({ groupIds: [SOUTH.groupId] });
    const [withoutWardrobe, tooLate, early] = [
      await aPersonWithPassword(),
      await aPersonWithPassword(),
      await aPersonWithPassword(),
    ];
    await aWardrobe(portal.db, tooLate.id, [], { closesOn: '2026-01-01' });
    await aWardrobe(portal.db, early.id, [], { opensOn: '2039-01-01' });
    const complete = await anActivePerson();
    await run(sql`insert into uniform_status (organisation_id, season_id, customer_id, group_ids, pieces_due, pieces_fulfilled, pieces_ordered,
        open_choices, ordering_status)
      select 1, id, ${complete.id}, '{}', 3, 3, 3, 0, 30 from season where organisation_id = 1 and is_current
      on conflict (organisation_id, season_id, customer_id) do update set ordering_status = 30`);

    const reasonFor = async (id: number) => (await remind(admin, id)).errors?.customer;
    expect([
      await reasonFor(withoutPassword.id),
      await reasonFor(closed.id),
      await reasonFor(out.id),
      await reasonFor(left.id),
      await reasonFor(withoutWardrobe.id),
      await reasonFor(tooLate.id),
      await reasonFor(early.id),
      await reasonFor(complete.id),
    ]).toEqual([
      ['Has not set a password yet. Send an invitation instead.'],
      ['The account is closed.'],
      ['Has opted out of a uniform.'],
      ['Has left.'],
      ['Has no wardrobe to order from.'],
      ['Cannot order now: the ordering window is closed.'],
      ['Cannot order now: the ordering window is closed.'],
      ['Has ordered the whole uniform.'],
    ]);
    expect((await remind(north, south.id)).status).toBe(404);
    expect((await remind(await portal.as('sales@meridian.example'), south.id)).status).toBe(403);
  });

  it('is previewed and sent in bulk, and each preview says what sending then does', async () => {
    const people = [await anActivePerson({ firstName: 'Ann' }), await aPerson(portal.db, { firstName: 'Ben' })];
    const customerIds = people.map(({ id }) => id);
    const preview = async (action: string) =>
      (await admin.post<'POST /api/customers/bulkedits/preview'>('/api/customers/bulkedits/preview', { action, customerIds }))
        .body;
    const person = (index: number, name: string) => [{ id: people[index]?.id, name: `${name} Forthetest` }];

    expect(await preview('remind')).toEqual({
      queued: 1,
      skipped: [
        {
          reason: 'NoPassword',
          msg: 'Has not set a password yet. Send an invitation instead.',
          count: 1,
          people: person(1, 'Ben'),
        },
      ],
    });
    expect(await preview('invite')).toEqual({
      queued: 1,
      skipped: [{ reason: 'AlreadyActive', msg: 'Already has a password.', count: 1, people: person(0, 'Ann') }],
    });
    expect(await preview('sendOptOutLink')).toEqual({ queued: 2, skipped: [] });
    expect((await inviteMany(admin, { customerIds, preview: true })).body).toEqual(await preview('invite'));

    const { body } = await admin.post<'POST /api/customers/bulkedits'>('/api/customers/bulkedits', {
      action: 'remind',
      customerIds,
    });
    expect(body.bulkEdit).toMatchObject({ description: 'Reminded 2 people', changed: 1, refused: 1 });
    await mailJobs.runInvitationJobs();
    const templates = await Promise.all(
      people.map(async ({ email }) => (await mailJobs.listMails(email)).map(({ template }) => template)),
    );
    expect(templates).toEqual([['order-reminder'], []]);
    expect((await preview('remind')).queued).toBe(0);
  });

  it('previews everyone who matches the filters of the list', async () => {
    await anActivePerson({ firstName: 'Qvist' });
    await aPerson(portal.db, { firstName: 'Qvist' });
    const { body } = await admin.post<'POST /api/customers/bulkedits/preview'>('/api/customers/bulkedits/preview?query=qvist', {
      action: 'invite',
      allMatching: true,
    });
    expect([body.queued, body.skipped.map(({ reason, count }) => [reason, count])]).toEqual([1, [['AlreadyActive', 1]]]);
  });

  it('is offered on the page of a person together with the reasons against the others', async () => {
    const blockersOf = async (id: number) =>
      (await admin.get<'GET /api/customers/:id/invitationblockers'>(`/api/customers/${id}/invitationblockers`)).body;
    const active = await anActivePerson();
    const uninvited = await aPerson(portal.db);
    expect(await blockersOf(active.id)).toEqual({ invitation: 'Already has a password.', reminder: null, optOutLink: null });
    await invite(admin, uninvited.id);
    expect(await blockersOf(uninvited.id)).toEqual({
      invitation: 'An invitation was sent less than 10 minutes ago.',
      reminder: 'Has not set a password yet. Send an invitation instead.',
      optOutLink: null,
    });
    const hallam = await aPerson(portal.db, { organisationId: 2, groupIds: [], resortId: null });
    expect((await admin.get(`/api/customers/${hallam.id}/invitationblockers`)).status).toBe(404);
  });
});
