import type { CatalogueRow } from '../files/columns.rules.ts';
import { readOptionName } from './options.rules.ts';

// biome-ignore format: the months as spreadsheet programs shorten them in English, German, French, Spanish, Italian, Dutch, Swedish and Polish
const MONTHS = [
  ['jan', 'janv', 'ene', 'gen', 'sty'],
  ['feb', 'febr', 'fev', 'févr', 'fevr', 'lut'],
  ['mar', 'mär', 'mrz', 'märz', 'mars', 'mrt', 'maart'],
  ['apr', 'avr', 'abr', 'april', 'kwi'],
  ['may', 'mai', 'mag', 'mei', 'maj'],
  ['jun', 'juin', 'giu', 'juni', 'june', 'cze'],
  ['jul', 'juil', 'lug', 'juli', 'july', 'lip'],
  ['aug', 'août', 'aout', 'ago', 'sie'],
  ['sep', 'sept', 'set', 'wrz'],
  ['oct', 'okt', 'ott', 'paź', 'paz'],
  ['nov', 'lis'],
  ['dec', 'dez', 'déc', 'dic', 'gru'],
] as const;

const findMonth = (name: string | undefined): number =>
  MONTHS.findIndex((names) => (names as readonly string[]).includes(name?.toLowerCase() ?? '')) + 1;

/** Days since 30 December 1899 from 2000 to 2059, as which a sheet stores a date. */
const isSerial = (value: string) => /^\d{5}(?:\.0+)?$/.test(value) && Number(value) >= 36_526 && Number(value) <= 58_439;

interface Parts {
  first: number;
  second: number;
}

/** The two numbers of a date without its year, or of a month with its year; undefined for what is no date. */
function readParts(value: string): Parts | undefined {
  const [, day, month] = /^(\d{1,2})[-. /]{1,2}(\p{L}{3,5})\.?(?:[-. /]{1,2}(?:\d{2}|\d{4}))?$/u.exec(value) ?? [];
  if (day !== undefined && findMonth(month) > 0) return { first: Number(day), second: findMonth(month) };
  const [, name, year] = /^(\p{L}{3,5})\.?[-. /]{1,2}(\d{2}|\d{4})$/u.exec(value) ?? [];
  if (year !== undefined && findMonth(name) > 0) return { first: findMonth(name), second: Number(year) % 100 };
  const [, isoMonth, isoDay] = /^\d{4}-(\d{2})-(\d{2})(?:[T ][\d:.]+Z?)?$/.exec(value) ?? [];
  if (isoDay !== undefined) return { first: Number(isoMonth), second: Number(isoDay) };
  const [, one, other] = /^(\d{1,2})[./-](\d{1,2})[./-]\d{4}$/.exec(value) ?? [];
  return other === undefined ? undefined : { first: Number(one), second: Number(other) };
}

/**
 * What a value may have been before a spreadsheet made it a date: `2-4` or `4-2` of `02-Apr`, since programs read them by the country; an empty list for a date as a
 * plain number, of which nothing is known. Undefined for what is no date. A plain number is taken for one only of sizes.
 */
export function findSizesOfDate(value: string, isSize: boolean): string[] | undefined {
  if (isSize && isSerial(value)) return [];
  const parts = readParts(value.trim());
  if (!parts) return undefined;
  const { first, second } = parts;
  return [
    ...new Set([
      `${Math.min(first, second)}-${Math.max(first, second)}`,
      `${Math.max(first, second)}-${Math.min(first, second)}`,
    ]),
  ];
}

/** What a spreadsheet did to a code or a name, as the end of a sentence; undefined where it is whole. */
export function explainDamage(text: string): string | undefined {
  if (/^#(?:N\/A|N\/D|NV|NA|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|WERT!|BEZUG!|VALEUR!|#+)$/i.test(text.trim()))
    return 'is an error of a spreadsheet';
  if (/^\d(?:[.,]\d+)?E\+\d+$/i.test(text.trim())) return 'was shortened by a spreadsheet';
  return undefined;
}

/** What is said of values that may be sizes of which a spreadsheet made dates. */
export function listDates(rows: readonly CatalogueRow[]): { row: CatalogueRow; text: string; kind: string }[] {
  return rows.flatMap((row) =>
    row.options.flatMap(({ name, value }) => {
      const sizes = findSizesOfDate(value, readOptionName(name, []).role === 'size');
      if (!sizes) return [];
      const before = sizes.length > 0 ? `: ${sizes.join(' or ')}` : '';
      const text = `the value "${value}" may be a size that a spreadsheet made a date${before}`;
      return [{ row, text, kind: 'size as a date' }];
    }),
  );
}

/** Why rows cannot be imported whose codes or names a spreadsheet damaged. */
export function listDamaged(rows: readonly CatalogueRow[]): { row: CatalogueRow; text: string }[] {
  return rows.flatMap((row) =>
    (
      [
        ['title', row.cells.title],
        ['SKU', row.cells.sku],
        ['product code', row.cells.handle],
      ] as const
    ).flatMap(([what, text = '']) => {
      const damage = explainDamage(text);
      return damage === undefined ? [] : [{ row, text: `the ${what} "${text}" ${damage}` }];
    }),
  );
}
