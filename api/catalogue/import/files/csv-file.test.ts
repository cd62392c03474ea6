import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findHeaderRow } from './column-mapping.rules.ts';
import { readRow } from './columns.rules.ts';
import { type CsvRecord, openCsv, readRecords } from './csv-file.ts';

const fixtures = join(import.meta.dirname, '../shopify/fixtures');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'livery-csv-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function readAll(path: string) {
  const file = await openCsv(path, findHeaderRow);
  const records: CsvRecord[] = [];
  for await (const record of readRecords(file)) records.push(record);
  return { file, records };
}

async function readText(text: string | Buffer) {
  const path = join(folder, 'text.csv');
  await writeFile(path, text);
  return readAll(path);
}

test.each([
  ['utf8-mark.csv', 'utf-8', ','],
  ['utf16le.csv', 'utf-16le', ','],
  ['utf16be.csv', 'utf-16be', ','],
  ['utf16le-no-mark.csv', 'utf-16le', ','],
  ['cr-line-ends.csv', 'utf-8', ','],
  ['crlf-line-ends.csv', 'utf-8', ','],
  ['windows-1252.csv', 'windows-1252', ','],
  ['semicolons.csv', 'utf-8', ';'],
  ['tabs.csv', 'utf-8', '\t'],
])('detects encoding and delimiter of %s', async (name, encoding, delimiter) => {
  const { file, records } = await readAll(join(fixtures, name));
  expect(file).toMatchObject({ encoding, delimiter });
  const first = name === 'semicolons.csv' ? 3 : 2;
  expect(records.map(({ line }) => line)).toEqual([first, first + 1]);
  const rows = records.map((record) => readRow(file.header, record.line, 'cells' in record ? record.cells : []));
  expect(rows[0]?.cells).toMatchObject({ handle: 'cafe-apron', title: expect.stringMatching(/^Café Apron/), price: '9,90' });
  expect(rows[0]?.options).toEqual([{ name: 'Größe', value: 'L' }]);
});

test.each([
  ['empty.csv', 'is empty'],
  ['no-header.csv', 'no column called Handle'],
  ['picture.png', 'a PNG picture'],
  ['page.html', 'a web page'],
  ['missing.csv', 'there is no file'],
  ['.', 'a folder'],
])('refuses %s with a message', async (name, message) => {
  await expect(openCsv(join(fixtures, name), findHeaderRow)).rejects.toThrow(message);
});

test('skips only the broken line when quotation marks do not match', async () => {
  const { records } = await readAll(join(fixtures, 'unbalanced-quotes.csv'));
  expect(records.map((record) => [record.line, 'problem' in record ? record.problem : record.cells[0]])).toEqual([
    [2, 'good-shirt'],
    [3, 'inch-boot'],
    [4, expect.stringContaining('quotation mark')],
    [5, 'after-shirt'],
    [6, 'stray-shirt'],
    [7, 'the row has 7 cells where the header has 5'],
    [8, 'last-shirt'],
  ]);
  expect(records[1]).toMatchObject({ isRepaired: true, cells: expect.arrayContaining(['Boot of 10" height']) });
  expect(records[4]).toMatchObject({ isRepaired: true, cells: expect.arrayContaining(['<p>a "stray" mark</p>']) });
});

test('skips only the broken line when the last quotation mark is missing', async () => {
  const { records } = await readText('Handle,Title\na,One\nb,"Two\nc,Three\nd,Four\n');
  expect(records.map((record) => ('problem' in record ? `line ${record.line}` : record.cells[0]))).toEqual([
    'a',
    'line 3',
    'c',
    'd',
  ]);
});

test('does not read the rest of a broken description as products', async () => {
  const { records } = await readText('Handle,Title,Body,Price\na,One,"<p>10" wide\nsoft, warm\n</p>",5\nb,Two,,6\n');
  expect(records.filter((record) => 'cells' in record).map((record) => record.line)).toEqual([5]);
});

const cell = fc.string({
  unit: fc.constantFrom('a', 'é', '🧵', '"', ',', ';', '\n', '\r\n', '\r', ' ', '\t', '1', "'"),
  maxLength: 12,
});
const style = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t'),
  end: fc.constantFrom('\n', '\r\n', '\r'),
  encoding: fc.constantFrom<BufferEncoding>('utf8', 'utf16le'),
  endsOpen: fc.boolean(),
});

test('reads back any table with the line number of each row', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 8 }),
      style,
      async (rows, { delimiter, end, encoding, endsOpen }) => {
        const quote = (text: string) => (/["\r\n,;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
        const lines = [['Handle', 'Title', 'Price'], ...rows].map((row) => row.map(quote).join(delimiter));
        const text = `\ufeff${lines.join(end)}${endsOpen ? '' : end}`;
        const { records } = await readText(Buffer.from(text, encoding));
        expect(records.map((record) => ('cells' in record ? record.cells : record))).toEqual(rows);
        let line = 2;
        for (const [index, row] of rows.entries()) {
          expect(records[index]?.line).toBe(line);
          line += row.reduce((sum, text) => sum + (text.match(/\r\n|\r|\n/g)?.length ?? 0), 1);
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('throws only UnreadableFile for any bytes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
      try {
        await readText(Buffer.concat([Buffer.from('Handle,Title\n'), bytes]));
      } catch (error) {
        expect((error as Error).constructor.name).toBe('UnreadableFile');
      }
    }),
    { numRuns: 40 },
  );
});
