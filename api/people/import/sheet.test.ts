import { describe, expect, it } from 'vitest';
import { aWorkbook } from '#api/testing/people-import-harness.ts';
import { guessImportFields, normaliseHeading } from './columns.rules.ts';
import { parseImportDate } from './dates.rules.ts';
import { parsePeopleSheet } from './sheet.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
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
    ['a line that says its sign', bytes('sep=|\r\nName|Number\r\nZoë|=1+1')],
    ['quotation marks, empty lines and blanks', bytes('\n\n"Name","Number"\n\n" Zoë ","=1+1"\n,,\n')],
    ['UTF-16', Uint8Array.from([0xff, 0xfe, ...Buffer.from('Name,Number\nZoë,=1+1', 'utf16le')])],
    ['Windows-1252', Uint8Array.from(Buffer.from('Name,Number\nZo\xeb,=1+1', 'latin1'))],
  ])('is read with %s', async (_, file) => {
    expect(await cellsOf(file)).toEqual(PLAIN);
  });

  it('is read from a workbook, with days as days and numbers as they are', async () => {
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

  it('says on which line a row begins, also behind cells of several lines', async () => {
    const { rows } = await parsePeopleSheet(bytes('Name,Note\n"Ann","one\ntwo"\n\nBen,x\n'));
    expect(rows.map(({ line, cells }) => [line, cells[1]])).toEqual([
      [2, 'one two'],
      [5, 'x'],
    ]);
  });

  it('says of a line with too many cells that it is no row', async () => {
    const { rows } = await parsePeopleSheet(bytes('Name,Number\nAsh, Ann,7\nBen,8,,\nCyd'));
    expect(rows).toEqual([
      { line: 2, cells: ['Ash', 'Ann'], problem: 'The line has 3 cells where the headings are 2.' },
      { line: 3, cells: ['Ben', '8'] },
      { line: 4, cells: ['Cyd', ''] },
    ]);
  });

  it.each([
    ['', 'The file is empty.'],
    ['\n \n', 'The file is empty.'],
    ['Name,Number\n', 'There are no rows below the headings of the first line.'],
    ['Name,Number\nAnn,"7\nBen,8\n', /quotation mark is opened and never closed/],
    ['{"people": []}', 'The file is no CSV file and no Excel workbook.'],
    ['a\0b\0c', 'The file is no text and no Excel workbook (.xlsx).'],
    ['PK\x03\x04 broken', 'The workbook cannot be read. Please save it again as .xlsx, or as CSV.'],
  ])('%j is refused in words', async (text, sentence) => {
    await expect(parsePeopleSheet(bytes(text))).rejects.toThrow(sentence);
  });
});

it('knows columns by what they are called, and by what was said of them before', () => {
  const remembered = new Map([
    [normaliseHeading('Badge'), 'employeeNumber' as const],
    [normaliseHeading('Site'), null],
  ]);
  expect(
    guessImportFields(['E-Mail', 'Surname', 'Staff No.', 'Badge', 'Site', 'Hire date', 'Shoe size', 'Mail'], remembered),
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
])('reads the day %s', (cell, day) => {
  expect(parseImportDate(cell, false)).toBe(day);
  if (cell === '04/03/2026') expect(parseImportDate(cell, true)).toBe('2026-04-03');
});
