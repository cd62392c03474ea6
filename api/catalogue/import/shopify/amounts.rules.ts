/** Which sign a file puts before the pence; undefined when nothing in it shows. */
export type DecimalSeparator = '.' | ',' | undefined;

type Reading<T> = { value: T; note?: string } | { refusal: string };

/** The most that one piece can cost: what the wire can show exactly, and far beyond any uniform. */
const highestMinor = 100_000_000_00;

const currency = String.raw`(?:(?:US|CA|AU|NZ|HK|A|C|S|R)?\p{Sc}|[A-Z]{3}|kr\.?|Rs\.?|zł|Fr\.?)`;
const currencySign = { before: new RegExp(`^${currency}\\s*`, 'u'), after: new RegExp(`\\s*${currency}$`, 'u') };

/** The sign that this price shows beyond doubt, as `54.95`, `1.299,00` and `12,5` do, and `1,299` and `12` do not. */
export function detectDecimalSeparator(text: string): DecimalSeparator {
  const digits = text.replaceAll(/[^\d.,]/g, '');
  const last = digits.match(/([.,])\d*$/)?.[1] as '.' | ',' | undefined;
  if (last === undefined) return undefined;
  const other = last === '.' ? ',' : '.';
  if (digits.includes(other)) return last;
  return digits.indexOf(last) === digits.lastIndexOf(last) && /[.,]\d{1,2}$/.test(digits) ? last : undefined;
}

/**
 * Reads an amount in minor units (pence) from text as people and spreadsheets write it: `1,299.00`, `1.299,00`, `£12.50`,
 * `1'299.-`, `12`. Null for an empty cell. What could mean two amounts is refused rather than guessed, unless the rest
 * of the file (`sign`) decides; thirds of a penny are rounded half up, and noted.
 */
export function readAmount(text: string, sign: DecimalSeparator): Reading<number | null> {
  const given = text.replaceAll(/[\u00a0\u202f\u2009]/g, ' ').trim();
  if (given === '') return { value: null };
  if (given.length > 40) return { refusal: 'the price is not a number' };
  if (/^\(.*\)$/.test(given) || /^[^\d]*[-−–]\s*\D{0,4}\d/.test(given)) return { refusal: `the price "${text}" is negative` };
  const bare = given
    .replace(currencySign.before, '')
    .replace(currencySign.after, '')
    .replace(/[.,][-–—]+$/, '')
    .replaceAll(/(?<=\d)[ '’](?=\d{3}(?!\d))/g, '');
  if (!/^(?:\d[\d.,]*|[.,]\d+)$/.test(bare)) return { refusal: `the price "${text}" is not a number` };
  const parts = splitAmount(bare, sign);
  if ('refusal' in parts) return { refusal: `the price "${text}" ${parts.refusal}` };
  const { whole, fraction } = parts;
  const minor = Number(whole || '0') * 100 + Math.round(Number(`0.${fraction.padEnd(2, '0')}`) * 100 + 1e-9);
  if (minor > highestMinor) return { refusal: `the price "${text}" is higher than anything that can be sold here` };
  const plain = `${whole || '0'}${fraction ? `.${fraction}` : ''}`;
  const shown = (minor / 100).toFixed(2);
  const rounded = /[1-9]/.test(fraction.slice(2));
  const isAsWritten = given === plain && !rounded;
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
  return { refusal: `may mean ${small} or ${large}; write it with two decimals` };
}

/** The currency that a price names by its sign or code; undefined for a bare number, and for signs of several currencies. */
export function detectCurrency(text: string): string | undefined {
  const signs: Record<string, string> = { '£': 'GBP', '€': 'EUR', '₹': 'INR', '¥': 'JPY', zł: 'PLN', '₺': 'TRY' };
  const code = /\b([A-Z]{3})\b/.exec(text)?.[1];
  return code ?? Object.entries(signs).find(([sign]) => text.includes(sign))?.[1];
}

/** A count of pieces. Null for an empty cell; what a spreadsheet makes of whole numbers (`4.0`, `1,200`) is read as such. */
export function readQuantity(text: string): Reading<number | null> {
  const given = text.replaceAll(/[\s']/g, '');
  if (given === '') return { value: null };
  const match = /^([+-]?)(\d{1,3}(?:,\d{3})+|\d+)(?:\.0*)?$/.exec(given);
  if (!match?.[2]) return { refusal: `the stock "${text}" is not a whole number` };
  const value = Number(match[2].replaceAll(',', '')) * (match[1] === '-' ? -1 : 1);
  if (Math.abs(value) > 1_000_000_000) return { refusal: `the stock "${text}" is larger than any warehouse` };
  if (value < 0) return { value: 0, note: `stock ${value} counted as 0` };
  return { value };
}

/** Whole grams, 0 for an empty cell. */
export function readGrams(text: string): Reading<number> {
  if (text === '') return { value: 0 };
  const grams = Number(text.replaceAll(/(?<=\d),(?=\d{3}\b)/g, '').replace(/\s*g$/i, ''));
  if (!Number.isFinite(grams) || grams < 0 || grams > 10_000_000)
    return { value: 0, note: `weight "${text}" was not understood` };
  return { value: Math.round(grams) };
}

/**
 * A GTIN of 8, 12, 13 or 14 digits with a right check digit (GS1 General Specifications 7.9: weights 3 and 1 from the
 * right). Null, with a note, for anything else; spreadsheets' leading apostrophe and spaces are taken off.
 */
export function readGtin(text: string): { value: string | null; note?: string } {
  const given = text.replaceAll(/^'|[\s-]/g, '');
  if (given === '') return { value: null };
  if (/^\d+(?:\.\d+)?E\+?\d+$/i.test(given)) {
    return { value: null, note: `barcode "${text}" was shortened by a spreadsheet and left out` };
  }
  if (!/^(?:\d{8}|\d{12,14})$/.test(given) || /^0+$/.test(given))
    return { value: null, note: `barcode "${text}" is no GTIN and was left out` };
  return hasValidCheckDigit(given)
    ? { value: given }
    : { value: null, note: `barcode "${text}" has a wrong check digit and was left out` };
}

/** Whether the last digit is the check digit of those before it. */
export function hasValidCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

/** Null for an empty cell or a word that is neither yes nor no. */
export function readYesNo(text: string): boolean | null {
  if (/^(?:true|yes|y|1|x|on|wahr|ja|vrai|oui|continue|allow)$/i.test(text)) return true;
  if (/^(?:false|no|n|0|off|falsch|nein|faux|non|deny)$/i.test(text)) return false;
  return null;
}
