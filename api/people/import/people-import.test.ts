import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aPerson, NORTH, SOUTH } from '#api/testing/builders.ts';
import { createPeopleImportHarness, findPersonRecord, type PeopleImportRowReply } from '#api/testing/people-import-harness.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
let admin: TestClient;
let northAdmin: TestClient;
let hallam: TestClient;
let desk: Awaited<ReturnType<typeof createPeopleImportHarness>>;
let made = 0;
/** A word that no other test uses. */
let mark: string;
beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
  northAdmin = await portal.as('north.admin@meridian.example');
  hallam = await portal.as('admin@hallam.example');
  desk = await createPeopleImportHarness(portal);
});
afterAll(() => desk?.close());
beforeEach(() => {
  made += 1;
  mark = `i${made}`;
});

const HEAD = 'Employee number,Email,First name,Last name,Group,Destination,Departments,First day of work,Account';
const file = (...lines: string[]) => [HEAD, ...lines].join('\n');
const outcomes = (rows: readonly PeopleImportRowReply[]) => rows.map(({ outcome }) => outcome);
const run = (...statement: Parameters<typeof sql>) => sql(...statement).execute(portal.db);
const nameOf = async (table: string, id: number) =>
  (await sql<{ name: string }>`select name from ${sql.table(table)} where id = ${id}`.execute(portal.db)).rows[0]?.name ?? '';

