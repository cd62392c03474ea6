import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { usePeopleImports } from '#api/testing/people-import-harness.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { encodeText } from '#api/testing/text-encodings.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { zipWorkbook } from '#api/testing/zip-bombs.ts';
import type { ReplyOf } from '#contract/index.ts';
import { deleteExpiredImportFiles } from './imports.queries.ts';

const portal = usePortal();
const harness = usePeopleImports(portal);
const otherKinds = { balances: usePeopleImports(portal, 'balances'), range: usePeopleImports(portal, 'range') };
let admin: TestClient;
beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
});

type Reading = ReplyOf<'GET /api/peopleimports/:id/reading'>['importReading'];
const getReading = async (id: number): Promise<Reading> =>
  (await admin.get<'GET /api/peopleimports/:id/reading'>(`/api/peopleimports/${id}/reading`)).body.importReading;
const change = (id: number, body: object) =>
  admin.post<'POST /api/peopleimports/:id/reading'>(`/api/peopleimports/${id}/reading`, body);
const upload = async (content: string | Uint8Array, fileName?: string) => {
  const uploaded = await harness.upload(admin, content, fileName);
  return { ...uploaded, reading: await getReading(uploaded.id) };
};
/** Statements of this database that wait for a lock. Read outside transactions, in which PostgreSQL keeps the first answer. */
async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    portal.db,
  );
  return rows[0]?.n ?? 0;
}
const cellsOf = ({ firstRows }: Reading) => firstRows.map(({ cells }) => cells.join('|'));

const REPORT =
  'All Active Workers\nOrganization,Meridian Resorts\nEffective Date,11/28/2026\n\nEmployee ID,First Name,Last Name,Email - Work,Region\n21001,Lena,Ost,lena.ost@meridian.example,North\n21002,Ravi,Nand,ravi.nand@meridian.example,North\n';
const CZECH = encodeText(
  'Employee Number;First Name;Last Name;Email;Group\n731;Łukasz;Wójcik;a@meridian.example;North\n732;Jiří;Dvořák;b@meridian.example;North\n',
  'windows-1250',
);

