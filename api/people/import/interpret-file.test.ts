import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findPersonRecord, type PeopleImportRowReply, usePeopleImports } from '#api/testing/people-import-harness.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import type { ReplyOf } from '#contract/index.ts';

const portal = usePortal();
const imports = usePeopleImports(portal);
let admin: TestClient;
let testNumber = 0;
/** A prefix that only the present test uses. */
let prefix: string;
beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
});
beforeEach(() => {
  testNumber += 1;
  prefix = `v${testNumber}x`;
});

type Questions = ReplyOf<'GET /api/peopleimports/:id/questions'>['importQuestions'];
const ask = async (id: number, columns?: string): Promise<Questions> =>
  (
    await admin.get<'GET /api/peopleimports/:id/questions'>(
      `/api/peopleimports/${id}/questions${columns === undefined ? '' : `?columns=${columns}`}`,
    )
  ).body.importQuestions;

/** A file whose people have a number, names, an address and a group, and one more column. */
const aFile = (heading: string, ...cells: string[]) =>
  [
    `Employee Number;First Name;Last Name;Email;Group;${heading}`,
    ...cells.map((cell, index) => `${prefix}${index};Ann;Ash;${prefix}.${index}@made.example;North;${cell}`),
  ].join('\n');
const startOf = async (index: number) => (await findPersonRecord(portal, 'employee_number', `${prefix}${index}`))?.starts_on;
const lastDayOf = async (index: number) =>
  (
    await sql<{ ends_on: string | null }>`select ends_on from customer where employee_number = ${`${prefix}${index}`}`.execute(
      portal.db,
    )
  ).rows[0]?.ends_on;

describe('dates', () => {
  it('are read month first in the whole column where it proves that, and this is said', async () => {
    const { id } = await imports.upload(admin, aFile('Start Date', '03/04/2026', '11/25/2026', '12/31/2025'));
    const { dates, notes } = await ask(id);
    expect(dates).toMatchObject([{ column: 5, order: 'month', basis: 'proved', monthFirst: 2, either: 1 }]);
    expect(notes).toEqual(['“Start Date” is read with the month first, as its values prove.']);
    await imports.run(admin, aFile('Start Date', '03/04/2026', '11/25/2026', '12/31/2025'));
    expect([await startOf(0), await startOf(1), await startOf(2)]).toEqual(['2026-03-04', '2026-11-25', '2025-12-31']);
  });

  it('are asked where the column proves nothing, and the answer is remembered', async () => {
    const heading = `Start ${prefix}`;
    const mapping = ['employeeNumber', 'firstName', 'lastName', 'email', 'organisationGroupIds', 'startDateUtc'];
    const first = await imports.upload(admin, aFile(heading, '03/04/2026'));
    expect((await ask(first.id, mapping.join(','))).dates).toMatchObject([{ order: null, basis: 'open', example: '03/04/2026' }]);
    const refused = await imports.requestPreview(admin, first, { fields: mapping });
    expect([refused.status, refused.errors]).toEqual([
      422,
      { orders: [`Please choose whether the day or the month comes first in “${heading}”, as in 03/04/2026.`] },
    ]);
    const answered = await imports.requestPreview(admin, first, { fields: mapping, orders: [{ column: 5, order: 'month' }] });
    expect(answered.status).toBe(200);
    const { id } = await imports.upload(admin, aFile(heading, '05/06/2026'));
    expect((await ask(id)).dates).toMatchObject([{ order: 'month', basis: 'remembered' }]);
    await imports.run(admin, aFile(heading, '05/06/2026'));
    expect(await startOf(0)).toBe('2026-05-06');
  });

  it('are read in the spellings of people and systems', async () => {
    const spellings = ['"Mar 31, 2026"', '20260331', '31. März 2026', '"March 31, 2026"', '31-Mar-26', '46112'];
    await imports.run(admin, aFile('Start Date', ...spellings));
    const days = await Promise.all(spellings.map((_, index) => startOf(index)));
    expect(days).toEqual(spellings.map(() => '2026-03-31'));
  });

  it('far from now mean no last day, which is said once', async () => {
    await imports.run(admin, aFile('End Date', '2027-01-31', '2027-01-31'));
    const { id } = await imports.preview(admin, aFile('End Date', '31.12.9999', '0000-00-00'));
    expect((await ask(id)).notes).toEqual(['“31.12.9999” and “0000-00-00” in “End Date” mean no last day of work (2 rows).']);
    await imports.run(admin, aFile('End Date', '31.12.9999', '0000-00-00'));
    expect([await lastDayOf(0), await lastDayOf(1)]).toEqual([null, null]);
  });
});

