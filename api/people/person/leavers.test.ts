import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertSession } from '#api/identity/sessions/access.queries.ts';
import { newToken } from '#api/identity/sessions/tokens.ts';
import { aPerson } from '#api/testing/builders.ts';
import { findPersonRecord, usePeopleImports } from '#api/testing/people-import-harness.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { closeLeaverAccounts } from './leavers.queries.ts';

const portal = usePortal();
const imports = usePeopleImports(portal);
let admin: TestClient;
let leaver: { id: number; email: string };
beforeAll(async () => {
  admin = await portal.as((await aPerson(portal.db, { role: 'Admin', groupIds: [] })).email);
});
beforeEach(async () => {
  await setOrganisation('Europe/London', 30);
  leaver = await aPerson(portal.db, { role: 'Staff' });
});

const run = (statement: ReturnType<typeof sql>) => statement.execute(portal.db);
const setOrganisation = (timeZone: string, days: number) =>
  run(sql`update organisation set time_zone = ${timeZone}, leaver_access_days = ${days} where id = 1`);
/** Sets the last day of work, so many days before today in a time zone. */
const setLastDay = (days: number, timeZone = 'Europe/London', { id } = leaver) =>
  run(sql`update customer set ends_on = (now() at time zone ${timeZone})::date - ${days}::int where id = ${id}`);
const isOpen = async ({ id } = leaver) =>
  (await sql<{ active: boolean }>`select active from customer where id = ${id}`.execute(portal.db)).rows[0]?.active;
const put = (customer: object) => admin.put<'PUT /api/customers/:id'>(`/api/customers/${leaver.id}`, { customer });

describe('someone who has left', () => {
  it('can log in for the days that the organisation allows, then the account closes', async () => {
    await setLastDay(30);
    const own = await portal.as(leaver.email);
    await closeLeaverAccounts(portal.db);
    expect([await isOpen(), (await own.get('/api/customerprofile')).status]).toEqual([true, 200]);

    await setLastDay(31);
    expect(await closeLeaverAccounts(portal.db)).toBe(1);
    await portal.settled();

    expect([await isOpen(), (await own.get('/api/customerprofile')).status]).toEqual([false, 401]);
    const { body } = await admin.get<'GET /api/customers/:id/history'>(`/api/customers/${leaver.id}/history`);
    expect(body.history[0]).toMatchObject({ by: null, changes: [{ field: 'Account open', before: 'yes', after: 'no' }] });
    expect(await closeLeaverAccounts(portal.db)).toBe(0);
  });

  it('cannot log in after those days, even before the account is closed', async () => {
    const [access, refresh] = [newToken(), newToken()];
    const logIn = () =>
      insertSession(portal.db, {
        customerId: leaver.id,
        organisationId: 1,
        brandId: 1,
        accessHash: access.hash,
        refreshHash: refresh.hash,
        accessSeconds: 60,
        lifeSeconds: 60,
        userAgent: null,
        rehashedPassword: null,
      });
    await setLastDay(31);
    expect([await isOpen(), await logIn()]).toEqual([true, false]);

    await setLastDay(30);
    expect(await logIn()).toBe(true);
  });

  it.each([0, 90])('keeps access as long as the organisation says: %s days', async (days) => {
    await setOrganisation('Europe/London', days);
    await setLastDay(days);
    await closeLeaverAccounts(portal.db);
    expect(await isOpen()).toBe(true);
    await setLastDay(days + 1);
    await closeLeaverAccounts(portal.db);
    expect(await isOpen()).toBe(false);
  });

  it('loses access when the day ends in the time zone of the organisation', async () => {
    // It is at least one day later in Kiritimati than in Pago Pago, always.
    await setLastDay(31, 'Pacific/Kiritimati');
    await setOrganisation('Pacific/Pago_Pago', 30);
    await closeLeaverAccounts(portal.db);
    expect(await isOpen()).toBe(true);
    await setOrganisation('Pacific/Kiritimati', 30);
    await closeLeaverAccounts(portal.db);
    expect(await isOpen()).toBe(false);
  });

  it('gets an open account again with another last day of work only', async () => {
    await setLastDay(31);
    await closeLeaverAccounts(portal.db);

    expect((await put({ active: true })).errors.active?.[0]).toMatch(/^This person has left/);
    const { body } = await admin.post<'POST /api/customers/bulkedits'>('/api/customers/bulkedits', {
      action: 'open',
      customerIds: [leaver.id],
    });
    expect(body.bulkEdit.refusals[0]?.reason).toMatch(/^This person has left/);
    expect((await put({ active: true, endDateUtc: null })).status).toBe(200);
    await closeLeaverAccounts(portal.db);
    expect(await isOpen()).toBe(true);
  });

  it('stays closed while a file that lists everyone still lists them', async () => {
    await setLastDay(31);
    await closeLeaverAccounts(portal.db);
    const everyone = await sql<{ email: string }>`
      select email from customer where organisation_id = 1 and deleted_at is null and (active or id = ${leaver.id})`.execute(
      portal.db,
    );
    const file = (more = '') =>
      ['Email,Last day of work', ...everyone.rows.map(({ email }) => `${email},${email === leaver.email ? more : ''}`)].join(
        '\n',
      );

    const { counts } = await imports.preview(admin, file(), { deactivateMissing: true });
    expect(counts).toMatchObject({ change: 0, refuse: 0 });
    await imports.run(admin, file('2199-12-31'), { deactivateMissing: true });
    expect(await findPersonRecord(portal, 'email', leaver.email)).toMatchObject({ active: true });
  });
});
