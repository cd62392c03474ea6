import { readXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { streamWorkbook } from './workbook.ts';

const column = { header: 'Text', width: 10, value: (text: string) => text };

async function read(stream: AsyncIterable<Buffer>) {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece);
  return (await readXlsx(Buffer.concat(pieces))).sheets;
}

describe('a workbook', () => {
  it('contains texts of any length and any characters unchanged, in any number of sheets', async () => {
    const texts = ['plain', 'é日本😀'.repeat(4000), '<&>" \t end ', '_x0041_', 'x'.repeat(16 * 1024)];
    const many = Array.from({ length: 3000 }, (_, place) => `${place} Ærøskøbing`);
    const sheets = await read(
      streamWorkbook({ name: 'One & only', columns: [column], rows: texts }, { name: 'Two', columns: [column], rows: many }),
    );
    expect(sheets.map(({ name }) => name)).toEqual(['One & only', 'Two']);
    expect(sheets.map(({ rows }) => rows.map(([text]) => text))).toEqual([
      ['Text', ...texts],
      ['Text', ...many],
    ]);
  });

  it('puts an apostrophe in front of texts that look like formulas, and keeps numbers numbers', async () => {
    const values = ['=1+1', '+44 20 7946 0000', '-5', '@home', '\t=1', '＝1', -5, 'plain', "'quoted"];
    const workbook = streamWorkbook({
      name: 'One',
      columns: [{ header: '=Heading', width: 10, numFmt: '0.00', value: (value: string | number) => value }],
      rows: values,
    });

    expect((await read(workbook))[0]?.rows.flat()).toEqual([
      "'=Heading",
      "'=1+1",
      "'+44 20 7946 0000",
      "'-5",
      "'@home",
      "'\t=1",
      "'＝1",
      -5,
      'plain',
      "'quoted",
    ]);
  });

  it('fails when its rows do, and requests no more of them when it is no longer read', async () => {
    const broken = streamWorkbook({
      name: 'Broken',
      columns: [column],
      rows: (async function* () {
        yield 'one';
        throw new Error('The database is away.');
      })(),
    });
    await expect(read(broken)).rejects.toThrow('The database is away.');

    let ended = false;
    const left = streamWorkbook({
      name: 'Left',
      columns: [column],
      rows: (async function* () {
        try {
          for (;;) yield String(Math.random());
        } finally {
          ended = true;
        }
      })(),
    });
    // Wait until rows are requested: the parts before them are short.
    let seen = 0;
    for await (const piece of left) {
      seen += piece.length;
      if (seen > 20_000) break;
    }
    await expect.poll(() => ended).toBe(true);
  });
});
