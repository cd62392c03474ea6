/** Characters that are read of one scan: a GS1 digital link is longer than a SKU. */
export const MAX_SCAN_LENGTH = 500;

/** The character that a scanner sends for FNC1, which ends an element of variable length in a GS1 string. */
export const GROUP_SEPARATOR = '\u001d';

/** What a scanner has read. */
export interface ScannedCode {
  /** The code without the name of its symbology, control characters and invisible ones. */
  text: string;
  /** The GTIN that it is or contains, with fourteen digits; undefined where there is none. */
  gtin: string | undefined;
  /** Of the code of a carton: the GTIN of the pieces in it, with fourteen digits. Nothing but `gtin` says how many there are. */
  cartonOf: string | undefined;
}

/** The symbology as scanners name it before a code (ISO/IEC 15424): `]C1` for GS1-128, `]E0` for EAN-13. */
const SYMBOLOGY = /^\][a-z][0-9a-z]/i;
/** Symbologies whose data are GS1 elements. Caps Lock turns `]e0`, GS1 DataBar, into `]E0`: what follows tells them apart. */
const GS1_SYMBOLOGY = /^\](?:c1|e0|d2|q3|j1)/i;
/** How scanners write FNC1 where it is set to be seen. */
const SEPARATORS = /\u241d|<gs>|\{gs\}|\[gs\]|<fnc1>|\{fnc1\}|\[fnc1\]|\^\]/gi;
// The group separator is one of the control characters.
const INVISIBLE = /[\p{Cc}\p{Cf}]/gu;
const LEADING = /^[\p{Cc}\p{Cf}\s]+/u;
const EASTERN_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g;

/** Length of the data of elements that no FNC1 ends, by the first two digits of their identifier (GS1 General Specifications 7.8.5). */
const FIXED_LENGTHS: ReadonlyMap<string, number> = new Map([
  ['00', 18],
  ...['01', '02', '03'].map((identifier) => [identifier, 14] as const),
  ['04', 16],
  ...['11', '12', '13', '14', '15', '16', '17', '18', '19'].map((identifier) => [identifier, 6] as const),
  ['20', 2],
  ...['31', '32', '33', '34', '35', '36'].map((identifier) => [identifier, 8] as const),
  ['41', 14],
]);

/** Whether the last digit is the GS1 check digit of the digits before it: weights 3 and 1 from the right (GS1 General Specifications 7.9). */
export function hasValidCheckDigit(digits: string): boolean {
  return digits.at(-1) === computeCheckDigit(digits.slice(0, -1));
}

function computeCheckDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, position) => total + Number(digit) * (position % 2 === 0 ? 3 : 1), 0);
  return String((10 - (sum % 10)) % 10);
}

/** The GTIN of 8, 12, 13 or 14 digits, filled up to fourteen; undefined for anything else, and where the check digit is wrong. */
const readDigits = (text: string): string | undefined =>
  /^(?:\d{8}|\d{12,14})$/.test(text) && !/^0+$/.test(text) && hasValidCheckDigit(text) ? text.padStart(14, '0') : undefined;

interface Found {
  gtin?: string | undefined;
  /** The GTIN of the contents of a carton or pallet. */
  contents?: string | undefined;
}

/** The GTIN in elements such as `0105060001010038`, wherever among them it is; undefined unless the string can be read from its beginning. */
function readElements(data: string, isMarked: boolean): Found | undefined {
  if (!isMarked && !/^0[12]\d{14}/.test(data)) return undefined;
  let at = 0;
  while (at < data.length) {
    if (data[at] === GROUP_SEPARATOR) {
      at += 1;
      continue;
    }
    const identifier = data.slice(at, at + 2);
    if (!/^\d\d$/.test(identifier)) return undefined;
    if (identifier === '01' || identifier === '02') {
      const digits = data.slice(at + 2, at + 16);
      const gtin = digits.length === 14 ? readDigits(digits) : undefined;
      return gtin === undefined ? undefined : identifier === '01' ? { gtin } : { contents: gtin };
    }
    const length = FIXED_LENGTHS.get(identifier);
    const end = length === undefined ? data.indexOf(GROUP_SEPARATOR, at) : at + 2 + length;
    if (end < 0) return undefined;
    at = end;
  }
  return undefined;
}

