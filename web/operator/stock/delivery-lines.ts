import type { BodyOf } from '#contract/index.ts';

type Item = BodyOf<'POST /api/operator/stock/deliveries'>['items'][number];

/** A pasted block of deliveries: those that were read, and what is wrong with which line. */
export interface ReadDeliveries {
  items: Item[];
  /** Lines of `items`, counted from 1. */
  lines: number[];
  problems: string[];
}

const MAX_DELIVERIES = 1000;

/** A day as `2026-03-12`, `12/03/2026` or `12.3.2026`; undefined for anything else. */
export function readDay(text: string): string | undefined {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  const local = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(text);
  const [year, month, day] = iso ? iso.slice(1) : local ? local.slice(1).toReversed() : [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const found = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${found}T00:00:00Z`);
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== found ? undefined : found;
}

/** Reads lines of SKU or barcode, pieces, day and perhaps a reference, as copied from a sheet or typed with commas. A line of headings is left out. */
export function readDeliveries(text: string): ReadDeliveries {
  const read: ReadDeliveries = { items: [], lines: [], problems: [] };
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const [code = '', pieces = '', day = '', ...rest] = line
      .split(line.includes('\t') ? '\t' : /[,;]/)
      .map((cell) => cell.trim());
    if (line.trim() === '' || (index === 0 && /^(sku|code|barcode|gtin)$/i.test(code))) continue;
    const dueOn = readDay(day);
    const quantity = Number(pieces.replaceAll(/[\s']/g, ''));
    if (code === '') read.problems.push(`Line ${index + 1}: enter a SKU or barcode.`);
    else if (!(Number.isInteger(quantity) && quantity >= 1 && quantity <= 1_000_000))
      read.problems.push(`Line ${index + 1}: “${pieces}” is not a number of pieces.`);
    else if (dueOn === undefined) read.problems.push(`Line ${index + 1}: “${day}” is not a day. Enter 2026-03-12 or 12/03/2026.`);
    else {
      read.items.push({ code, quantity, dueOn, reference: rest.join(', ').slice(0, 100) || null });
      read.lines.push(index + 1);
    }
  }
  if (read.items.length > MAX_DELIVERIES) read.problems.push('Enter at most 1,000 deliveries at a time.');
  return read;
}
