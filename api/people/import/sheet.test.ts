import { describe, expect, it } from 'vitest';
import { aWorkbook } from '#api/testing/people-import-harness.ts';
import { ZIP_BOMBS } from '#api/testing/zip-bombs.ts';
import { normaliseHeading, suggestImportFields } from './columns.rules.ts';
import { parseImportDate } from './dates.rules.ts';
import { type PeopleSheetRow, readPeopleSheet } from './sheet.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const parsePeopleSheet = async (file: Uint8Array) => {
  const rows: PeopleSheetRow[] = [];
  const header = await readPeopleSheet(file, (row) => rows.push(row));
  return { header, rows };
};
const cellsOf = async (file: Uint8Array) => {
  const { header, rows } = await parsePeopleSheet(file);
  return [header, ...rows.map(({ cells }) => cells)];
};
const PLAIN = [
  ['Name', 'Number'],
  ['Zoë', '=1+1'],
];

describe('a file', () => {
  it.each([
    ['commas', bytes('Name,Number\r\nZoë,=1+1\r\n')],
    ['a byte order mark and semicolons', bytes('\ufeffName;Number\nZoë;=1+1')],
    ['tabs', bytes('Name\tNumber\rZoë\t=1+1\r')],
    ['a first line that names the delimiter', bytes('sep=|\r\nName|Number\r\nZoë|=1+1')],
    ['quotation marks, empty lines and spaces', bytes('\n\n"Name","Number"\n\n" Zoë ","=1+1"\n,,\n')],
    ['UTF-16', Uint8Array.from([0xff, 0xfe, ...Buffer.from('Name,Number\nZoë,=1+1', 'utf16le')])],
    ['Windows-1252', Uint8Array.from(Buffer.from('Name,Number\nZo\xeb,=1+1', 'latin1'))],
  ])('is read with %s', async (_, file) => {
    expect(await cellsOf(file)).toEqual(PLAIN);
  });

  it('is read from a workbook, with dates in ISO form and numbers without format', async () => {
    const file = await aWorkbook(
      ['Name', 'Start', 'Number', 'Hours', 'Open'],
      ['Zoë', new Date('2026-03-31T00:00:00Z'), 1042, 37.5, true],
      [null, null, null, null, null],
      ['@home', null, '007', -1, false],
    );
    expect(await cellsOf(file)).toEqual([
      ['Name', 'Start', 'Number', 'Hours', 'Open'],
      ['Zoë', '2026-03-31', '1042', '37.5', 'yes'],
      ['@home', '', '007', '-1', 'no'],
    ]);
  });

  it.each(['+44 20 7946 0000', '=1+1', '-5', '@home'])(
    'has %s, with or without the mark of text of a spreadsheet',
    async (value) => {
      expect((await cellsOf(bytes(`Name\n${value}\n'${value}\n'quoted'`))).flat()).toEqual(['Name', value, value, "'quoted'"]);
    },
  );

  it('has the line on which each row begins, also after cells of several lines', async () => {
    const { rows } = await parsePeopleSheet(bytes('Name,Note\n"Ann","one\ntwo"\n\nBen,x\n'));
    expect(rows.map(({ line, cells }) => [line, cells[1]])).toEqual([
      [2, 'one two'],
      [5, 'x'],
    ]);
  });

  it('refuses a row with too many cells', async () => {
    const { rows } = await parsePeopleSheet(bytes('Name,Number\nAsh, Ann,7\nBen,8,,\nCyd'));
    expect(rows).toEqual([
      { line: 2, cells: ['Ash', 'Ann'], problem: 'The line has 3 cells, but there are 2 headings.' },
      { line: 3, cells: ['Ben', '8'] },
      { line: 4, cells: ['Cyd', ''] },
    ]);
  });

  it.each([
    ['', 'The file is empty.'],
    ['\n \n', 'The file is empty.'],
    ['Name,Number\n', 'There are no rows below the headings in the first line.'],
    ['Name,Number\nAnn,"7\nBen,8\n', /quotation mark is not closed/],
    ['{"people": []}', 'The file is neither a CSV file nor an Excel workbook.'],
    ['a\0b\0c', 'The file is neither a text file nor an Excel workbook (.xlsx).'],
    ['PK\x03\x04 broken', 'The workbook cannot be read. Please save it again as .xlsx, or as CSV.'],
  ])('%j is refused with a reason', async (text, sentence) => {
    await expect(parsePeopleSheet(bytes(text))).rejects.toThrow(sentence);
  });
});

describe('a workbook that unpacks to gigabytes', () => {
  it.each([
    ['a sheet of 1 GB', 'The workbook contains too much data.'],
    ['a sheet of 1 GB that its directory denies', 'The workbook contains too much data.'],
    ['30 million shared texts', 'The workbook contains too much data.'],
    ['a long text in every cell', 'The workbook contains too much data.'],
    ['a tag of 190 MB', 'The workbook cannot be read.'],
    ['an empty cell in the last column of every row', 'The file has more than 50,000 rows.'],
  ] as const)('is refused with little memory: %s', async (kind, reason) => {
    const file = ZIP_BOMBS[kind]();
    const before = process.memoryUsage.rss();
    let peak = before;
    const measuring = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage.rss());
    }, 5);
    await expect(parsePeopleSheet(file)).rejects.toThrow(reason);
    clearInterval(measuring);

    // Before, the first one took 3.4 GB.
    expect(peak - before).toBeLessThan(300_000_000);
  });
});

it('suggests the fields of columns by the saved choices, otherwise by their headings', () => {
  const saved = new Map([
    [normaliseHeading('Badge'), 'employeeNumber' as const],
    [normaliseHeading('Site'), null],
  ]);
  expect(
    suggestImportFields('people', ['E-Mail', 'Surname', 'Staff No.', 'Badge', 'Site', 'Hire date', 'Shoe size', 'Mail'], saved),
  ).toEqual(['email', 'lastName', null, 'employeeNumber', null, 'startDateUtc', null, null]);
});

it.each([
  ['2026-03-04', '2026-03-04'],
  ['2026-03-04T00:00:00Z', '2026-03-04'],
  ['04/03/2026', '2026-03-04'],
  ['4.3.26', '2026-03-04'],
  ['4 March 2026', '2026-03-04'],
  ['04-Mar-2026', '2026-03-04'],
  ['46085', '2026-03-04'],
  ['04/03/2026 00:00:00', '2026-03-04'],
  ['31/02/2026', undefined],
  ['13/13/2026', undefined],
  ['soon', undefined],
  ['4 Foo 2026', undefined],
])('reads the date %s', (cell, day) => {
  expect(parseImportDate(cell, false)).toBe(day);
  if (cell === '04/03/2026') expect(parseImportDate(cell, true)).toBe('2026-04-03');
});
