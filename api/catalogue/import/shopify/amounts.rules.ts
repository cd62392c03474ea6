import { hasValidCheckDigit } from '#contract/scanned-codes.ts';

/** The decimal separator that a file uses; undefined if its prices do not show which. */
export type DecimalSeparator = '.' | ',' | undefined;

type Reading<T> = { value: T; note?: string } | { refusal: string };

/** Highest price of one item, in minor units: JSON can represent it exactly, and no uniform costs as much. */
const MAX_AMOUNT_MINOR = 100_000_000_00;

const currency = String.raw`(?:(?:US|CA|AU|NZ|HK|A|C|S|R)?\p{Sc}|[A-Z]{3}|kr\.?|Rs\.?|zł|Fr\.?)`;
const currencySign = { before: new RegExp(`^${currency}\\s*`, 'u'), after: new RegExp(`\\s*${currency}$`, 'u') };

/** The decimal separator of a price if it is unambiguous, as in `54.95`, `1.299,00` and `12,5` but not in `1,299` and `12`. */
export function detectDecimalSeparator(text: string): DecimalSeparator {
  const digits = text.replaceAll(/[^\d.,]/g, '');
  const last = digits.match(/([.,])\d*$/)?.[1] as '.' | ',' | undefined;
  if (last === undefined) return undefined;
  const other = last === '.' ? ',' : '.';
  if (digits.includes(other)) return last;
  return digits.indexOf(last) === digits.lastIndexOf(last) && /[.,]\d{1,2}$/.test(digits) ? last : undefined;
}

/**
 * Parses an amount into minor units (pence), in any notation that people and spreadsheets use: `1,299.00`, `1.299,00`,
 * `£12.50`, `1'299.-`, `12`. Returns null for an empty cell. An amount with two possible meanings is refused unless the
 * rest of the file settles it (`sign`). Fractions of a penny are rounded half up, with a note.
 */