describe('a file', () => {
  it('is read below the title lines of a report, which are shown', async () => {
    const { columns, reading } = await upload(REPORT);
    expect(columns.map(({ field }) => field)).toEqual([
      'employeeNumber',
      'firstName',
      'lastName',
      'email',
      'organisationGroupIds',
    ]);
    expect(reading).toMatchObject({ line: 5, headingLines: 1, encoding: { name: 'utf-8', isCertain: true }, isConfirmed: true });
    expect(reading.linesAbove.map(({ cells }) => cells[0])).toEqual(['All Active Workers', 'Organization', 'Effective Date']);
    expect(reading.notes).toEqual(['The headings are in line 5. 3 lines above not imported.']);
    expect(cellsOf(reading)[0]).toBe('21001|Lena|Ost|lena.ost@meridian.example|North');
  });

  it('whose letters could be several is shown with its names, and not previewed before that is confirmed', async () => {
    const { id, columns, reading } = await upload(CZECH);
    expect(reading).toMatchObject({ encoding: { name: 'windows-1250', isCertain: false, badBytes: 0 }, isConfirmed: false });
    expect(reading.odd).toEqual([
      { line: 2, text: 'Łukasz' },
      { line: 2, text: 'Wójcik' },
      { line: 3, text: 'Jiří' },
      { line: 3, text: 'Dvořák' },
    ]);
    const uploaded = await harness.get(admin, id);
    expect(uploaded.isReadingConfirmed).toBe(false);
    expect(await harness.requestPreview(admin, uploaded)).toMatchObject({
      status: 409,
      errors: { peopleImport: [expect.stringContaining('windows-1250')] },
    });

    const other = await change(id, { encoding: 'windows-1252' });
    expect(other.body.importReading).toMatchObject({ encoding: { name: 'windows-1252' }, isConfirmed: true });
    expect(cellsOf(other.body.importReading)[0]).toContain('£ukasz');
    const { importReading } = (await change(id, { encoding: 'windows-1250' })).body;
    expect(cellsOf(importReading)[1]).toBe('732|Jiří|Dvořák|b@meridian.example|North');
    expect((await harness.requestPreview(admin, { ...uploaded, columns })).status).toBe(200);
  });

  it('is not confirmed as it is no longer read, when it was read differently meanwhile', async () => {
    const { id } = await upload(CZECH);
    const confirming = await portal.db.transaction().execute(async (tx) => {
      await sql`select from people_import where organisation_id = 1 and id = ${id} for update`.execute(tx);
      const answer = change(id, { encoding: 'windows-1250' });
      await expect.poll(() => countWaiting()).toBeGreaterThan(0);
      await sql`update people_import set reading = jsonb_set(reading, '{encoding,name}', '"windows-1252"') where organisation_id = 1 and id = ${id}`.execute(
        tx,
      );
      // Not awaited here: it waits for this transaction.
      return { answer };
    });
    expect(await confirming.answer).toMatchObject({
      status: 409,
      errors: { peopleImport: [expect.stringContaining('meanwhile')] },
    });
    expect((await harness.get(admin, id)).isReadingConfirmed).toBe(false);
  });

  it('leaves out rows that a filter hides, and says so, unless they are chosen', async () => {
    const file = readFileSync(join(import.meta.dirname, 'fixtures/filtered-row.xlsx'));
    const { id, rows, reading } = await upload(file, 'people.xlsx');
    expect([rows, reading.hiddenRowCount, reading.notes]).toEqual([1, 1, ['1 hidden row left out. The sheet has a filter.']]);
    const { importReading } = (await change(id, { hiddenRows: 'import' })).body;
    expect([cellsOf(importReading).length, importReading.notes]).toEqual([2, ['1 hidden row read too. The sheet has a filter.']]);
    expect((await harness.get(admin, id)).rows).toBe(2);
  });

  it('has the value of a merged cell in each of its rows', async () => {
    const { reading } = await upload(readFileSync(join(import.meta.dirname, 'fixtures/merged-destination.xlsx')), 'people.xlsx');
    expect(reading.firstRows.map(({ cells }) => cells[5])).toEqual(['Bamburgh Sands', 'Bamburgh Sands', 'Bamburgh Sands']);
    expect(reading.notes).toEqual(['Merged cells were read as the same value in each of their rows.']);
  });

  it('is read with cells beyond the headings, which are ignored and said', async () => {
    const stray = `Employee Number,First Name,Last Name,Email,Group,,\n901,A,Trail,a.trail@meridian.example,North,,\n902,B,Trail,b.trail@meridian.example,North,,check\n`;
    const { id, reading } = await upload(stray);
    expect(reading.notes).toEqual(['Cells beyond the headings ignored in 1 line.']);
    await harness.requestPreview(admin, await harness.get(admin, id));
    await harness.runJob(admin, id);
    expect((await harness.get(admin, id)).counts).toMatchObject({ create: 2, refuse: 0 });
    expect((await harness.rows(admin, id)).map(({ reasons }) => reasons)).toEqual([
      [],
      ['Ignored, because it is beyond the headings: check'],
    ]);
  });

  it('of which another line is chosen for the headings is read from there, and previewed again', async () => {
    const { id } = await upload(REPORT);
    const { importReading } = (await change(id, { line: 2 })).body;
    expect([importReading.line, importReading.headings.slice(0, 2), importReading.firstRows.length]).toEqual([
      2,
      ['Organization', 'Meridian Resorts'],
      4,
    ]);
    expect(await change(id, { line: 900 })).toMatchObject({ status: 422 });
    expect(await change(id, { sheet: 3 })).toMatchObject({ status: 422, errors: { sheet: ['The workbook has no such sheet.'] } });
  });

  it('that is no longer kept can be confirmed, but not read differently', async () => {
    const { id } = await upload(CZECH);
    await portal.db.updateTable('people_import').set({ file_expires_at: new Date() }).where('id', '=', id).execute();
    expect((await getReading(id)).canBeChanged).toBe(false);
    expect(await change(id, { encoding: 'windows-1252' })).toMatchObject({
      status: 409,
      errors: { peopleImport: [expect.stringContaining('no longer kept')] },
    });
    expect((await change(id, { encoding: 'windows-1250' })).body.importReading.isConfirmed).toBe(true);
  });
});

describe.each([
  ['balances', 'Personnel no;Wardrobe;Garment;Balance left\n10482;Front of house;Blouse Zoë;3\n', 4],
  ['range', 'SKU;Product;Own price\nM-1;Chemise Zoë;12.00\n', 3],
] as const)('a file of another kind: %s', (kind, table, columns) => {
  it('is found below titles and asked about its letters in the same way', async () => {
    const { id, columns: found } = await otherKinds[kind].upload(
      admin,
      encodeText(`Report of the old portal\nAs of;28.11.2026\n\n${table}`, 'windows-1252'),
    );
    expect(found.map(({ field }) => field !== null)).toEqual(Array.from({ length: columns }, () => true));
    const reading = await getReading(id);
    expect(reading).toMatchObject({ line: 4, isConfirmed: false, encoding: { name: 'windows-1252', isCertain: false } });
    expect(reading.odd.map(({ text }) => text)).toEqual([expect.stringContaining('Zoë')]);
  });
});

