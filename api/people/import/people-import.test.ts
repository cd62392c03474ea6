import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aPerson, NORTH, SOUTH } from '#api/testing/builders.ts';
import { findPersonRecord, type PeopleImportRowReply, usePeopleImports } from '#api/testing/people-import-harness.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
const imports = usePeopleImports(portal);
let admin: TestClient;
let northAdmin: TestClient;
let hallam: TestClient;
let testNumber = 0;
/** A prefix that only the present test uses. */
let prefix: string;
beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
  northAdmin = await portal.as('north.admin@meridian.example');
  hallam = await portal.as('admin@hallam.example');
});
beforeEach(() => {
  testNumber += 1;
  prefix = `i${testNumber}`;
});

const HEAD = 'Employee number,Email,First name,Last name,Group,Destination,Departments,First day of work,Account';
const file = (...lines: string[]) => [HEAD, ...lines].join('\n');
const outcomesOf = (rows: readonly PeopleImportRowReply[]) => rows.map(({ outcome }) => outcome);
const run = (...statement: Parameters<typeof sql>) => sql(...statement).execute(portal.db);
const nameOf = async (table: string, id: number) =>
  (await sql<{ name: string }>`select name from ${sql.table(table)} where id = ${id}`.execute(portal.db)).rows[0]?.name ?? '';