/** The GTIN in elements as they are printed: `(01)05060001010038(21)7`. */
function readPrinted(text: string): Found | undefined {
  const [, identifier, digits = ''] = /\((01|02)\) ?(\d{14})(?!\d)/.exec(text) ?? [];
  const gtin = readDigits(digits);
  return gtin === undefined ? undefined : identifier === '01' ? { gtin } : { contents: gtin };
}

/** The GTIN in a GS1 digital link, of whichever web site: `https://id.gs1.org/01/05060001010038/21/7`. */
function readLink(text: string): Found | undefined {
  const steps = (text.split(/[?#]/, 1)[0] ?? '').split('/');
  const at = steps.findIndex((step, index) => /^(?:01|gtin)$/i.test(step) && readDigits(steps[index + 1] ?? '') !== undefined);
  return at < 0 ? undefined : { gtin: readDigits(steps[at + 1] as string) };
}

/** The GTIN of the pieces in a carton, whose own differs in the first digit, 1 to 8, and the check digit. */
function findPiece(gtin: string | undefined): string | undefined {
  if (gtin === undefined || !/^[1-8]/.test(gtin)) return undefined;
  const piece = `0${gtin.slice(1, -1)}`;
  return `${piece}${computeCheckDigit(piece)}`;
}

/** Reads what a scanner has typed, in each of the forms that scanners have for one label. */
export function readScan(input: string): ScannedCode {
  const plain = input
    .slice(0, MAX_SCAN_LENGTH)
    .normalize('NFKC')
    .replaceAll(EASTERN_DIGITS, (digit) => String((digit.codePointAt(0) as number) & 15))
    .replaceAll(SEPARATORS, GROUP_SEPARATOR)
    .replace(LEADING, '');
  const data = plain.replace(SYMBOLOGY, '');
  const text = data.replaceAll(INVISIBLE, '').trim();
  const digits = text.replaceAll(/\s/g, '');
  // An EAN-13 with the two or five digits that magazines have beside it.
  const withAddOn = /^\]e3/i.test(plain) && /^\d{15}$|^\d{18}$/.test(digits) ? readDigits(digits.slice(0, 13)) : undefined;
  const found: Found = { gtin: readDigits(digits) ?? withAddOn };
  const isMarked = GS1_SYMBOLOGY.test(plain) || data.includes(GROUP_SEPARATOR);
  const { gtin, contents } =
    found.gtin === undefined
      ? (readElements(data, isMarked) ?? readPrinted(text) ?? (text.includes('/') ? readLink(text) : undefined) ?? found)
      : found;
  return { text, gtin, cartonOf: contents ?? findPiece(gtin) };
}

/** A GTIN in each of the lengths in which it can be stored: with fourteen digits, and without the zeros with which a shorter one is filled up. */
const listGtinForms = (gtin: string): string[] =>
  [14, 13, 12, 8].flatMap((length) => (/^0*$/.test(gtin.slice(0, 14 - length)) ? [gtin.slice(14 - length)] : []));

/** The codes for which what was scanned can stand: as it is, as its text, and its GTIN in each length. */
export function listCodesOf(input: string): string[] {
  const { text, gtin } = readScan(input);
  return [...new Set([input.trim(), text, ...(gtin === undefined ? [] : listGtinForms(gtin))])].filter(Boolean);
}

/** What two scans of one label have in common, whatever the scanner adds. */
export function scanKey(input: string): string {
  const { text, gtin } = readScan(input);
  return gtin ?? text.toLowerCase();
}

/** A scan as people would type it: the GTIN as the label has it below the bars, where it is part of something longer; else its text. */
export function toTypedCode(input: string): string {
  const { text, gtin } = readScan(input);
  return gtin === undefined || /^\d*$/.test(text) ? text || input.trim() : gtin.replace(/^0/, '');
}

/** A scan as it is shown in a sentence, without the rest of a long one. */
export function describeScan(input: string): string {
  const shown = toTypedCode(input);
  return shown.length > 60 ? `${shown.slice(0, 60)}…` : shown;
}
