import { scanKey } from '#contract/scanned-codes.ts';
import { MAX_QUANTITY } from '#web/ui/forms/quantity-text.ts';

/** A code with a number of pieces, as typed, scanned or pasted. */
export interface CodeEntry {
  code: string;
  quantity: number;
}

/** The most codes that a quick order holds: as many as a cart has lines. */
export const MAX_CODES = 1000;

/** The longest code that the server accepts. */
const MAX_CODE_LENGTH = 100;

/** What was read from a pasted text. */
export interface PastedCodes {
  entries: CodeEntry[];
  /** Lines of which no code and number of pieces can be made, with their numbers in the text. */
  unreadable: { line: number; text: string }[];
}

/** Whether a text is more than one code: it has several lines, or columns. */
export const isBlock = (text: string): boolean => /[\n\t]/.test(text.trim());

/** Text that Excel and mail programs put around values: quotation marks, non-breaking spaces, zero-width characters. */
const cleanField = (field: string) =>
  field
    .replaceAll(/[\u00a0\u202f\u2007]/g, ' ')
    .replaceAll(/[\u200b\u200e\u200f\ufeff]/g, '')
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim();

/** A whole number of pieces, with thousands separators or zero decimals as spreadsheets write them; undefined for anything else. */
function parsePieces(field: string): number | undefined {
  const text = field.replaceAll(' ', '');
  if (text.length > 12) return undefined;
  const whole = /^(\d+|\d{1,3}(?:[,.'’]\d{3})+)(?:[.,]0+)?$/.exec(text)?.[1];
  const pieces = whole === undefined ? Number.NaN : Number(whole.replaceAll(/\D/g, ''));
  return pieces <= MAX_QUANTITY ? pieces : undefined;
}

/** The fields of a line: separated by tabs, otherwise by a semicolon, otherwise by the last comma or space. */
function splitLine(line: string): string[] {
  for (const separator of ['\t', ';']) {
    if (line.includes(separator))
      return line
        .split(separator)
        .map(cleanField)
        .filter((field) => field !== '');
  }
  const text = cleanField(line);
  const parts = text.split(/[ ,]/).filter((part) => part !== '');
  const [first, last] = [parts[0] ?? '', parts.at(-1) ?? ''];
  if (parts.length < 2) return parts;
  if (IS_COUNT.test(last)) return [trimSeparators(text.slice(0, text.length - last.length)), last];
  return IS_COUNT.test(first) ? [first, trimSeparators(text.slice(first.length))] : [text];
}

const IS_COUNT = /^\d{1,6}$/;

/** Without a comma, space or "x" before or after, as in "4 x HLD-4". */
function trimSeparators(text: string): string {
  const parts = text.split(/[ ,]/);
  const isFiller = (part: string | undefined) => part === '' || part === 'x' || part === '×';
  while (parts.length > 1 && isFiller(parts[0])) parts.shift();
  while (parts.length > 1 && isFiller(parts.at(-1))) parts.pop();
  return parts.join(' ');
}

/** A code without letters and as long as the number in a barcode. */
const isBarcode = (field: string) => /^\d{8}$|^\d{12,14}$/.test(field);

/**
 * The code and number of pieces of a line, in whichever order they are; a code alone is one piece. Where both could be the number of pieces, that of a barcode's length is the
 * code, and otherwise the first field.
 */
function readFields(fields: readonly string[]): CodeEntry | undefined {
  const [first, second] = fields;
  if (first === undefined || fields.length > 2) return undefined;
  if (second === undefined) return first.length <= MAX_CODE_LENGTH ? { code: first, quantity: 1 } : undefined;
  const isSecondTheCode =
    parsePieces(second) === undefined || (parsePieces(first) !== undefined && !isBarcode(first) && isBarcode(second));
  const [code, pieces] = isSecondTheCode ? [second, parsePieces(first)] : [first, parsePieces(second)];
  if (!pieces || code.length > MAX_CODE_LENGTH) return undefined;
  return { code, quantity: pieces };
}

/** Adds up entries of one code, in whichever form it was typed or scanned, in the order in which each code comes first. */
export function addUp(entries: readonly CodeEntry[]): CodeEntry[] {
  const byCode = new Map<string, CodeEntry>();
  for (const { code, quantity } of entries) {
    const key = scanKey(code);
    const before = byCode.get(key);
    byCode.set(key, { code: before?.code ?? code, quantity: Math.min((before?.quantity ?? 0) + quantity, MAX_QUANTITY) });
  }
  return [...byCode.values()];
}

/** A heading above codes or quantities, such as spreadsheets have. */
const isHeading = (fields: readonly string[]) =>
  fields.length === 2 &&
  fields.every((field) => /^[\p{L} .#/-]+$/u.test(field)) &&
  fields.some((field) => /^(qty|quantity|pieces|sku|code|gtin|ean)\b/i.test(field));

/** Reads lines with a code and a number of pieces, in either order. Equal codes are added up; a heading and empty lines are skipped. */
export function parseCodes(text: string): PastedCodes {
  const entries: CodeEntry[] = [];
  const unreadable: PastedCodes['unreadable'] = [];
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    const fields = splitLine(line);
    if (fields.length === 0 || (index === 0 && isHeading(fields))) continue;
    const entry = readFields(fields);
    if (entry) entries.push(entry);
    else unreadable.push({ line: index + 1, text: cleanField(line).slice(0, MAX_CODE_LENGTH) });
  }
  return { entries: addUp(entries), unreadable };
}