describe('words', () => {
  it('that are not known cost the value, and not the person', async () => {
    const { done, rows } = await imports.run(
      admin,
      `Employee Number,First Name,Last Name,Email,Group,Gender,Status\n${prefix}A,A,Kent,${prefix}a@made.example,North,diverse,active\n${prefix}B,B,Kent,${prefix}b@made.example,North,Female,On Leave\n`,
    );
    expect(done.counts).toMatchObject({ create: 2, refuse: 0 });
    expect(done.leavingUnread).toBe(1);
    expect(rows.map(({ reasons }) => reasons)).toEqual([
      [],
      ['The account “On Leave” is not known. Write open or closed. This was not imported.'],
    ]);
    const { body } = await admin.get<'GET /api/peopleimports/:id/rows'>(`/api/peopleimports/${done.id}/rows?attention=leaving`);
    expect(body.rows.map(({ line }) => line)).toEqual([3]);
  });

  it('are listed with their rows and near names, mapped once, and remembered', async () => {
    const { rows: resorts } = await sql<{ id: number; name: string }>`
      select id, name from resort where organisation_id = 1 order by id limit 1`.execute(portal.db);
    const resort = resorts[0]!;
    const near = `${resort.name}y`;
    const other = `Depot ${prefix}`;
    const content = aFile('Site', near, near, other, resort.name);
    const uploaded = await imports.upload(admin, content);
    const [question] = (await ask(uploaded.id)).words;
    expect(question).toMatchObject({ column: 5, field: 'organisationResortId' });
    expect(question?.words).toEqual([
      { word: near, rows: 2, isRemembered: false, value: null, proposal: resort.id },
      { word: other, rows: 1, isRemembered: false, value: null, proposal: null },
    ]);
    await imports.run(admin, content, {
      words: [
        { field: 'organisationResortId', word: near.toUpperCase(), value: resort.id },
        { field: 'organisationResortId', word: other, value: null },
      ],
    });
    const found = await Promise.all(
      [0, 1, 2, 3].map((index) => findPersonRecord(portal, 'employee_number', `${prefix}${index}`)),
    );
    expect(found.map((person) => person?.resort_id)).toEqual([resort.id, resort.id, null, resort.id]);
    const again = await imports.upload(admin, content);
    expect((await ask(again.id)).words[0]?.words.map(({ isRemembered, value }) => [isRemembered, value])).toEqual([
      [true, resort.id],
      [true, null],
    ]);
  });

  it('can mean only what the organisation has', async () => {
    const uploaded = await imports.upload(admin, aFile('Site', 'Depot'));
    const { status, errors } = await imports.requestPreview(admin, uploaded, {
      words: [{ field: 'organisationResortId', word: 'Depot', value: 999_999 }],
    });
    expect([status, errors]).toEqual([422, { words: ['“depot” cannot mean this. Please choose again.'] }]);
  });

  it('leave last day and status of a person as they are, also where the file lists everyone', async () => {
    await imports.run(admin, aFile('End Date;Status', '2030-01-31;closed'));
    for (const deactivateMissing of [false, true]) {
      const { id } = await imports.preview(admin, aFile('End Date;Status', 'soon;perhaps'), { deactivateMissing });
      const [row] = await imports.rows(admin, id);
      expect(row).toMatchObject({ outcome: 'unchanged', line: 2 });
      expect(row?.reasons).toHaveLength(2);
    }
    expect(await lastDayOf(0)).toBe('2030-01-31');
  });
});

