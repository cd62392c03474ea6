import { expect, it } from 'vitest';
import { ColumnProfiler } from '#api/platform/sheet-file/column-profile.rules.ts';
import { parseRowCells } from './cells.rules.ts';
import { decideOrders, listColumnQuestions } from './column-questions.rules.ts';
import { createNameLookup } from './name-lookup.rules.ts';

/** Ways in which people and systems write a day. */
const SPELLINGS: Readonly<Record<string, (date: Date) => string>> = {
  iso: (date) => date.toISOString().slice(0, 10),
  isoTime: (date) => date.toISOString(),
  compact: (date) => date.toISOString().slice(0, 10).replaceAll('-', ''),
  british: (date) => date.toLocaleDateString('en-GB', { timeZone: 'UTC' }),
  american: (date) => date.toLocaleDateString('en-US', { timeZone: 'UTC' }),
  americanShort: (date) => date.toLocaleDateString('en-US', { timeZone: 'UTC', dateStyle: 'short' }),
  german: (date) => date.toLocaleDateString('de-DE', { timeZone: 'UTC' }),
  hungarian: (date) => date.toLocaleDateString('hu-HU', { timeZone: 'UTC' }),
  japanese: (date) => date.toLocaleDateString('ja-JP', { timeZone: 'UTC', dateStyle: 'long' }),
  serial: (date) => String(date.getTime() / 86_400_000 + 25_569),
  ...Object.fromEntries(
    ['en-US', 'en-GB', 'de-DE', 'fr-FR', 'es-ES', 'it-IT', 'nl-NL', 'pt-BR', 'sv-SE', 'da-DK'].flatMap((language) =>
      (['medium', 'long', 'full'] as const)
        // Some languages have numbers alone in their medium dates, as above.
        .filter((dateStyle) => dateStyle !== 'medium' || language.startsWith('en'))
        .map((dateStyle) => [
          `${language} ${dateStyle}`,
          (date: Date) => date.toLocaleDateString(language, { timeZone: 'UTC', dateStyle }),
        ]),
    ),
  ),
};

const LOOKUP = createNameLookup({}, [], undefined, {} as Parameters<typeof createNameLookup>[3]);
const FIELDS = ['startDateUtc'] as const;

/** The days of a column as they are read; undefined where the order has to be asked. */
function readColumn(cells: readonly string[]): unknown[] | undefined {
  const profiler = new ColumnProfiler();
  for (const cell of cells) profiler.add(cell);
  const questions = listColumnQuestions({
    headers: ['Start'],
    fields: FIELDS,
    profile: [profiler.end()],
    rememberedOrders: [null],
    meanings: new Map(),
    nameLookup: LOOKUP,
    groupIds: [],
  });
  const { orders, open } = decideOrders(FIELDS, questions, { orders: [], monthFirst: undefined });
  if (open.length > 0) return undefined;
  const options = { fields: FIELDS, clearEmpty: false, orders, meanings: new Map(), fullTimeHours: 40, hoursAreShares: false };
  return cells.map((cell) => parseRowCells([cell], options, LOOKUP).input.startDateUtc);
}

const DAYS = Array.from({ length: 365 }, (_, index) => new Date(Date.UTC(2026, 0, 1 + index)));
const toDay = (date: Date) => date.toISOString().slice(0, 10);

it.each(Object.keys(SPELLINGS))('a column in the spelling %s is read back the same', (name) => {
  const spell = SPELLINGS[name] as (date: Date) => string;
  expect(readColumn(DAYS.map(spell))).toEqual(DAYS.map(toDay));
});

it.each(Object.keys(SPELLINGS))('a single date in the spelling %s is read back the same, or asked', (name) => {
  const spell = SPELLINGS[name] as (date: Date) => string;
  const wrong = DAYS.filter((date) => {
    const read = readColumn([spell(date)]);
    return read !== undefined && read[0] !== toDay(date);
  });
  expect(wrong.map(spell)).toEqual([]);
});
