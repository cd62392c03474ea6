import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { aPerson } from '#api/testing/builders.ts';
import { bulkEditCalls } from '#api/testing/bulk-edit-client.ts';
import { usePeopleImports } from '#api/testing/people-import-harness.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { aCostCentre } from '#api/testing/questions.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
const imports = usePeopleImports(portal);
let admin: TestClient;
let hallam: TestClient;
/** Cost centres of Meridian. */
let north: number;
let south: number;
let closed: number;
beforeAll(async () => {
  [admin, hallam] = [await portal.as('admin@meridian.example'), await portal.as('admin@hallam.example')];
  north = await aCostCentre(portal.db, { code: 'CC-10' });
  south = await aCostCentre(portal.db, { code: 'CC-20', name: 'Track south' });
  closed = await aCostCentre(portal.db, { code: 'CC-99', name: 'Former depot' });
  await sql`update cost_centre set active = false where id = ${closed}`.execute(portal.db);
});

const centreOf = async (employeeNumber: string) =>
  (
    await sql<{ id: number; cost_centre_id: number | null }>`
      select id, cost_centre_id from customer where organisation_id = 1 and employee_number = ${employeeNumber}`.execute(
      portal.db,
    )
  ).rows[0];
const sheetsOf = async (person: TestClient, url: string) =>
  (await readXlsx((await portal.app.inject({ url, headers: person.headers })).rawPayload)).sheets;
const headingsOf = async (person: TestClient, url: string) => (await sheetsOf(person, url))[0]?.rows[0] ?? [];

const HEAD = 'Employee number,Email,First name,Last name,Group,Cost centre';
const line = (number: string, centre: string) => `${number},${number}@made.example,Ann,${number},North,${centre}`;

it('sets the cost centre of people by its code, names unknown and closed ones by line, and is undone', async () => {
  const first = await imports.run(admin, [HEAD, line('cc-a', 'cc-10'), line('cc-b', 'CC-20 Track south')].join('\n'));
  expect(first.rows.map(({ changes }) => changes.find(({ field }) => field === 'Cost centre')?.after)).toEqual([
    'CC-10 Track north',
    'CC-20 Track south',
  ]);
  expect([await centreOf('cc-a'), await centreOf('cc-b')]).toMatchObject([{ cost_centre_id: north }, { cost_centre_id: south }]);

  const content = [HEAD, line('cc-a', 'CC-20'), line('cc-b', 'CC-77'), line('cc-c', 'CC-99'), line('cc-d', '-')].join('\n');
  const { done, rows } = await imports.run(admin, content);
  expect(rows.map(({ line: at, outcome, reasons }) => [at, outcome, reasons])).toEqual([
    [2, 'change', []],
    [3, 'unchanged', ['There is no cost centre “CC-77”. This was not imported.']],
    [4, 'create', ['The cost centre “CC-99” can’t be chosen at present. This was not imported.']],
    [5, 'create', []],
  ]);
  expect(await centreOf('cc-a')).toMatchObject({ cost_centre_id: south });
  expect([await centreOf('cc-b'), await centreOf('cc-c')]).toMatchObject([{ cost_centre_id: south }, { cost_centre_id: null }]);

  const { id } = (await centreOf('cc-a')) ?? { id: 0 };
  const history = await admin.get<'GET /api/customers/:id/history'>(`/api/customers/${id}/history`);
  expect(history.body.history[0]?.changes).toEqual([
    { field: 'Cost centre', before: 'CC-10 Track north', after: 'CC-20 Track south' },
  ]);
  await imports.undo(admin, done);
  expect(await centreOf('cc-a')).toMatchObject({ cost_centre_id: north });
});

it('is a column of the export and of the template where the organisation has cost centres, and of no other', async () => {
  const person = await aPerson(portal.db, { role: 'Staff' });
  await admin.put(`/api/customers/${person.id}`, { customer: { costCentreId: south } });
  const exported = (await sheetsOf(admin, `/api/customers/exportToExcel?query=${person.email}`))[0]?.rows ?? [];
  const at = exported[0]?.indexOf('Cost centre') ?? -1;
  expect(exported[1]?.[at]).toBe('CC-20');
  const [template, names] = await sheetsOf(admin, '/api/peopleimports/template');
  expect(template?.rows[0]).toContain('Cost centre');
  expect(names?.rows.flat()).toEqual(expect.arrayContaining(['CC-10', 'CC-20']));
  expect(names?.rows.flat()).not.toContain('CC-99');

  expect(await headingsOf(hallam, '/api/customers/exportToExcel')).not.toContain('Cost centre');
  expect(await headingsOf(hallam, '/api/peopleimports/template')).not.toContain('Cost centre');
  const suggested = (person: TestClient) => imports.upload(person, `${HEAD}\nx,x@made.example,X,X,North,CC-10`);
  expect((await suggested(hallam)).columns.at(-1)?.field).toBeNull();
  expect((await suggested(admin)).columns.at(-1)?.field).toBe('costCentreId');
});

it('is set for several people at once and undone, but not restored where it was withdrawn since', async () => {
  const people = [await aPerson(portal.db, { role: 'Staff' }), await aPerson(portal.db, { role: 'Staff' })];
  const ids = people.map(({ id }) => id);
  const move = (costCentreId: number) =>
    admin.post<'POST /api/customers/bulkedits'>('/api/customers/bulkedits', { action: 'move', customerIds: ids, costCentreId });
  const centres = async () =>
    (
      await sql<{ cost_centre_id: number | null }>`select cost_centre_id from customer where id = any (${ids}::bigint[])`.execute(
        portal.db,
      )
    ).rows.map(({ cost_centre_id: id }) => id);
  const foreign = await aCostCentre(portal.db, { organisationId: 2, code: 'CC-10' });
  try {
    expect((await move(foreign)).status).toBe(404);
  } finally {
    await sql`delete from cost_centre where id = ${foreign}`.execute(portal.db);
  }
  expect(await move(closed)).toMatchObject({
    status: 422,
    errors: { costCentreId: ['The cost centre CC-99 can’t be chosen at present. Please select another one.'] },
  });

  const first = await move(north);
  expect(first.body.bulkEdit).toMatchObject({ changed: 2, refused: 0 });
  const second = await move(south);
  expect(await centres()).toEqual([south, south]);
  await admin.delete(`/api/costcentres/${north}`);
  await bulkEditCalls.undo(admin, second.body.bulkEdit.id);
  expect(await centres()).toEqual([south, south]);
  await sql`update cost_centre set active = true where id = ${north}`.execute(portal.db);
});
