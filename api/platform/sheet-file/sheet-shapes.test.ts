import fc from 'fast-check';
import { writeXlsx } from 'hucre/xlsx';
import { expect, it } from 'vitest';
import { encodeText } from '#api/testing/text-encodings.ts';
import { findHeadings } from './heading-rows.rules.ts';
import { readSheet, sampleSheets } from './read-sheet.ts';
import { LARGE_SHEET } from './sheet-lines.ts';

const HEADINGS = ['Employee number', 'First name', 'Last name', 'Email', 'Group'];
const fieldOf = (heading: string) => (HEADINGS.includes(heading) ? heading : undefined);

/** Reads a file as the reader does, without a thread of its own. */
async function readFile(bytes: Uint8Array) {
  const file = { bytes, name: 'people' };
  const { samples } = await sampleSheets(file, LARGE_SHEET, {});
  const rows: string[][] = [];
  const { headings, reading } = await readSheet(file, LARGE_SHEET, { start: findHeadings(samples, fieldOf) }, ({ cells }) =>
    rows.push(cells),
  );
  return { headings, rows, reading };
}

const LATIN = ['Ann', 'Jiří', 'Łukasz', 'José', 'Zoë', 'Søren', 'François'];
const OTHERS = ['Иван', '王小明', 'عمر', 'さくら', 'สมชาย', 'נועה'];
const roster = fc
  .array(
    fc.record({ first: fc.constantFrom(...LATIN, ...OTHERS), last: fc.constantFrom(...LATIN, 'O’Neill, Jr.', 'Smith "Bo"') }),
    {
      minLength: 2,
      maxLength: 30,
    },
  )
  .map((people) =>
    people.map(({ first, last }, index) => [
      `0${1000 + index}`,
      first,
      last,
      `person${index}@x.example`,
      index % 3 === 0 ? '' : 'North',
    ]),
  );
const TITLES: string[][] = [['All workers'], ['Site', 'Bamburgh'], ['Date', '11/28/2026'], ['Prepared by A, B and C'], ['']];
const titles = fc.array(fc.constantFrom(...TITLES), { maxLength: 6 });

it('reads a table the same, whatever stands above it, separates its cells or encodes its letters', async () => {
  await fc.assert(
    fc.asyncProperty(
      roster,
      titles,
      fc.constantFrom(',', ';', '\t', '|'),
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.constantFrom('utf-8', 'utf-16le', 'utf-16be'),
      fc.boolean(),
      async (people, above, delimiter, lineBreak, encoding, hasMark) => {
        const quote = (cell: string) => (/[",;|\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
        const text = [...above, HEADINGS, ...people].map((cells) => cells.map(quote).join(delimiter)).join(lineBreak);
        const { headings, rows, reading } = await readFile(encodeText(`${hasMark ? '\ufeff' : ''}${text}`, encoding));
        expect([headings, rows]).toEqual([HEADINGS, people]);
        expect(reading.encoding).toEqual({ name: encoding, isCertain: true, badBytes: 0 });
      },
    ),
    { numRuns: 200 },
  );
});

it('reads the sheet of a workbook that has the table, wherever it is', async () => {
  await fc.assert(
    fc.asyncProperty(roster, titles, fc.integer({ min: 0, max: 2 }), async (people, above, position) => {
      const sheets = [
        { name: 'Read me', rows: [['This lists everyone.'], ['Do not forward.']] },
        { name: 'Sites', rows: [['Site'], ['Bamburgh'], ['Solent']] },
      ];
      sheets.splice(position, 0, { name: 'Staff', rows: [...above, HEADINGS, ...people] });
      const { headings, rows, reading } = await readFile(await writeXlsx({ sheets }));
      expect([reading.sheet, headings, rows]).toEqual([position, HEADINGS, people]);
    }),
    { numRuns: 50 },
  );
});

it('names the cells of a file whose letters are in doubt, unless they are read as they were written', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('windows-1250', 'windows-1252', 'macintosh'),
      fc.array(fc.constantFrom('José', 'Müller', 'Garcé', 'Ann', 'Lindström'), { minLength: 1, maxLength: 20 }),
      async (encoding, names) => {
        const people = names.map((name, index) => [String(index + 1), name, 'Lee', `person${index}@x.example`, 'North']);
        const text = [HEADINGS, ...people].map((cells) => cells.join(',')).join('\n');
        const { rows, reading } = await readFile(encodeText(text, encoding));
        // Without any letter beyond ASCII there is nothing in doubt.
        expect(reading.encoding?.isCertain).toBe(names.every((name) => name === 'Ann'));
        // Every letter beyond ASCII is in an example.
        const shown = reading.odd.map(({ row, column }) => rows[(row ?? 1) - 1]?.[column] ?? '').join('');
        const letters =
          rows
            .flat()
            .join('')
            .match(/[^\0-\x7f]/gu) ?? [];
        expect(letters.filter((letter) => !shown.includes(letter))).toEqual([]);
      },
    ),
    { numRuns: 100 },
  );
});
