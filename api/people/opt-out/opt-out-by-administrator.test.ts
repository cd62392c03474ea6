import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { SOUTH } from '#api/testing/builders.ts';
import { useOptOutLinks } from '#api/testing/opt-out-links.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { listMailsTo } from '#api/testing/registrations.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
let admin: TestClient;
beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
});

const { optOut, stateOf, aLinkedPerson: aWearer } = useOptOutLinks(portal);

describe('an organisation that does not let people opt out', () => {
  it('refuses the link, also for someone who has already opted out, and its administrator can still opt people out', async () => {
    const [wearer, out] = [await aWearer(), await aWearer()];
    await optOut(out.guid);
    const allow = (isAllowed: boolean) =>
      sql`update organisation set allow_opt_out = ${isAllowed} where id = 1`.execute(portal.db);
    await allow(false);
    try {
      expect([(await optOut(wearer.guid)).body, (await optOut(out.guid)).body]).toEqual([{ success: false }, { success: false }]);
      expect((await stateOf(wearer.id)).out).toBeNull();
      expect(await admin.get(`/api/sendoptoutlink/${wearer.id}`)).toMatchObject({
        status: 409,
        errors: { customer: ['Your organisation does not let people opt out.'] },
      });
      await admin.put(`/api/customers/${wearer.id}`, { customer: { wardrobeOptOut: true } });
      expect((await stateOf(wearer.id)).out).not.toBeNull();
    } finally {
      await allow(true);
    }
    expect((await optOut(out.guid)).body).toEqual({ success: true });
  });
});

describe('an administrator', () => {
  const put = (client: TestClient, id: number, wardrobeOptOut: boolean | null) =>
    client.put<'PUT /api/customers/:id'>(`/api/customers/${id}`, { customer: { wardrobeOptOut } });

  it('opts a person out once, which is confirmed by mail, and undoes it', async () => {
    const wearer = await aWearer({ firstName: 'Una' });

    const first = await put(admin, wearer.id, true);
    const second = await put(admin, wearer.id, true);

    expect(first.body.customers[0]).toMatchObject({ wardrobeOptOut: true, wardrobeOptOutDateUtc: expect.any(String) });
    expect(second.body.customers[0]).toEqual(first.body.customers[0]);
    expect(await listMailsTo(portal.db, wearer.email)).toEqual([
      expect.objectContaining({
        template: 'opt-out-confirmed',
        data: { firstName: 'Una', organisationName: 'Meridian Resorts', byAdministrator: true },
      }),
    ]);
    expect((await optOut(wearer.guid)).body).toEqual({ success: true });
    const { body } = await admin.get<'GET /api/customers/:id/history'>(`/api/customers/${wearer.id}/history`);
    expect(body.history[0]?.changes).toEqual([{ field: 'Opted out of a uniform', before: 'no', after: 'yes' }]);

    expect((await put(admin, wearer.id, false)).body.customers[0]).toMatchObject({
      wardrobeOptOut: false,
      wardrobeOptOutDateUtc: null,
    });
    expect(await listMailsTo(portal.db, wearer.email)).toHaveLength(1);
  });

  it('undoes an opt-out made by a link, which then no longer confirms it', async () => {
    const wearer = await aWearer();
    await optOut(wearer.guid);
    await put(admin, wearer.id, false);
    expect((await optOut(wearer.guid)).body).toEqual({ success: false });
  });

  it('changes the uniform status with the opt-out, and restores it', async () => {
    const { rows } = await sql<{ id: number; status: number }>`
      select s.customer_id as id, s.ordering_status as status from uniform_status s join season on season.id = s.season_id and season.is_current
      where s.organisation_id = 1 and s.ordering_status = 20 limit 1`.execute(portal.db);
    const id = rows[0]?.id as number;
    expect((await put(admin, id, true)).body.customers[0]?.orderingStatusId).toBe(40);
    expect((await put(admin, id, false)).body.customers[0]?.orderingStatusId).toBe(20);
  });

  it('alone can do that: not the person, Sales, or an administrator of other groups', async () => {
    const wearer = await aWearer({ groupIds: [SOUTH.groupId] });
    const self = await portal.as(wearer.email);
    await put(self, wearer.id, true);
    expect((await put(await portal.as('sales@meridian.example'), wearer.id, true)).status).toBe(403);
    expect((await put(await portal.as('north.admin@meridian.example'), wearer.id, true)).status).toBe(404);
    expect((await stateOf(wearer.id)).out).toBeNull();
  });

  it('opts people out in bulk, tells each, and can undo it', async () => {
    const people = [await aWearer(), await aWearer()];
    const { body } = await admin.post<'POST /api/customers/bulkedits'>('/api/customers/bulkedits', {
      action: 'optOut',
      customerIds: people.map(({ id }) => id),
    });
    expect(body.bulkEdit).toMatchObject({ description: 'Opted out 2 people', changed: 2 });
    for (const { id, email } of people) {
      expect((await stateOf(id)).out).not.toBeNull();
      expect((await listMailsTo(portal.db, email)).map(({ template }) => template)).toEqual(['opt-out-confirmed']);
    }
    await admin.post(`/api/bulkedits/${body.bulkEdit.id}/undo`);
    for (const { id } of people) expect((await stateOf(id)).out).toBeNull();
    const again = await admin.post<'POST /api/customers/bulkedits'>('/api/customers/bulkedits', {
      action: 'undoOptOut',
      customerIds: people.map(({ id }) => id),
    });
    expect(again.body.bulkEdit).toMatchObject({ changed: 0, unchanged: 2 });
  });

  it('sends the opt-out link, at most once in ten minutes, and the link works', async () => {
    const wearer = await aWearer({ firstName: 'Una' });
    const send = () => admin.get<'GET /api/sendoptoutlink/:id'>(`/api/sendoptoutlink/${wearer.id}`);

    expect((await send()).body).toEqual({ success: true, msg: null });
    expect((await send()).body).toEqual({
      success: true,
      msg: expect.stringMatching(/^An opt-out link was already sent at \d\d:\d\d\. No second one was sent\.$/),
    });

    const [mail, ...more] = await listMailsTo(portal.db, wearer.email);
    expect([mail?.template, more]).toEqual(['opt-out-link', []]);
    expect(mail?.secrets).toEqual({ optOutGuid: wearer.guid });
    expect(JSON.stringify(mail?.data)).not.toContain(wearer.guid);
    expect((await optOut(wearer.guid)).body).toEqual({ success: true });
    expect(await send()).toMatchObject({ status: 409, errors: { customer: ['Has opted out of a uniform.'] } });
    const south = await aWearer({ groupIds: [SOUTH.groupId] });
    const north = await portal.as('north.admin@meridian.example');
    expect((await north.get(`/api/sendoptoutlink/${south.id}`)).status).toBe(404);
  });
});