describe('an import of people', () => {
  it('creates, changes, moves, closes and refuses, and shows for each row what changes or why not', async () => {
    const [north, south] = [await nameOf('resort', NORTH.resortId), await nameOf('resort', SOUTH.resortId)];
    const lines = (change = '', resort = north, open = 'open', start = '') =>
      ['A', 'B', 'C', 'D'].map(
        (letter) => `${prefix}${letter},${prefix}${letter}@made.example,Ann,${letter}${change},North,${resort},,${start},${open}`,
      );
    await imports.run(admin, file(...lines()));
    const [a = '', b = '', c = '', d = ''] = lines();
    const { done, rows } = await imports.run(
      admin,
      file(
        a,
        b.replace('Ann', 'Anna'),
        c.replace(north, south),
        d.replace('open', 'closed'),
        `${prefix}E,${prefix}e@made.example,Eve,New,North; South,${north},,3 Mar 2027,`,
        `${prefix}F,nobody,Fay,New,Nort,Nowhere,,31/31/2026,perhaps`,
        `${prefix}G,${prefix}g@made.example,,,North,,,,`,
      ),
    );
    expect(done.state).toBe('finished');
    expect(done.counts).toEqual({ create: 1, change: 1, move: 1, close: 1, unchanged: 1, refuse: 2 });
    expect(outcomesOf(rows)).toEqual(['unchanged', 'change', 'move', 'close', 'create', 'refuse', 'refuse']);
    expect(rows[1]?.changes).toEqual([{ field: 'First name', before: 'Ann', after: 'Anna' }]);
    expect(rows[2]?.changes).toEqual([{ field: 'Destination', before: north, after: south }]);
    expect(rows[3]?.changes).toEqual([{ field: 'Account open', before: 'yes', after: 'no' }]);
    expect(rows[5]).toMatchObject({
      line: 7,
      reasons: [
        expect.stringMatching(/email/i),
        'There is no group “Nort”. This was not imported.',
        'There is no destination “Nowhere”. This was not imported.',
        'The first day of work “31/31/2026” is not a date. This was not imported.',
        'The account “perhaps” is not known. Write open or closed. This was not imported.',
      ],
    });
    expect(rows[6]?.reasons).toEqual(['First name is required.', 'Last name is required.']);
    const eve = await findPersonRecord(portal, 'employee_number', `${prefix}E`);
    expect(eve).toMatchObject({
      email: `${prefix}e@made.example`,
      starts_on: '2027-03-03',
      groups: [1, 2],
      roles: [3, 34],
      active: true,
    });
    expect(eve?.seasons).toHaveLength(1);
    expect((await findPersonRecord(portal, 'employee_number', `${prefix}D`))?.active).toBe(false);
  });

  it('changes nothing when the same file is imported again', async () => {
    const content = file(
      `${prefix}A,${prefix}a@made.example,Ann,Ash,North; South,${await nameOf('resort', NORTH.resortId)},,2026-01-31,`,
      `,${prefix}b@made.example,Ben,Ash,North,,,,closed`,
    );
    await imports.run(admin, content);
    const before = await findPersonRecord(portal, 'employee_number', `${prefix}A`);
    const again = await imports.preview(admin, content);
    expect(again.counts).toEqual({ create: 0, change: 0, move: 0, unchanged: 2, close: 0, refuse: 0 });
    expect((await imports.requestRun(admin, again.id)).errors).toEqual({
      peopleImport: ['There is nothing to import: no row creates or changes anyone.'],
    });
    expect(await findPersonRecord(portal, 'employee_number', `${prefix}A`)).toEqual(before);
  });

  it('changes no one when the file is the export of the list of people', async () => {
    const exported = await portal.app.inject({ method: 'GET', url: '/api/customers/exportToExcel', headers: admin.headers });
    const { counts, rows, id } = await imports.preview(admin, exported.rawPayload, { clearEmpty: true, deactivateMissing: true });
    const other = (await imports.rows(admin, id)).filter(({ outcome }) => outcome !== 'unchanged');
    expect(other).toEqual([]);
    expect(counts.unchanged).toBe(rows);
  });

  it('finds people by employee number without leading zeros, otherwise by email address', async () => {
    await imports.run(admin, file(`00${testNumber}77,${prefix}@made.example,Ann,Ash,North,,,,`));
    const { rows } = await imports.run(admin, file(`${testNumber}77,${prefix}.new@made.example,Ann,Ash,North,,,,`));
    expect(rows[0]?.changes).toEqual([{ field: 'Email', before: `${prefix}@made.example`, after: `${prefix}.new@made.example` }]);
    const byMail = await imports.preview(admin, file(`,${prefix.toUpperCase()}.NEW@made.example,Anna,Ash,North,,,,`));
    expect((await imports.rows(admin, byMail.id))[0]).toMatchObject({ outcome: 'change', person: 'Ann Ash' });
    const otherNumber = await imports.preview(admin, file(`X${prefix},${prefix}.new@made.example,Ann,Ash,North,,,,`));
    expect((await imports.rows(admin, otherNumber.id))[0]).toMatchObject({ outcome: 'change', findings: ['newNumber'] });
    const someoneElse = await imports.preview(admin, file(`X${prefix},${prefix}.new@made.example,Bea,Oak,North,,,,`));
    expect((await imports.rows(admin, someoneElse.id))[0]?.reasons).toEqual([
      `This email address belongs to Ann Ash, whose employee number is 00${testNumber}77.`,
    ]);
    const unidentified = await imports.preview(admin, file(',,Ann,Ash,North,,,,'));
    expect((await imports.rows(admin, unidentified.id))[0]?.reasons).toEqual([
      'An employee number or an email address is needed to identify the person.',
    ]);
  });

  it('refuses rows about the person of an earlier row, whichever key they share', async () => {
    await imports.run(admin, file(`${prefix}A,${prefix}a@made.example,Ann,Ash,North,,,,`));
    const { id } = await imports.preview(
      admin,
      file(
        `${prefix}A,,Anna,Ash,North,,,,`,
        `,${prefix}a@made.example,Anne,Ash,North,,,,`,
        `${prefix}B,${prefix}b@made.example,Ben,Ash,North,,,,`,
        `${prefix}b,${prefix}c@made.example,Bob,Ash,North,,,,`,
        `${prefix}C,${prefix}B@made.example,Bill,Ash,North,,,,`,
      ),
    );
    const rows = await imports.rows(admin, id);
    expect(outcomesOf(rows)).toEqual(['change', 'refuse', 'create', 'refuse', 'refuse']);
    expect(rows.map(({ reasons }) => reasons[0])).toEqual([
      undefined,
      'Line 2 is for the same person.',
      undefined,
      'Line 4 is for the same person.',
      'Line 4 has the same email address.',
    ]);
  });

  it('does not reveal who has an email address in another organisation', async () => {
    const brand = await sql<{ id: number }>`
      insert into organisation (brand_id, name) values (1, ${`Other ${prefix}`}) returning id`.execute(portal.db);
    await run`insert into customer (organisation_id, brand_id, email, first_name, last_name, employee_number)
      values (${brand.rows[0]?.id}, 1, ${`${prefix}@elsewhere.example`}, 'Secret', 'Person', ${prefix})`;
    const { id } = await imports.preview(admin, file(`${prefix},${prefix}@elsewhere.example,Ann,Ash,North,,,,`));
    const [row] = await imports.rows(admin, id);
    expect(row).toMatchObject({ outcome: 'refuse', customerId: null, reasons: ['This email address cannot be used.'] });
    expect(JSON.stringify(row)).not.toContain('Secret');
  });

  it('neither grants nor removes the roles Admin and Sales', async () => {
    const head = 'Email,First name,Last name,Role\n';
    const helen = await findPersonRecord(portal, 'email', 'admin@meridian.example');
    const { id } = await imports.preview(
      northAdmin,
      `${head}${prefix}@made.example,Ann,Ash,Admin\nbuyer@meridian.example,,,Sales\nadmin@meridian.example,,,Staff`,
    );
    const rows = await imports.rows(northAdmin, id);
    expect(outcomesOf(rows)).toEqual(['refuse', 'refuse', 'refuse']);
    const { rows: own } = await imports.run(
      admin,
      `${head}admin@meridian.example,,,Staff\n${prefix}@made.example,Ann,Ash,Buyer; Staff`,
    );
    expect(own[0]?.outcome).toBe('unchanged');
    expect((await findPersonRecord(portal, 'email', 'admin@meridian.example'))?.roles).toEqual(helen?.roles);
    expect((await findPersonRecord(portal, 'email', `${prefix}@made.example`))?.roles).toEqual([3, 34, 35]);
  });

  it('plans each row again when it is run, and shows what each did', async () => {
    await imports.run(
      admin,
      file(`${prefix}A,${prefix}a@made.example,Ann,Ash,North,,,,`, `${prefix}B,${prefix}b@made.example,Ben,Ash,North,,,,`),
    );
    const seen = await imports.preview(
      admin,
      file(`${prefix}A,,Anna,Ash,,,,,`, `${prefix}B,${prefix}c@made.example,Ben,Ash,,,,,`),
    );
    expect(seen.counts.change).toBe(2);
    await run`update customer set first_name = 'Anna' where employee_number = ${`${prefix}A`}`;
    const taken = await aPerson(portal.db);
    await run`update customer set email = ${`${prefix}c@made.example`} where id = ${taken.id}`;
    await imports.requestRun(admin, seen.id, undefined, seen.findings);
    await imports.runJob(admin, seen.id);
    const rows = await imports.rows(admin, seen.id);
    expect(outcomesOf(rows)).toEqual(['unchanged', 'unchanged']);
    expect(rows[1]?.reasons).toEqual(['Email: not changed, because the new address belongs to Made Forthetest.']);
    expect((await imports.get(admin, seen.id)).counts).toMatchObject({ change: 0, unchanged: 2, refuse: 0 });
  });

  it('writes audit events and versions like other changes of people', async () => {
    await imports.run(admin, file(`${prefix}A,${prefix}a@made.example,Ann,Ash,North,,,,`));
    const { version, id } = (await findPersonRecord(portal, 'employee_number', `${prefix}A`))!;
    await imports.run(admin, file(`${prefix}A,,Anna,Ash,South,,,,`));
    const history = (await admin.get<'GET /api/customers/:id/history'>(`/api/customers/${id}/history`)).body.history;
    expect(history.map(({ what, by }) => [what, by])).toEqual([
      ['Changed the person', 'Helen Marchetti'],
      ['Added the person', 'Helen Marchetti'],
    ]);
    expect(history[0]?.changes).toEqual([
      { field: 'First name', before: 'Ann', after: 'Anna' },
      { field: 'Groups', before: 'North', after: 'South' },
    ]);
    const after = await sql<{ version: number; field_versions: Record<string, number> }>`
      select version, field_versions from customer where id = ${id}`.execute(portal.db);
    expect(after.rows[0]?.version).toBe(version + 2);
    expect(after.rows[0]?.field_versions).toMatchObject({ first_name: version + 1, groups: version + 2 });
  });

  it('invites new people on request, within the daily limits', async () => {
    const { done } = await imports.run(admin, file(`${prefix}A,${prefix}a@made.example,Ann,Ash,North,,,,`), { invite: true });
    expect(done.invitations).toEqual({ queued: 1, skipped: [] });
    const waiting =
      await sql`select from invitation i join customer c on c.id = i.customer_id where c.employee_number = ${`${prefix}A`}`.execute(
        portal.db,
      );
    expect(waiting.rows).toHaveLength(1);
  });

  it('clears values by empty cells only on request', async () => {
    const north = await nameOf('resort', NORTH.resortId);
    await imports.run(admin, file(`${prefix}A,${prefix}a@made.example,Ann,Ash,North,${north},,2026-01-31,`));
    expect((await imports.preview(admin, file(`${prefix}A,,,,,,,,`))).counts.unchanged).toBe(1);
    const { rows } = await imports.run(admin, file(`${prefix}A,,,,,,,,`), { clearEmpty: true });
    expect(rows[0]?.changes.map(({ field, after }) => [field, after])).toEqual([
      ['Destination', ''],
      ['First day of work', ''],
    ]);
    expect((await findPersonRecord(portal, 'employee_number', `${prefix}A`))?.groups).toEqual([1]);
  });

  it('saves what columns mean, for this organisation only', async () => {
    const content = `Badge ${prefix},Post ${prefix},Given ${prefix},Last name\n1${prefix},${prefix}@made.example,Ann,Ash`;
    const read = await imports.upload(admin, content);
    expect(read.columns.map(({ field }) => field)).toEqual([null, null, null, 'lastName']);
    expect((await imports.requestPreview(admin, read)).errors.fields?.[0]).toMatch(
      /^Please choose the column with the employee number/,
    );
    expect((await imports.requestPreview(admin, read, { fields: ['email', 'email', null, null] })).status).toBe(422);
    await imports.requestPreview(admin, read, { fields: ['employeeNumber', 'email', null, 'lastName'] });
    const again = await imports.upload(admin, content);
    expect(again.columns.map(({ field }) => field)).toEqual(['employeeNumber', 'email', null, 'lastName']);
    expect((await imports.upload(hallam, content)).columns.map(({ field }) => field)).toEqual([null, null, null, 'lastName']);
  });

  it('is not undone where the previous value has been deleted since', async () => {
    const addJob = (name: string) => run`insert into job_role (organisation_id, name) values (1, ${`${name} ${prefix}`})`;
    const fileFor = (job: string) => `Email,First name,Last name,Job role\n${prefix}@made.example,Ann,Ash,${job} ${prefix}`;
    await Promise.all([addJob('Cook'), addJob('Porter')]);
    await imports.run(admin, fileFor('Cook'));
    const { done } = await imports.run(admin, fileFor('Porter'));
    await run`delete from job_role where name = ${`Cook ${prefix}`}`;
    await imports.undo(admin, done);
    expect((await imports.rows(admin, done.id))[0]).toMatchObject({
      undo: 'kept',
      undoReason: expect.stringMatching(/^Job role: .* deleted\.$/),
    });
  });

  it('is listed, and can be discarded before it is run', async () => {
    const read = await imports.upload(admin, file(`${prefix}A,${prefix}a@made.example,Ann,Ash,North,,,,`), `${prefix}.csv`);
    const list = async (person = admin) => (await person.get<'GET /api/peopleimports'>('/api/peopleimports')).body.peopleImports;
    expect((await list())[0]).toMatchObject({
      id: read.id,
      fileName: `${prefix}.csv`,
      createdBy: 'Helen Marchetti',
      state: 'uploaded',
    });
    expect((await list(northAdmin)).some(({ id }) => id === read.id)).toBe(false);
    expect((await list(hallam)).some(({ id }) => id === read.id)).toBe(false);
    expect((await admin.delete<'DELETE /api/peopleimports/:id'>(`/api/peopleimports/${read.id}`)).status).toBe(200);
    expect((await admin.get<'GET /api/peopleimports/:id'>(`/api/peopleimports/${read.id}`)).status).toBe(404);
    expect((await sql`select from people_import_row where import_id = ${read.id}`.execute(portal.db)).rows).toEqual([]);
  });

  it('has a report and a template that Excel opens', async () => {
    const { id } = await imports.preview(
      admin,
      file(`${prefix}A,nobody,Ann,=1+1,North,,,,`, `${prefix}B,${prefix}b@made.example,Ben,Ash,North,,,,`),
    );
    const get = async (path: string) => {
      const answer = await portal.app.inject({ method: 'GET', url: path, headers: admin.headers });
      return (await readXlsx(answer.rawPayload)).sheets;
    };
    const [sheet] = await get(`/api/peopleimports/${id}/report`);
    expect(sheet?.rows[1]?.slice(0, 4)).toEqual([2, 'Not imported', 'Email is not valid.', 'Ann =1+1']);
    expect(sheet?.rows).toHaveLength(3);
    expect((await get(`/api/peopleimports/${id}/report?outcome=create`))[0]?.rows).toHaveLength(2);
    const [people, names] = await get('/api/peopleimports/template');
    const content = [people?.rows[0]?.join(','), `${prefix}A`].join('\n');
    const read = await imports.upload(admin, content);
    expect(read.columns.every(({ field }) => field !== null)).toBe(true);
    expect(names?.rows.flat()).toEqual(expect.arrayContaining(['North', 'Staff', 'Buyer']));
    expect(names?.rows.flat()).not.toContain('Sales');
  });
});

