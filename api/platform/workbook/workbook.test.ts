import { readXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { Archive } from './unzip.ts';
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

  it('keeps texts that look like formulas texts, also when someone edits them, and numbers numbers', async () => {
    const values = ['=1+1', '+44 20 7946 0000', '-5', '@home', '\t=1', '＝1', -5, 'plain'];
    const pieces: Buffer[] = [];
    for await (const piece of streamWorkbook({
      name: 'One',
      columns: [{ header: '=Heading', width: 10, numFmt: '0.00', value: (value: string | number) => value }],
      rows: values,
    }))
      pieces.push(piece);
    const file = Buffer.concat(pieces);
    const archive = new Archive(file, 1_000_000);
    const textOf = async (path: string) => {
      let text = '';
      for await (const chunk of archive.read(path)) text += chunk.toString();
      return text;
    };
    const styles = [...(await textOf('xl/styles.xml')).matchAll(/<xf [^>]*xfId="0"[^>]*>/g)].map(([xf]) =>
      xf.includes('quotePrefix="1"'),
    );
    const cells = [...(await textOf('xl/worksheets/sheet1.xml')).matchAll(/<c r="A\d+"(?: s="(\d+)")?(?: t="(\w+)")?/g)];

    expect(cells.map(([, style = '0', type]) => [styles[Number(style)], type])).toEqual([
      ...Array.from({ length: 7 }, () => [true, 'inlineStr']),
      [false, undefined],
      [false, 'inlineStr'],
    ]);
    expect((await readXlsx(file)).sheets[0]?.rows.flat()).toEqual(['=Heading', ...values]);
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
