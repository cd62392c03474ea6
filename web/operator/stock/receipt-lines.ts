import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { scanKey } from '#contract/scanned-codes.ts';
import { explainUnknownCode } from '../scanning/explain-unknown-code.ts';

export type StockedGarment = ReplyOf<'GET /api/operator/stock/garments'>['garments'][number];

/** A line of a delivery that is being entered. */
export interface ReceiptLine {
  /** As it was scanned or typed first. */
  code: string;
  quantity: number;
  /** What the code names; undefined until the server has told it. */
  garment: StockedGarment | undefined;
  /** Why the code cannot be received. */
  problem: string | undefined;
}

const MAX_PIECES = 100_000;
/** Lines of one delivery. */
export const MAX_RECEIPT_LINES = 1000;

/** The line of a code: that of the same code in whichever form it was scanned, or of a garment with this SKU. */
const findLine = (lines: readonly ReceiptLine[], code: string) =>
  lines.findIndex((line) => scanKey(line.code) === scanKey(code) || scanKey(line.garment?.sku ?? '') === scanKey(code));

/** The lines after a scan: one piece more of a garment that is there, else a new line at the top. */
export function addScan(lines: readonly ReceiptLine[], code: string): ReceiptLine[] {
  const at = findLine(lines, code);
  if (at < 0) return [{ code: code.trim(), quantity: 1, garment: undefined, problem: undefined }, ...lines];
  return lines.map((line, index) => (index === at ? { ...line, quantity: Math.min(MAX_PIECES, line.quantity + 1) } : line));
}

/** The lines after the server has told what a code names. Two codes of one garment become one line. */
export function resolveCode(lines: readonly ReceiptLine[], code: string, garments: readonly StockedGarment[]): ReceiptLine[] {
  const at = lines.findIndex((line) => scanKey(line.code) === scanKey(code));
  const line = lines[at];
  if (!line) return [...lines];
  const [garment, ...others] = garments;
  if (!garment || others.length > 0) {
    const problem = garment
      ? `Several garments have this barcode: ${garments.map(({ sku }) => sku).join(', ')}. Scan or type the SKU instead.`
      : explainUnknownCode(code, 'No garment has this code. Check the label, or type the SKU.');
    return lines.map((each) => (each === line ? { ...each, garment: undefined, problem } : each));
  }
  const same = lines.find((each) => each !== line && each.garment?.id === garment.id);
  if (!same) return lines.map((each) => (each === line ? { ...each, garment, problem: undefined } : each));
  return lines
    .filter((each) => each !== line)
    .map((each) => (each === same ? { ...each, quantity: Math.min(MAX_PIECES, each.quantity + line.quantity) } : each));
}

/** The lines with another quantity of one. */
export const setQuantity = (lines: readonly ReceiptLine[], code: string, quantity: number): ReceiptLine[] =>
  lines.map((line) => (line.code === code ? { ...line, quantity } : line));

const isQuantity = (quantity: number) => Number.isInteger(quantity) && quantity >= 1 && quantity <= MAX_PIECES;

/** Why the delivery cannot be recorded; undefined where it can. */
export function findReceiptBlocker(reference: string, lines: readonly ReceiptLine[]): string | undefined {
  if (lines.length === 0) return 'Scan or type at least one garment.';
  if (lines.some(({ problem }) => problem !== undefined)) return 'Remove or correct the lines with an unknown code.';
  if (lines.some(({ quantity }) => !isQuantity(quantity))) return 'Enter a number of pieces from 1 to 100,000 on each line.';
  if (lines.length > MAX_RECEIPT_LINES) return 'A delivery can have at most 1,000 lines. Record the rest under another number.';
  if (reference.trim() === '') return 'Enter the delivery note number.';
  return undefined;
}

/** The request that records the delivery. */
export const toReceipt = (reference: string, lines: readonly ReceiptLine[]): BodyOf<'POST /api/operator/stock/receipts'> => ({
  reference: reference.trim(),
  items: lines.map(({ code, quantity, garment }) => ({ code: garment?.sku ?? code, quantity })),
});

/** The lines with what the server says about their codes, by the field of the request. */
export const markRefusedLines = (
  lines: readonly ReceiptLine[],
  getProblem: (field: string) => string | undefined,
): ReceiptLine[] =>
  lines.map((line, index) => ({
    ...line,
    problem: getProblem(`items[${index}].code`) ?? getProblem(`items[${index}].quantity`),
  }));