describe('someone who is not an administrator, or impersonates someone', () => {
  it.each([
    'POST /api/peopleimports',
    'GET /api/peopleimports/:id/rows',
    'POST /api/peopleimports/:id/preview',
    'POST /api/peopleimports/:id/run',
  ] as const)('cannot change anyone with %s', async (call) => {
    const { id } = await imports.upload(admin, file(`${prefix}A,,,,,,,,`));
    const [method = '', path = ''] = call.split(' ');
    const url = path.replace(':id', String(id));
    const callAs = async (person: TestClient) =>
      (await portal.app.inject({ method: method as 'GET', url: `${url}?fileName=a.csv`, headers: person.headers })).statusCode;
    const [buyer, impersonator] = [await portal.as('buyer@meridian.example'), await portal.as('admin@meridian.example')];
    expect(await callAs(buyer)).toBe(403);
    const person = await aPerson(portal.db, { role: 'Staff' });
    await impersonator.get(`/api/customers/impersonate/${person.id}`, {
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'cors',
    });
    expect(await callAs(impersonator)).toBe(method === 'GET' ? 200 : 403);
  });
});

it('refuses a file that is empty, unreadable, too large or sent as JSON', async () => {
  expect((await imports.sendFile(admin, '')).errors.file).toEqual(['The file is empty.']);
  expect((await imports.sendFile(admin, 'PK\x03\x04')).errors).toEqual({
    file: ['The workbook cannot be read. Please save it again as .xlsx, or as CSV.'],
  });
  expect((await imports.sendFile(admin, new Uint8Array(21 * 1024 * 1024))).status).toBe(413);
  expect((await admin.post('/api/peopleimports?fileName=a.csv', { content: 'x' })).status).toBe(422);
});

