import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, test } from 'vitest';
import { brands } from '#brands/brands.ts';
import { hasPdfReaders, listFonts, readPdf, readWordPositions } from '../../testing/pdf-reader.ts';
import { barcode } from './barcode.ts';
import { bodyText, box, columns, heading, keyValues, writingLines } from './blocks.ts';
import { readLogo } from './logo.ts';
import type { PdfContent } from './pdf-content.ts';
import { createPdfTheme } from './pdf-theme.ts';
import type { PdfBlock } from './piece.ts';
import { renderPdf } from './render-pdf.ts';
import { table, totals } from './table.ts';

const theme = createPdfTheme({ name: 'sundial', companyName: 'Sundial Uniforms' });
const createdAt = new Date('2026-11-23T10:00:00Z');
const render = (blocks: PdfBlock[], content: Partial<PdfContent> = {}) =>
  renderPdf({ title: 'Test document', format: 'a4', theme, createdAt, parts: [{ title: 'Test document', blocks }], ...content });
const rows = (count: number) => Array.from({ length: count }, (_, index) => [`Garment ${index + 1}`, 'M', String(index)]);
const garments = (count: number) =>
  table({
    columns: [
      { header: 'Garment', share: 3 },
      { header: 'Size', share: 1 },
      { header: 'Quantity', share: 1, align: 'right' },
    ],
    rows: rows(count),
  });

describe.skipIf(!hasPdfReaders)('a PDF that is read back', () => {
  it.each(['a4', 'label'] as const)('is valid in the format %s', async (format) => {
    const { faults, info } = await readPdf(
      render([heading('Label', { level: 1 }), bodyText('Text'), barcode('SUN-1'), keyValues([{ key: 'From', value: 'Ann' }])], {
        format,
      }),
    );

    expect(faults).toBe('');
    expect(info).toContain(
      format === 'a4' ? 'Page size:       595.276 x 841.89 pts (A4)' : 'Page size:       283.465 x 425.197 pts',
    );
  });

  it('names its title, its language and its structure', async () => {
    const { info, objects, structure } = await readPdf(
      render([heading('Slip', { level: 1 }), keyValues([{ key: 'Wearer', value: 'Ann' }]), garments(1), barcode('SUN-1')]),
    );

    expect(info).toContain('Title:           Test document');
    expect(info).toContain('Tagged:          yes');
    expect(objects).toContain('/Lang (en-GB)');
    expect(objects).toContain('/DisplayDocTitle true');
    expect(objects).toContain('/Alt (Sundial Uniforms)');
    expect(objects).toContain('/Alt (Barcode of SUN-1)');
    const lines = structure.split('\n').map((line) => line.trim().replace(/ \(block\)|:$/g, ''));
    expect(lines.filter((line) => line !== '')).toEqual(
      'Document|Sect|Figure|""|H1|"Slip"|L|LI|Lbl|"Wearer"|LBody|"Ann"|Table|THead|TR|TH|/Scope /Column|"Garment"|TH|/Scope /Column|"Size"|TH|/Scope /Column|"Quantity"|TBody|TR|TH|/Scope /Row|"Garment 1"|TD|"M"|TD|"0"|Figure|""|P|"SUN-1"'.split(
        '|',
      ),
    );
  });

  it('contains names of all European alphabets as they are written', async () => {
    const names = [
      'Łukasz Żółć',
      'Nguyễn Thị Ánh',
      'Ελένη Παππά',
      'Щербаков Юрій',
      'Šárka Ðuro Ærø',
      'İbrahim Ğ',
      "O'Brien–Smith",
    ];
    const { pages } = await readPdf(render(names.map((name) => bodyText(name))));

    for (const name of names) expect(pages[0]).toContain(name);
  });

  it('marks characters that the fonts lack, and gives readers the text itself', async () => {
    const { pages, faults, structure, objects } = await readPdf(
      render([keyValues([{ key: 'Wearer', value: 'Ann ᏣᎳᎩ Mankiller' }]), bodyText('ߒߞߏ')]),
    );

    expect(faults).toBe('');
    expect(pages[0]).toContain('ᏣᎳᎩ');
    expect(pages[0]?.match(/\p{Script=Nko}+/u)?.[0]).toHaveLength(3);
    // On paper there is a mark for each letter of Cherokee and of N’Ko.
    expect(structure.match(/\?+/g)).toEqual(['???', '???']);
    expect(structure.replaceAll(/\s+/g, ' ')).toContain('"Ann " Span (inline) "???" " Mankiller"');
    expect(objects).toContain('/ActualText');
  });

  it('is read the same whatever was drawn before', async () => {
    const text = 'HÁRS: A – a…';
    await readPdf(render([bodyText('ÁÀÅ : … \u2010 Ấ')]));

    expect((await readPdf(render([bodyText(`${text} well-known.`)]))).pages[0]).toContain(`${text} well-known.`);
  });

  it('prints what looks like a template as it is', async () => {
    const texts = ['{{7*7}}', '$' + '{7*7}', '<b>bold</b>', '%s \\n (a) /Name', '#{1+1}'];
    const { pages } = await readPdf(render(texts.map((text) => bodyText(text))));

    for (const text of texts) expect(pages[0]).toContain(text);
  });

  it('repeats the header of a table on each page, numbers the pages, and keeps the order of rows', async () => {
    const { pages, structure } = await readPdf(
      render([heading('List', { level: 1 }), garments(120), totals([{ label: 'Total', value: '£9' }])]),
    );

    expect(pages.length).toBeGreaterThan(3);
    for (const [index, page] of pages.entries()) {
      expect(page).toContain('Garment Size Quantity');
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
    }
    expect(pages.join('').match(/Garment \d+ M \d+/g)).toEqual(rows(120).map((row) => row.join(' ')));
    // Screen readers meet the header only once.
    expect(structure.match(/"Quantity"/g)).toHaveLength(1);
    expect(pages.at(-1)).toContain('Total £9');
  });

  it('numbers the pages of each part by themselves', async () => {
    const part = (title: string, count: number) => ({ title, blocks: [heading(title, { level: 1 }), garments(count)] });
    const { pages } = await readPdf(render([], { parts: [part('Ann', 2), part('Ben', 50), part('Cem', 1)] }));

    expect(pages.map((page) => /Page \d of \d/.exec(page)?.[0])).toEqual([
      'Page 1 of 1',
      'Page 1 of 2',
      'Page 2 of 2',
      'Page 1 of 1',
    ]);
    expect(pages[2]).toContain('Ben · Sundial Uniforms');
  });

  it('keeps long words and names of 10 kB inside the page, and cuts them', async () => {
    const long = 'Featherstonehaugh'.repeat(600);
    const before = process.cpuUsage();
    const { pages, bytes } = await readPdf(
      render([
        heading(long, { level: 1 }),
        keyValues([{ key: long, value: long }]),
        table({
          columns: [
            { header: long, share: 1 },
            { header: 'B', share: 3 },
          ],
          rows: [[long, { text: long, detail: long }]],
        }),
        columns([[bodyText(long)], [box(long, [bodyText(`${'a '.repeat(5000)}`)])]]),
        writingLines([long, 'Date']),
      ]),
    );

    // The time of this process alone: other work on the machine, and the programs that read the file, take none of it.
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(2000);
    expect(pages.join('')).toContain('…');
    const words = readWordPositions(bytes);
    expect(Math.min(...words.map(({ left }) => left))).toBeGreaterThanOrEqual(47);
    expect(Math.max(...words.map(({ right }) => right))).toBeLessThanOrEqual(595.3 - 47);
  });

  it('embeds subsets of our own fonts, and no other', async () => {
    const fonts = listFonts((await readPdf(render([heading('Title', { level: 1 }), bodyText('Łódź'), garments(1)]))).bytes);

    expect(fonts.length).toBeGreaterThan(2);
    for (const font of fonts) expect(font).toMatch(/^[A-Z]{6}\+Inter-\w+ +CID TrueType +Identity-H +yes yes yes /);
  });

  it('has the heading face of its brand, and a name in place of a missing logo', async () => {
    const alder = await readPdf(
      render([heading('Slip', { level: 1 })], { theme: createPdfTheme({ name: 'alder', companyName: 'Alder & Vane' }) }),
    );
    const unknown = await readPdf(
      render([heading('Slip', { level: 1 })], { theme: createPdfTheme({ name: 'none', companyName: 'Plain Ltd' }) }),
    );

    expect(listFonts(alder.bytes).join('')).toContain('SourceSerif4-Regular');
    expect(unknown.pages[0]).toMatch(/^Plain Ltd\nSlip/);
  });
});