describe('the file of an import', () => {
  const isKept = async (id: number) => (await getReading(id)).canBeChanged;

  it('is deleted when it expires, and when the import is discarded', async () => {
    const deleted: string[] = [];
    const blobs = { delete: async (key: string) => void deleted.push(key) };
    const { id } = await upload(REPORT);
    // Files that other tests have left.
    await deleteExpiredImportFiles({ db: portal.db, blobs });
    deleted.length = 0;
    expect([await deleteExpiredImportFiles({ db: portal.db, blobs }), await isKept(id)]).toEqual([0, true]);

    await portal.db
      .updateTable('people_import')
      .set({ file_expires_at: new Date(0) })
      .where('id', '=', id)
      .execute();
    expect(await deleteExpiredImportFiles({ db: portal.db, blobs })).toBe(1);
    expect([deleted.length, await isKept(id)]).toEqual([1, false]);
    expect(await deleteExpiredImportFiles({ db: portal.db, blobs })).toBe(0);
    expect((await admin.delete<'DELETE /api/peopleimports/:id'>(`/api/peopleimports/${id}`)).status).toBe(200);
  });

  it('is not read again once it has been imported', async () => {
    const { id } = await upload(REPORT.replaceAll('2100', '2200').replaceAll('@', '.run@'));
    await harness.requestPreview(admin, await harness.get(admin, id));
    await harness.runJob(admin, id);
    expect((await admin.post(`/api/peopleimports/${id}/run`, {})).status).toBe(200);
    expect(await change(id, { line: 2 })).toMatchObject({ status: 409 });
    expect(await isKept(id)).toBe(false);
    await harness.runJob(admin, id);
  });
});

describe('a workbook', () => {
  const inline = (reference: string, text: string) => `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`;

  it('is read on the sheet that has the headings, not on the one that explains them; another one can be chosen', async () => {
    const file = await aWorkbookOf({
      'Read me': [['This report lists all employees.'], ['Do not forward.']],
      Staff: [
        ['Personnel no.', 'First name', 'Surname', 'E-mail'],
        ['17', 'Ann', 'Lee', 'ann@meridian.example'],
      ],
      Sites: [['Site'], ['Bamburgh Sands'], ['Solent Quay']],
    });
    const { id, reading } = await upload(file, 'people.xlsx');
    expect([reading.sheet, reading.sheets.map(({ name }) => name), reading.firstRows[0]?.cells]).toEqual([
      1,
      ['Read me', 'Staff', 'Sites'],
      ['17', 'Ann', 'Lee', 'ann@meridian.example'],
    ]);
    expect(reading.notes).toEqual(['2 other sheets not read: “Read me”, “Sites”.']);
    const { importReading } = (await change(id, { sheet: 2 })).body;
    expect(cellsOf(importReading)).toEqual(['Bamburgh Sands', 'Solent Quay']);
  });

  it('has headings over two lines, of which the upper ones are merged', async () => {
    const file = zipWorkbook({
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData>
        <row r="1">${inline('A1', 'Employee number')}${inline('B1', 'Name')}${inline('D1', 'Email')}</row>
        <row r="2">${inline('B2', 'First')}${inline('C2', 'Last')}</row>
        <row r="3">${inline('A3', '7')}${inline('B3', 'Ann')}${inline('C3', 'Lee')}${inline('D3', 'ann@meridian.example')}</row>
        <row r="4">${inline('A4', '8')}${inline('B4', 'Ben')}${inline('C4', 'Ray')}${inline('D4', 'ben@meridian.example')}</row>
        </sheetData><mergeCells><mergeCell ref="A1:A2"/><mergeCell ref="B1:C1"/><mergeCell ref="D1:D2"/></mergeCells></worksheet>`,
    });
    const { columns, reading } = await upload(file, 'people.xlsx');
    expect([reading.line, reading.headingLines, reading.headings, cellsOf(reading)[0]]).toEqual([
      1,
      2,
      ['Employee number', 'First', 'Last', 'Email'],
      '7|Ann|Lee|ann@meridian.example',
    ]);
    expect(columns.map(({ field }) => field)).toEqual(['employeeNumber', 'firstName', 'lastName', 'email']);
  });
});

async function aWorkbookOf(sheets: Record<string, string[][]>): Promise<Uint8Array> {
  const { writeXlsx } = await import('hucre/xlsx');
  return writeXlsx({ sheets: Object.entries(sheets).map(([name, rows]) => ({ name, rows })) });
}