describe('an administrator of some groups', () => {
  it('changes only people of these groups, and adds people to no others', async () => {
    const elsewhere = await aPerson(portal.db, { groupIds: [SOUTH.groupId] });
    await run`update customer set employee_number = ${`${prefix}S`} where id = ${elsewhere.id}`;
    const { done, rows } = await imports.run(
      northAdmin,
      file(
        `${prefix}S,,Sly,Ash,,,,,`,
        `,${elsewhere.email},Sly,Ash,,,,,`,
        `${prefix}A,${prefix}a@made.example,Ann,Ash,South,,,,`,
        `${prefix}B,${prefix}b@made.example,Ben,Ash,,,,,`,
      ),
    );
    expect(outcomesOf(rows)).toEqual(['refuse', 'refuse', 'refuse', 'create']);
    expect(rows.map(({ reasons }) => reasons[0])).toEqual([
      'This employee number cannot be used.',
      'This email address cannot be used.',
      'You can only add people to groups that you administer.',
      undefined,
    ]);
    expect(rows[0]).toMatchObject({ customerId: null, person: 'Sly Ash' });
    expect((await findPersonRecord(portal, 'employee_number', `${prefix}B`))?.groups).toEqual([NORTH.groupId]);
    expect((await northAdmin.get(`/api/peopleimports/${done.id}`)).status).toBe(200);
    expect((await admin.get(`/api/peopleimports/${done.id}`)).status).toBe(200);
    const others = await imports.upload(admin, file(`${prefix}A,,,,,,,,`));
    for (const path of ['', '/rows', '/report'])
      expect((await northAdmin.get(`/api/peopleimports/${others.id}${path}`)).status).toBe(404);
  });

  it('leaves fields alone that only an administrator of all of a person’s groups can change, and says so', async () => {
    const both = await aPerson(portal.db, { groupIds: [NORTH.groupId, SOUTH.groupId], role: 'Staff' });
    await run`update customer set employee_number = ${prefix} where id = ${both.id}`;
    const { rows } = await imports.run(northAdmin, file(`${prefix},${prefix}@made.example,Bo,Ash,North,,,,closed`));
    expect(rows[0]).toMatchObject({ outcome: 'change' });
    expect(rows[0]?.reasons).toEqual([
      'Email: not changed, because only an administrator of all of this person’s groups can change it.',
      'Account: not changed, because only an administrator of all of this person’s groups can change it.',
    ]);
    const after = await findPersonRecord(portal, 'employee_number', prefix);
    expect(after).toMatchObject({ email: both.email, active: true, first_name: 'Bo', groups: [1, 2] });
  });

  it('closes only accounts of people in these groups who are missing from the file', async () => {
    const [own, both, south] = [
      await aPerson(portal.db, { role: 'Staff' }),
      await aPerson(portal.db, { role: 'Staff', groupIds: [1, 2] }),
      await aPerson(portal.db, { role: 'Staff', groupIds: [2] }),
    ];
    const { id } = await imports.preview(northAdmin, file(`${prefix},${prefix}@made.example,Bo,Ash,North,,,,`), {
      deactivateMissing: true,
    });
    const found = await sql<{ customer_id: number; outcome: string }>`
      select customer_id, outcome from people_import_row where import_id = ${id} and customer_id in (${own.id}, ${both.id}, ${south.id})`.execute(
      portal.db,
    );
    expect(new Map(found.rows.map(({ customer_id, outcome }) => [customer_id, outcome]))).toEqual(
      new Map([
        [own.id, 'close'],
        [both.id, 'unchanged'],
      ]),
    );
  });
});