test.each(Object.values(brands))('the logo of $company can be drawn', ({ logo }) => {
  expect(readLogo(logo ?? '').shapes.length).toBeGreaterThan(2);
});

test('the same content gives the same bytes', async () => {
  const draw = () => buffer(render([heading('Slip', { level: 1 }), garments(40), barcode('SUN-1')]));

  expect((await draw()).equals(await draw())).toBe(true);
});

test('a barcode that would be too narrow to read is refused', async () => {
  await expect(buffer(render([barcode('A-very-long-number-that-no-scanner-reads')], { format: 'label' }))).rejects.toThrow(
    'does not fit',
  );
});

test('other work is done while a long document is drawn', async () => {
  let turns = 0;
  const drawing = buffer(render([garments(500)])).finally(() => {
    turns = -turns;
  });
  while (turns >= 0 && turns < 1000) {
    await setImmediate();
    turns++;
  }
  await drawing;

  expect(-turns).toBeGreaterThan(3);
});

test('drawing ends when no one reads the document any more', async () => {
  let drawn = 0;
  function* endless() {
    for (;;) yield [`Row ${drawn++}`, 'M', '1'];
  }
  const stream = render([table({ columns: [{ header: 'A', share: 1 }], rows: endless() })]);
  stream.on('error', () => {});
  await setImmediate();
  stream.destroy();
  await setImmediate();
  await setImmediate();
  const atEnd = drawn;
  await setImmediate();

  expect(drawn).toBe(atEnd);
});
