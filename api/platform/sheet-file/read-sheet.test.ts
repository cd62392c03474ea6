import { describe, expect, it } from 'vitest';
import { aWorkbook } from '#api/testing/people-import-harness.ts';
import { ZIP_BOMBS } from '#api/testing/zip-bombs.ts';
import { readSheet, type SheetRow } from './read-sheet.ts';
import { LARGE_SHEET } from './sheet-lines.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const read = async (file: Uint8Array, { name = 'people.csv', limits = LARGE_SHEET } = {}) => {
  const rows: SheetRow[] = [];
  const { headings: header, reading } = await readSheet({ bytes: file, name }, limits, {}, (row) => rows.push(row));
  return { header, rows, reading };
};
const cellsOf = async (file: Uint8Array) => {
  const { header, rows } = await read(file);
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
    ['UTF-16 without a byte order mark', Uint8Array.from(Buffer.from('Name,Number\nZoë,=1+1', 'utf16le'))],
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
    const { rows } = await read(bytes('Name,Note\n"Ann","one\ntwo"\n\nBen,x\n'));
    expect(rows.map(({ line, cells }) => [line, cells[1]])).toEqual([
      [2, 'one two'],
      [5, 'x'],
    ]);
  });

  it('names a row with too many cells', async () => {
    const { rows } = await read(bytes('Name,Number\nAsh, Ann,7\nBen,8,,\nCyd'));
    expect(rows).toEqual([
      { line: 2, cells: ['Ash', 'Ann', '7'], problem: { kind: 'more_cells_than_headings', cells: 3, headings: 2 } },
      { line: 3, cells: ['Ben', '8'] },
      { line: 4, cells: ['Cyd', ''] },
    ]);
  });

  it.each([
    ['', 'The file is empty.'],
    ['\n \n', 'The file is empty.'],
    ['Name,Number\n', 'There are no rows below the headings in the first line.'],
    ['Name,Number\nAnn,"7\nBen,8\n', /quotation mark is not closed/],
    ['{"people": []}', 'This is a JSON file, neither a CSV file nor an Excel workbook.'],
    ['<table><tr><td>Name</td></tr></table>', 'This is a web page, neither a CSV file nor an Excel workbook.'],
    ['<?xml version="1.0"?><svg xmlns="x"/>', 'This is a picture, neither a CSV file nor an Excel workbook.'],
    ['%PDF-1.7\n', 'This is a PDF document, not a table.'],
    ['a\0b\0c', 'This is neither a text file nor an Excel workbook.'],
    ['PK\x03\x04 broken', 'The workbook cannot be read. Please save it again as .xlsx, or as CSV.'],
  ])('%j is refused with a reason', async (text, sentence) => {
    await expect(read(bytes(text))).rejects.toThrow(sentence);
  });

  it.each([
    ['range.xlsx', 'Name,Number\nAnn,7\n', 'This is not an Excel workbook, although its name ends in .xlsx.'],
    ['range.XLSX', 'not a workbook', 'This is not an Excel workbook, although its name ends in .xlsx.'],
    ['range.xls', '\xd0\xcf\x11\xe0', 'This Excel workbook is password-protected or in an old format.'],
    ['range.xlsx', '\xd0\xcf\x11\xe0', 'This Excel workbook is password-protected or in an old format.'],
    ['people.csv', '\x89PNG\r\n', 'This is a picture, not a table.'],
    ['range.xlsx', '\xff\xd8\xff\xe0', 'This is a picture, not a table.'],
  ])('%s with another content is refused with what it is', async (name, content, sentence) => {
    await expect(read(Buffer.from(content, 'latin1'), { name })).rejects.toThrow(sentence);
  });

  it('is read as what it is: a workbook called .csv, and a text called .xls', async () => {
    expect((await read(await aWorkbook(['Name'], ['Ann']), { name: 'range.csv' })).rows[0]?.cells).toEqual(['Ann']);
    expect((await read(bytes('Name\tNumber\nAnn\t7\n'), { name: 'export.xls' })).rows[0]?.cells).toEqual(['Ann', '7']);
  });

  it('is refused beyond the limits of its kind', async () => {
    const limits = { ...LARGE_SHEET, rows: 2, columns: 3 };
    await expect(read(bytes('a,b,c,d\n1,2,3,4\n'), { limits })).rejects.toThrow('The file has more than 3 columns.');
    await expect(read(bytes('a\n1\n2\n3\n'), { limits })).rejects.toThrow('The file has more than 2 rows.');
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
    await expect(read(file)).rejects.toThrow(reason);
    clearInterval(measuring);

    // Before, the first one took 3.4 GB.
    expect(peak - before).toBeLessThan(300_000_000);
  });
});
