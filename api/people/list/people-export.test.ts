import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aPerson } from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
let admin: TestClient;
beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
});

const PATH = '/api/customers/exportToExcel';

/** The sheet as another program reads it. */
async function workbook(person: TestClient, query = '') {
  const response = await portal.app.inject({ url: `${PATH}${query}`, headers: person.headers });
  expect(response.statusCode).toBe(200);
  const [sheet] = (await readXlsx(response.rawPayload)).sheets;
  return { headers: response.headers, rows: sheet?.rows ?? [] };
}
const total = async (person: TestClient, query: string) =>
  (await person.get<'GET /api/customers'>(`/api/customers${query}`)).body.totalCount;

describe('the export of people', () => {
  it('is a workbook named by the date, with one row for each person of the list', async () => {
    const { headers, rows } = await workbook(admin);
    expect(headers['x-filename']).toMatch(/^customers-\d{8}\.xlsx$/);
    expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    expect(rows[0]?.slice(0, 3)).toEqual(['Last name', 'First name', 'Email']);
    expect(rows.length - 1).toBe(await total(admin, ''));
  });

  it('has exactly the people of the list with the same filters, in the same order', async () => {
    for (const query of [
      '?orderingStatusId=10',
      '?resortId=2&orderingBodiMeStatusId=10',
      '?query=anderson',
      '?collectionId=12',
      '?order=email%20desc&seasonId=2',
      '?order=startedWithoutUniform%20desc',
      '?order=startedWithoutUniform%20desc&resortId=3',
    ]) {
      const { rows } = await workbook(admin, query);
      const list = (await admin.get<'GET /api/customers'>(`/api/customers${query}&limit=250`)).body;
      expect([query, rows.length - 1]).toEqual([query, list.totalCount]);
      expect(rows.slice(1, 251).map((row) => row[2])).toEqual(list.customers.map(({ email }) => email));
      expect(list.totalCount).toBeGreaterThan(0);
    }
  });

  it('stores text as text, with an apostrophe where it looks like a formula, and dates as dates', async () => {
    const { id } = await aPerson(portal.db, { firstName: '=1+1' });
    const dangerous = ['=cmd|calc!A1', '+44 1632', '-1', '@sum', '\t=tab', '007', '<b>&"', 'Ærøskøbing \u0001 日本'];
    for (const [index, text] of dangerous.entries()) {
      const person = await aPerson(portal.db, { firstName: 'Dangerous' });
      await sql`update customer set employee_number = ${text}, last_name = ${`Row${index}`}, starts_on = '2026-03-31', weekly_hours = 20.5 where id = ${person.id}`.execute(
        portal.db,
      );
    }
    const { rows } = await workbook(admin, '?query=dangerous&fields=lastName,employeeNumber,startDateUtc,weeklyHours');
    expect(rows[0]).toEqual(['Last name', 'Employee number', 'First day of work', 'Weekly hours']);
    expect(rows.slice(1).map((row) => row[1])).toEqual([
      "'=cmd|calc!A1",
      "'+44 1632",
      "'-1",
      "'@sum",
      "'\t=tab",
      '007',
      '<b>&"',
      'Ærøskøbing  日本',
    ]);
    expect(rows[1]?.slice(2)).toEqual([new Date('2026-03-31T00:00:00Z'), 20.5]);
    const { rows: named } = await workbook(admin, `?query=${encodeURIComponent('=1+1')}`);
    expect(named[1]?.[1]).toBe("'=1+1");
    expect(id).toBeGreaterThan(0);
  });

  it('is available to Admins only, contains only their people, and records an audit event', async () => {
    const north = await portal.as('north.admin@meridian.example');
    const { rows } = await workbook(north);
    expect(rows.length - 1).toBe(await total(north, ''));
    expect(rows.length).toBeLessThan(200);
    for (const mail of ['buyer@meridian.example', 'sales@meridian.example', 'staff@meridian.example'])
      expect((await (await portal.as(mail)).get(PATH)).status).toBe(403);
    expect((await portal.anonymous().get(PATH)).status).toBe(401);
    expect((await admin.get(`${PATH}?order=password`)).errors).toEqual({ order: ['People cannot be sorted by this.'] });
    const auditEvents = await sql<{ after: object }>`
      select after from audit_event where action = 'people.exported' and actor_id = ${north.customerId}`.execute(portal.db);
    expect(auditEvents.rows).toEqual([{ after: { people: rows.length - 1 } }]);
  });
});