describe('a file of people', () => {
  it('creates, changes, moves, closes, leaves and refuses, each line with what changes or why not', async () => {
    const [north, south] = [await nameOf('resort', NORTH.resortId), await nameOf('resort', SOUTH.resortId)];
    const lines = (change = '', place = north, open = 'open', start = '') =>
      ['A', 'B', 'C', 'D'].map(
        (letter) => `${mark}${letter},${mark}${letter}@made.example,Ann,${letter}${change},North,${place},,${start},${open}`,
      );
    await desk.run(admin, file(...lines()));
    const [a = '', b = '', c = '', d = ''] = lines();
    const { done, rows } = await desk.run(
      admin,
      file(
        a,
        b.replace('Ann', 'Anna'),
        c.replace(north, south),
        d.replace('open', 'closed'),
        `${mark}E,${mark}e@made.example,Eve,New,North; South,${north},,3 Mar 2027,`,
        `${mark}F,nobody,Fay,New,Nort,Nowhere,,31/31/2026,perhaps`,
        `${mark}G,${mark}g@made.example,,,North,,,,`,
      ),
    );
    expect(done.state).toBe('done');
    expect(done.counts).toEqual({ create: 1, change: 1, move: 1, same: 1, leave: 1, refuse: 2 });
    expect(outcomes(rows)).toEqual(['same', 'change', 'move', 'leave', 'create', 'refuse', 'refuse']);
    expect(rows[1]?.changes).toEqual([{ field: 'First name', before: 'Ann', after: 'Anna' }]);
    expect(rows[2]?.changes).toEqual([{ field: 'Destination', before: north, after: south }]);
    expect(rows[3]?.changes).toEqual([{ field: 'Account open', before: 'yes', after: 'no' }]);
    expect(rows[5]).toMatchObject({
      line: 7,
      reasons: [
        'There is no group “Nort”.',
        'There is no destination “Nowhere”.',
        'The first day of work “31/31/2026” is not a date.',
        '“perhaps” does not say whether the account is open: write open or closed.',
      ],
    });
    expect(rows[6]?.reasons).toEqual(['First name is required.', 'Last name is required.']);
    const eve = await findPersonRecord(portal, 'employee_number', `${mark}E`);
    expect(eve).toMatchObject({
      email: `${mark}e@made.example`,
      starts_on: '2027-03-03',
      groups: [1, 2],
      roles: [3, 34],
      active: true,
    });
    expect(eve?.seasons).toHaveLength(1);
    expect((await findPersonRecord(portal, 'employee_number', `${mark}D`))?.active).toBe(false);
  });

  it('changes nothing when it comes a second time', async () => {
    const content = file(
      `${mark}A,${mark}a@made.example,Ann,Ash,North; South,${await nameOf('resort', NORTH.resortId)},,2026-01-31,`,
      `,${mark}b@made.example,Ben,Ash,North,,,,closed`,
    );
    await desk.run(admin, content);
    const before = await findPersonRecord(portal, 'employee_number', `${mark}A`);
    const again = await desk.preview(admin, content);
    expect(again.counts).toEqual({ create: 0, change: 0, move: 0, same: 2, leave: 0, refuse: 0 });
    expect((await desk.requestRun(admin, again.id)).errors).toEqual({
      peopleImport: ['There is nothing to do: nobody would be created or changed.'],
    });
    expect(await findPersonRecord(portal, 'employee_number', `${mark}A`)).toEqual(before);
  });

  it('leaves everybody as they are when it is the export of the list', async () => {
    const exported = await portal.app.inject({ method: 'GET', url: '/api/customers/exportToExcel', headers: admin.headers });
    const { counts, rows, id } = await desk.preview(admin, exported.rawPayload, { clearEmpty: true, missingLeave: true });
    const other = (await desk.rows(admin, id)).filter(({ outcome }) => outcome !== 'same');
    expect(other).toEqual([]);
    expect(counts.same).toBe(rows);
  });

  it('finds people by employee number, without the zeros that a spreadsheet takes away, else by address', async () => {
    await desk.run(admin, file(`00${made}77,${mark}@made.example,Ann,Ash,North,,,,`));
    const { rows } = await desk.run(admin, file(`${made}77,${mark}.new@made.example,Ann,Ash,North,,,,`));
    expect(rows[0]?.changes).toEqual([{ field: 'Email', before: `${mark}@made.example`, after: `${mark}.new@made.example` }]);
    const byMail = await desk.preview(admin, file(`,${mark.toUpperCase()}.NEW@made.example,Anna,Ash,North,,,,`));
    expect((await desk.rows(admin, byMail.id))[0]).toMatchObject({ outcome: 'change', person: 'Ann Ash' });
    const otherNumber = await desk.preview(admin, file(`X${mark},${mark}.new@made.example,Ann,Ash,North,,,,`));
    expect((await desk.rows(admin, otherNumber.id))[0]?.reasons).toEqual([
      `This e-mail address is that of Ann Ash, whose employee number is 00${made}77.`,
    ]);
    const nobody = await desk.preview(admin, file(',,Ann,Ash,North,,,,'));
    expect((await desk.rows(admin, nobody.id))[0]?.reasons).toEqual([
      'An employee number or an email address is needed to know who this is.',
    ]);
  });

  it('refuses lines about somebody whom an earlier line is about, by whichever key', async () => {
    await desk.run(admin, file(`${mark}A,${mark}a@made.example,Ann,Ash,North,,,,`));
    const { id } = await desk.preview(
      admin,
      file(
        `${mark}A,,Anna,Ash,North,,,,`,
        `,${mark}a@made.example,Anne,Ash,North,,,,`,
        `${mark}B,${mark}b@made.example,Ben,Ash,North,,,,`,
        `${mark}b,${mark}c@made.example,Bob,Ash,North,,,,`,
        `${mark}C,${mark}B@made.example,Bill,Ash,North,,,,`,
      ),
    );
    const rows = await desk.rows(admin, id);
    expect(outcomes(rows)).toEqual(['change', 'refuse', 'create', 'refuse', 'refuse']);
    expect(rows.map(({ reasons }) => reasons[0])).toEqual([
      undefined,
      'Line 2 is about the same person.',
      undefined,
      'Line 4 is about the same person.',
      'Line 4 is about the same person.',
    ]);
  });

  it('does not say who has an address elsewhere', async () => {
    const brand = await sql<{ id: number }>`
      insert into organisation (brand_id, name) values (1, ${`Other ${mark}`}) returning id`.execute(portal.db);
    await run`insert into customer (organisation_id, brand_id, email, first_name, last_name, employee_number)
      values (${brand.rows[0]?.id}, 1, ${`${mark}@elsewhere.example`}, 'Secret', 'Person', ${mark})`;
    const { id } = await desk.preview(admin, file(`${mark},${mark}@elsewhere.example,Ann,Ash,North,,,,`));
    const [row] = await desk.rows(admin, id);
    expect(row).toMatchObject({ outcome: 'refuse', customerId: null, reasons: ['This e-mail address cannot be used.'] });
    expect(JSON.stringify(row)).not.toContain('Secret');
  });

  it('gives no role of an administrator, and takes none away', async () => {
    const head = 'Email,First name,Last name,Role\n';
    const helen = await findPersonRecord(portal, 'email', 'admin@meridian.example');
    const { id } = await desk.preview(
      northAdmin,
      `${head}${mark}@made.example,Ann,Ash,Admin\nbuyer@meridian.example,,,Sales\nadmin@meridian.example,,,Staff`,
    );
    const rows = await desk.rows(northAdmin, id);
    expect(outcomes(rows)).toEqual(['refuse', 'refuse', 'refuse']);
    const { rows: own } = await desk.run(
      admin,
      `${head}admin@meridian.example,,,Staff\n${mark}@made.example,Ann,Ash,Buyer; Staff`,
    );
    expect(own[0]?.outcome).toBe('same');
    expect((await findPersonRecord(portal, 'email', 'admin@meridian.example'))?.roles).toEqual(helen?.roles);
    expect((await findPersonRecord(portal, 'email', `${mark}@made.example`))?.roles).toEqual([3, 34, 35]);
  });

  it('is compared once more when it is carried out, and says what has become of each line', async () => {
    await desk.run(
      admin,
      file(`${mark}A,${mark}a@made.example,Ann,Ash,North,,,,`, `${mark}B,${mark}b@made.example,Ben,Ash,North,,,,`),
    );
    const seen = await desk.preview(admin, file(`${mark}A,,Anna,Ash,,,,,`, `${mark}B,${mark}c@made.example,Ben,Ash,,,,,`));
    expect(seen.counts.change).toBe(2);
    await run`update customer set first_name = 'Anna' where employee_number = ${`${mark}A`}`;
    const taken = await aPerson(portal.db);
    await run`update customer set email = ${`${mark}c@made.example`} where id = ${taken.id}`;
    await desk.requestRun(admin, seen.id);
    await desk.runJob(admin, seen.id);
    const rows = await desk.rows(admin, seen.id);
    expect(outcomes(rows)).toEqual(['same', 'refuse']);
    expect(rows[1]?.reasons).toEqual(['This e-mail address cannot be used. Made Forthetest has it.']);
    expect((await desk.get(admin, seen.id)).counts).toMatchObject({ change: 0, same: 1, refuse: 1 });
  });

  it('writes the trail like other changes of people, and the version counts it', async () => {
    await desk.run(admin, file(`${mark}A,${mark}a@made.example,Ann,Ash,North,,,,`));
    const { version, id } = (await findPersonRecord(portal, 'employee_number', `${mark}A`))!;
    await desk.run(admin, file(`${mark}A,,Anna,Ash,South,,,,`));
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

  it('invites who is new, when that was wished, as the limits of the day allow', async () => {
    const { done } = await desk.run(admin, file(`${mark}A,${mark}a@made.example,Ann,Ash,North,,,,`), { invite: true });
    expect(done.invitations).toEqual({ queued: 1, skipped: [] });
    const waiting =
      await sql`select from invitation i join customer c on c.id = i.customer_id where c.employee_number = ${`${mark}A`}`.execute(
        portal.db,
      );
    expect(waiting.rows).toHaveLength(1);
  });

  it('takes values away with empty cells only where that is meant', async () => {
    const north = await nameOf('resort', NORTH.resortId);
    await desk.run(admin, file(`${mark}A,${mark}a@made.example,Ann,Ash,North,${north},,2026-01-31,`));
    expect((await desk.preview(admin, file(`${mark}A,,,,,,,,`))).counts.same).toBe(1);
    const { rows } = await desk.run(admin, file(`${mark}A,,,,,,,,`), { clearEmpty: true });
    expect(rows[0]?.changes.map(({ field, after }) => [field, after])).toEqual([
      ['Destination', ''],
      ['First day of work', ''],
    ]);
    expect((await findPersonRecord(portal, 'employee_number', `${mark}A`))?.groups).toEqual([1]);
  });

  it('remembers what columns mean, for the organisation alone', async () => {
    const content = `Badge ${mark},Post ${mark},Given ${mark},Last name\n1${mark},${mark}@made.example,Ann,Ash`;
    const read = await desk.upload(admin, content);
    expect(read.columns.map(({ field }) => field)).toEqual([null, null, null, 'lastName']);
    expect((await desk.requestPreview(admin, read)).errors.fields?.[0]).toMatch(/^Choose the column with the employee number/);
    expect((await desk.requestPreview(admin, read, { fields: ['email', 'email', null, null] })).status).toBe(422);
    await desk.requestPreview(admin, read, { fields: ['employeeNumber', 'email', null, 'lastName'] });
    const again = await desk.upload(admin, content);
    expect(again.columns.map(({ field }) => field)).toEqual(['employeeNumber', 'email', null, 'lastName']);
    expect((await desk.upload(hallam, content)).columns.map(({ field }) => field)).toEqual([null, null, null, 'lastName']);
  });

  it('can be thrown away, and is listed with what came of it', async () => {
    const read = await desk.upload(admin, file(`${mark}A,${mark}a@made.example,Ann,Ash,North,,,,`), `${mark}.csv`);
    const list = async (person = admin) => (await person.get<'GET /api/peopleimports'>('/api/peopleimports')).body.peopleImports;
    expect((await list())[0]).toMatchObject({
      id: read.id,
      fileName: `${mark}.csv`,
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
    const { id } = await desk.preview(
      admin,
      file(`${mark}A,nobody,Ann,=1+1,North,,,,`, `${mark}B,${mark}b@made.example,Ben,Ash,North,,,,`),
    );
    const get = async (path: string) => {
      const answer = await portal.app.inject({ method: 'GET', url: path, headers: admin.headers });
      return (await readXlsx(answer.rawPayload)).sheets;
    };
    const [sheet] = await get(`/api/peopleimports/${id}/report`);
    expect(sheet?.rows[1]?.slice(0, 4)).toEqual([2, 'Refused', 'Email is not valid.', 'Ann =1+1']);
    expect(sheet?.rows).toHaveLength(3);
    expect((await get(`/api/peopleimports/${id}/report?outcome=create`))[0]?.rows).toHaveLength(2);
    const [people, names] = await get('/api/peopleimports/template');
    const content = [people?.rows[0]?.join(','), `${mark}A`].join('\n');
    const read = await desk.upload(admin, content);
    expect(read.columns.every(({ field }) => field !== null)).toBe(true);
    expect(names?.rows.flat()).toEqual(expect.arrayContaining(['North', 'Staff', 'Buyer']));
    expect(names?.rows.flat()).not.toContain('Sales');
  });
});

describe('whoever is no administrator', () => {
  it.each([
    'POST /api/peopleimports',
    'GET /api/peopleimports/:id/rows',
    'POST /api/peopleimports/:id/preview',
    'POST /api/peopleimports/:id/run',
    'POST /api/peopleimports/:id/undo',
  ] as const)('may not call %s, and not even an administrator while acting for somebody changes people by it', async (call) => {
    const { id } = await desk.upload(admin, file(`${mark}A,,,,,,,,`));
    const [method = '', path = ''] = call.split(' ');
    const url = path.replace(':id', String(id));
    const ask = async (person: TestClient) =>
      (await portal.app.inject({ method: method as 'GET', url: `${url}?fileName=a.csv`, headers: person.headers })).statusCode;
    const [buyer, acting] = [await portal.as('buyer@meridian.example'), await portal.as('admin@meridian.example')];
    expect(await ask(buyer)).toBe(403);
    const person = await aPerson(portal.db, { role: 'Staff' });
    await acting.get(`/api/customers/impersonate/${person.id}`, { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' });
    expect(await ask(acting)).toBe(method === 'GET' ? 200 : 403);
  });
});

it('a file that is none, too large, or not sent as one is refused in words', async () => {
  expect((await desk.sendFile(admin, '')).errors.file?.[0]).toMatch(/^Please choose a file/);
  expect((await desk.sendFile(admin, 'PK\x03\x04')).errors).toEqual({
    file: ['The workbook cannot be read. Please save it again as .xlsx, or as CSV.'],
  });
  expect((await desk.sendFile(admin, new Uint8Array(21 * 1024 * 1024))).status).toBe(413);
  expect((await admin.post('/api/peopleimports?fileName=a.csv', { content: 'x' })).status).toBe(422);
});

describe('an administrator of some groups', () => {
  it('touches the people of these groups alone, and puts people into no others', async () => {
    const elsewhere = await aPerson(portal.db, { groupIds: [SOUTH.groupId] });
    await run`update customer set employee_number = ${`${mark}S`} where id = ${elsewhere.id}`;
    const { done, rows } = await desk.run(
      northAdmin,
      file(
        `${mark}S,,Sly,Ash,,,,,`,
        `,${elsewhere.email},Sly,Ash,,,,,`,
        `${mark}A,${mark}a@made.example,Ann,Ash,South,,,,`,
        `${mark}B,${mark}b@made.example,Ben,Ash,,,,,`,
      ),
    );
    expect(outcomes(rows)).toEqual(['refuse', 'refuse', 'refuse', 'create']);
    expect(rows.map(({ reasons }) => reasons[0])).toEqual([
      'This employee number cannot be used.',
      'This e-mail address cannot be used.',
      'You can only add people to groups that you administer.',
      undefined,
    ]);
    expect(rows[0]).toMatchObject({ customerId: null, person: 'Sly Ash' });
    expect((await findPersonRecord(portal, 'employee_number', `${mark}B`))?.groups).toEqual([NORTH.groupId]);
    expect((await northAdmin.get(`/api/peopleimports/${done.id}`)).status).toBe(200);
    expect((await admin.get(`/api/peopleimports/${done.id}`)).status).toBe(200);
    const others = await desk.upload(admin, file(`${mark}A,,,,,,,,`));
    for (const path of ['', '/rows', '/report'])
      expect((await northAdmin.get(`/api/peopleimports/${others.id}${path}`)).status).toBe(404);
  });

  it('leaves people who are in other groups too in what only all their administrators decide, and says so', async () => {
    const both = await aPerson(portal.db, { groupIds: [NORTH.groupId, SOUTH.groupId], role: 'Staff' });
    await run`update customer set employee_number = ${mark} where id = ${both.id}`;
    const { rows } = await desk.run(northAdmin, file(`${mark},${mark}@made.example,Bo,Ash,North,,,,closed`));
    expect(rows[0]).toMatchObject({ outcome: 'change' });
    expect(rows[0]?.reasons).toEqual([
      'The email stays: only an administrator of all of the person’s groups changes that.',
      'Whether the account is open stays: only an administrator of all of the person’s groups changes that.',
    ]);
    const after = await findPersonRecord(portal, 'employee_number', mark);
    expect(after).toMatchObject({ email: both.email, active: true, first_name: 'Bo', groups: [1, 2] });
  });

  it('closes with a file of everybody whom she administers, and nobody else', async () => {
    const [own, both, south] = [
      await aPerson(portal.db, { role: 'Staff' }),
      await aPerson(portal.db, { role: 'Staff', groupIds: [1, 2] }),
      await aPerson(portal.db, { role: 'Staff', groupIds: [2] }),
    ];
    const { id } = await desk.preview(northAdmin, file(`${mark},${mark}@made.example,Bo,Ash,North,,,,`), { missingLeave: true });
    const found = await sql<{ customer_id: number; outcome: string }>`
      select customer_id, outcome from people_import_row where import_id = ${id} and customer_id in (${own.id}, ${both.id}, ${south.id})`.execute(
      portal.db,
    );
    expect(new Map(found.rows.map(({ customer_id, outcome }) => [customer_id, outcome]))).toEqual(
      new Map([
        [own.id, 'leave'],
        [both.id, 'same'],
      ]),
    );
  });
});
