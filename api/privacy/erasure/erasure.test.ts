import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { aPerson, NORTH, SOUTH } from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();

const ask = (person: TestClient) => person.post<'POST /api/erasurerequest'>('/api/erasurerequest');
const see = async (person: TestClient) =>
  (await person.get<'GET /api/erasurerequest'>('/api/erasurerequest')).body.erasureRequest;
const withdraw = (person: TestClient) => person.delete<'DELETE /api/erasurerequest'>('/api/erasurerequest');
const mailsAbout = async ({ customerId }: TestClient) =>
  (
    await sql<{ recipient: string; data: object }>`select recipient, data from mail_outbox
      where template = 'erasure-requested' and dedupe_key like ${`erasure-requested:${customerId}:%`} order by recipient`.execute(
      portal.db,
    )
  ).rows;
const trailOf = async (person: TestClient) =>
  (
    await sql<{
      action: string;
    }>`select action from audit_event where actor_id = ${person.customerId} and action like 'erasure.%' order by id`.execute(
      portal.db,
    )
  ).rows.map(({ action }) => action);

describe('requesting erasure', () => {
  it('is stored, visible, and not duplicated by a second request', async () => {
    const person = await portal.as((await aPerson(portal.db, { role: 'Staff' })).email);
    expect(await see(person)).toBeNull();

    const { status, body } = await ask(person);

    expect([status, body.erasureRequest]).toEqual([200, { id: expect.any(Number), createdOnUtc: expect.stringMatching(/Z$/) }]);
    expect((await ask(person)).body).toEqual(body);
    expect(await see(person)).toEqual(body.erasureRequest);
    expect(await trailOf(person)).toEqual(['erasure.requested']);
  });

  it('creates one request when sent twice concurrently', async () => {
    const person = await portal.as((await aPerson(portal.db, { role: 'Staff' })).email);

    const answers = await Promise.all([ask(person), ask(person), ask(person)]);

    expect(new Set(answers.map(({ body }) => body.erasureRequest.id)).size).toBe(1);
  });

  it('informs the administrators of the person’s groups and of the whole organisation, and no one else', async () => {
    const role = 'Admin' as const;
    const [north, south, whole, closed] = [
      await aPerson(portal.db, { role, adminableGroupIds: [NORTH.groupId], firstName: 'Nora' }),
      await aPerson(portal.db, { role, adminableGroupIds: [SOUTH.groupId] }),
      await aPerson(portal.db, { role, firstName: 'Wim' }),
      await aPerson(portal.db, { role, active: false }),
    ];
    const person = await portal.as((await aPerson(portal.db, { role: 'Staff', firstName: 'Ann' })).email);

    await ask(person);

    const mails = await mailsAbout(person);
    const recipients = mails.map(({ recipient }) => recipient);
    expect(recipients).toEqual(expect.arrayContaining([north.email, whole.email, 'admin@meridian.example']));
    expect(recipients.filter((email) => [south.email, closed.email, 'admin@hallam.example'].includes(email))).toEqual([]);
    expect(mails.find(({ recipient }) => recipient === north.email)?.data).toEqual({
      firstName: 'Nora',
      organisationName: 'Meridian Resorts',
      personName: 'Ann Forthetest',
      customerId: person.customerId,
    });
    await ask(person);
    expect(await mailsAbout(person)).toHaveLength(mails.length);
  });

  it('does not mail the person themselves, unless there is no other administrator', async () => {
    const admin = await aPerson(portal.db, { role: 'Admin', organisationId: 3, groupIds: [], resortId: null });
    const asking = await portal.as(admin.email);
    await ask(asking);
    expect((await mailsAbout(asking)).map(({ recipient }) => recipient)).not.toContain(admin.email);
    await withdraw(asking);

    await sql`update customer set active = false where organisation_id = 3 and id <> ${admin.id}`.execute(portal.db);
    await ask(asking);
    expect((await mailsAbout(asking)).map(({ recipient }) => recipient)).toContain(admin.email);
  });

  it('can be withdrawn and requested again', async () => {
    const person = await portal.as((await aPerson(portal.db, { role: 'Staff' })).email);
    const first = (await ask(person)).body.erasureRequest;

    expect((await withdraw(person)).status).toBe(200);

    expect(await see(person)).toBeNull();
    const { status, errors } = await withdraw(person);
    expect([status, errors]).toEqual([404, { erasureRequest: ['Erasure request not found.'] }]);
    expect((await ask(person)).body.erasureRequest.id).not.toBe(first.id);
    expect(await trailOf(person)).toEqual(['erasure.requested', 'erasure.withdrawn', 'erasure.requested']);
  });

  it('mails each administrator once a day, however often it is withdrawn and repeated', async () => {
    const person = await portal.as((await aPerson(portal.db, { role: 'Staff' })).email);
    await ask(person);
    const mailed = (await mailsAbout(person)).length;
    expect(mailed).toBeGreaterThan(0);

    for (let round = 0; round < 3; round += 1) {
      await withdraw(person);
      await ask(person);
    }
    expect(await mailsAbout(person)).toHaveLength(mailed);

    // A day later they are mailed again.
    await sql`update mail_outbox set dedupe_key = dedupe_key || ' yesterday' where dedupe_key like ${`erasure-requested:${person.customerId}:%`}`.execute(
      portal.db,
    );
    await withdraw(person);
    await ask(person);
    expect(await mailsAbout(person)).toHaveLength(2 * mailed);
  });

  it('is only possible for oneself', async () => {
    const [one, other] = [
      await portal.as((await aPerson(portal.db, { role: 'Staff' })).email),
      await portal.as((await aPerson(portal.db, { role: 'Admin' })).email),
    ];
    await ask(one);

    expect(await see(other)).toBeNull();
    expect((await withdraw(other)).status).toBe(404);
    expect(await see(one)).not.toBeNull();
    expect((await portal.anonymous().get('/api/erasurerequest')).status).toBe(401);
  });
});