describe('names in one column', () => {
  it('are split at their comma', async () => {
    await imports.run(admin, `Worker ID,Name,Email,Group\n${prefix},"Okafor-Lindqvist, Maeve",${prefix}@made.example,North\n`);
    expect(await findPersonRecord(portal, 'employee_number', prefix)).toMatchObject({
      first_name: 'Maeve',
      last_name: 'Okafor-Lindqvist',
    });
  });

  it('without a comma are asked, with examples', async () => {
    const uploaded = await imports.upload(
      admin,
      `Worker ID,Name,Email,Group\n${prefix},Ludwig van Beethoven,${prefix}@made.example,North\n`,
    );
    expect((await imports.requestPreview(admin, uploaded)).errors).toEqual({
      orders: ['Please choose in which order “Name” has first and last names.'],
    });
    const [question] = (await ask(uploaded.id)).names;
    expect(question?.choices.find(({ order }) => order === 'first last')?.examples).toEqual([
      { cell: 'Ludwig van Beethoven', firstName: 'Ludwig', lastName: 'van Beethoven' },
    ]);
    await imports.requestPreview(admin, uploaded, { orders: [{ column: 1, order: 'first last' }] });
    await imports.runJob(admin, uploaded.id);
    expect((await imports.rows(admin, uploaded.id))[0]).toMatchObject({ outcome: 'create', person: 'Ludwig van Beethoven' });
  });
});

/** What each row of a file becomes: outcome, value of a field, and what is said of it. */
const listResults = (rows: readonly PeopleImportRowReply[], ...fields: string[]) =>
  rows.map(({ outcome, changes, reasons }) => [
    outcome,
    ...fields.map((field) => changes.find((change) => change.field === field)?.after),
    ...reasons,
  ]);

describe('the files of the reports', () => {
  const preview = async (name: string) => {
    const { id } = await imports.preview(admin, readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8'));
    return { notes: (await ask(id)).notes, rows: await imports.rows(admin, id) };
  };

  it('read 31.12.9999 as no last day, and say so once', async () => {
    const { notes, rows } = await preview('open-end-9999.csv');
    expect(notes).toEqual([
      '“Hire date” is read with the day first, as its values prove.',
      '“31.12.9999” in “End date” means no last day of work (2 rows).',
    ]);
    expect(listResults(rows, 'First day of work', 'Last day of work')).toEqual([
      ['create', '2024-03-01', undefined],
      ['create', '2021-09-15', undefined],
    ]);
  });

  it('read all rows of a column with the month first', async () => {
    const { notes, rows } = await preview('month-first.csv');
    expect(notes).toEqual(['“Start Date” is read with the month first, as its values prove.']);
    expect(listResults(rows, 'First day of work')).toEqual([
      ['create', '2026-03-04'],
      ['create', '2026-11-25'],
      ['create', '2025-12-31'],
    ]);
  });

  it('read the spellings of dates', async () => {
    const { notes, rows } = await preview('date-spelling.csv');
    expect(notes).toEqual([]);
    expect(listResults(rows, 'First day of work')).toEqual([
      ['create', '2026-03-31'],
      ['create', '2026-03-31'],
    ]);
  });

  it('leave out words that are not known', async () => {
    const { rows } = await preview('unknown-words.csv');
    expect(listResults(rows, 'Gender', 'Account open')).toEqual([
      ['create', undefined, undefined],
      ['create', 'female', undefined, 'The account “On Leave” is not known. Write open or closed. This was not imported.'],
    ]);
  });

  it('split the names of one column', async () => {
    const { notes, rows } = await preview('one-name-column.csv');
    expect(notes).toEqual(['“Name” is read as “Last, First”, as its values prove.']);
    expect(listResults(rows, 'First name', 'Last name')).toEqual([['create', 'Maeve', 'Okafor-Lindqvist']]);
  });

  it('refuse no row for its hours', async () => {
    const { rows } = await preview('weekly-hours.csv');
    expect(rows.map(({ outcome }) => outcome)).toEqual(['create', 'create', 'create']);
  });
});