export function readAmount(text: string, sign: DecimalSeparator): Reading<number | null> {
  const input = text.replaceAll(/[\u00a0\u202f\u2009]/g, ' ').trim();
  if (input === '') return { value: null };
  if (input.length > 40) return { refusal: 'the price is not a number' };
  if (/^\(.*\)$/.test(input) || /^[^\d]*[-−–]\s*\D{0,4}\d/.test(input)) return { refusal: `the price "${text}" is negative` };
  const bare = input
    .replace(currencySign.before, '')
    .replace(currencySign.after, '')
    .replace(/[.,][-–—]+$/, '')
    .replaceAll(/(?<=\d)[ '’](?=\d{3}(?!\d))/g, '');
  if (!/^(?:\d[\d.,]*|[.,]\d+)$/.test(bare)) return { refusal: `the price "${text}" is not a number` };
  const parts = splitAmount(bare, sign);
  if ('refusal' in parts) return { refusal: `the price "${text}" ${parts.refusal}` };
  const { whole, fraction } = parts;
  const minor = Number(whole || '0') * 100 + Math.round(Number(`0.${fraction.padEnd(2, '0')}`) * 100 + 1e-9);
  if (minor > MAX_AMOUNT_MINOR) return { refusal: `the price "${text}" is too high` };
  const plain = `${whole || '0'}${fraction ? `.${fraction}` : ''}`;
  const shown = (minor / 100).toFixed(2);
  const rounded = /[1-9]/.test(fraction.slice(2));
  const isAsWritten = input === plain && !rounded;
  return { value: minor, ...(isAsWritten ? {} : { note: `price "${text}" read as ${shown}${rounded ? ' (rounded)' : ''}` }) };
}

function splitAmount(bare: string, sign: DecimalSeparator): { whole: string; fraction: string } | { refusal: string } {
  const signs = bare.replaceAll(/\d/g, '');
  const last = signs.at(-1) as '.' | ',' | undefined;
  if (last === undefined) return { whole: bare, fraction: '' };
  const isGrouped = (text: string, by: string) =>
    text.split(by).every((group, index) => (index === 0 ? /^\d{1,3}$/ : /^\d{2,3}$/).test(group)) && /\d{3}$/.test(text);
  const cut = bare.lastIndexOf(last);
  const [whole, fraction] = [bare.slice(0, cut), bare.slice(cut + 1)];
  const other = last === '.' ? ',' : '.';
  if (signs.includes(other)) {
    if (signs.indexOf(last) !== signs.length - 1 || !isGrouped(whole, other)) return { refusal: 'is not a number' };
    return { whole: whole.replaceAll(other, ''), fraction };
  }
  if (signs.length > 1) {
    return isGrouped(bare, last) ? { whole: bare.replaceAll(last, ''), fraction: '' } : { refusal: 'is not a number' };
  }
  const couldBeThousands = fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
  if (!couldBeThousands || sign === last)
    return couldBeThousands && last === ',' ? ambiguous(whole, fraction) : { whole, fraction };
  if (sign !== undefined || last === ',') return { whole: whole + fraction, fraction: '' };
  return ambiguous(whole, fraction);
}

function ambiguous(whole: string, fraction: string): { refusal: string } {
  const [small, large] = [Number(`${whole}.${fraction}`).toFixed(2), `${whole}${fraction}.00`];
  return { refusal: `could mean ${small} or ${large}; write it with two decimals` };
}

/** ISO code of the currency in a price; undefined if there is none, or if its symbol is shared by several currencies ($). */
export function detectCurrency(text: string): string | undefined {
  const signs: Record<string, string> = { '£': 'GBP', '€': 'EUR', '₹': 'INR', '¥': 'JPY', zł: 'PLN', '₺': 'TRY' };
  const code = /\b([A-Z]{3})\b/.exec(text)?.[1];
  return code ?? Object.entries(signs).find(([sign]) => text.includes(sign))?.[1];
}

/** Parses a stock quantity; null for an empty cell. Accepts whole numbers as spreadsheets format them (`4.0`, `1,200`). */
export function readQuantity(text: string): Reading<number | null> {
  const input = text.replaceAll(/[\s']/g, '');
  if (input === '') return { value: null };
  const match = /^([+-]?)(\d{1,3}(?:,\d{3})+|\d+)(?:\.0*)?$/.exec(input);
  if (!match?.[2]) return { refusal: `the stock "${text}" is not a whole number` };
  const value = Number(match[2].replaceAll(',', '')) * (match[1] === '-' ? -1 : 1);
  if (Math.abs(value) > 1_000_000_000) return { refusal: `the stock "${text}" is too large` };
  if (value < 0) return { value: 0, note: `stock ${value} counted as 0` };
  return { value };
}

/** Parses a weight into whole grams; 0 for an empty cell. */
export function readGrams(text: string): Reading<number> {
  if (text === '') return { value: 0 };
  const grams = Number(text.replaceAll(/(?<=\d),(?=\d{3}\b)/g, '').replace(/g$/i, ''));
  if (!Number.isFinite(grams) || grams < 0 || grams > 10_000_000)
    return { value: 0, note: `weight "${text}" could not be read and was left out` };
  return { value: Math.round(grams) };
}

/**
 * Parses a GTIN of 8, 12, 13 or 14 digits with a valid check digit (GS1 General Specifications 7.9: weights 3 and 1 from
 * the right). Returns null, with a note, for anything else. Spaces and the apostrophe that spreadsheets add are removed.
 */
export function readGtin(text: string): { value: string | null; note?: string } {
  const input = text.replaceAll(/^'|[\s-]/g, '');
  if (input === '') return { value: null };
  if (/^\d+(?:\.\d+)?E\+?\d+$/i.test(input)) {
    return { value: null, note: `barcode "${text}" was shortened by a spreadsheet and left out` };
  }
  if (!/^(?:\d{8}|\d{12,14})$/.test(input) || /^0+$/.test(input))
    return { value: null, note: `barcode "${text}" is not a GTIN and was left out` };
  return hasValidCheckDigit(input)
    ? { value: input }
    : { value: null, note: `barcode "${text}" has an invalid check digit and was left out` };
}

/** Parses yes or no in several languages; null for an empty cell or any other word. */
export function readYesNo(text: string): boolean | null {
  if (/^(?:true|yes|y|1|x|on|wahr|ja|vrai|oui|continue|allow)$/i.test(text)) return true;
  if (/^(?:false|no|n|0|off|falsch|nein|faux|non|deny)$/i.test(text)) return false;
  return null;
}
