import type { ImportField } from '#contract/people/import.ts';
import type { ImportRowReason } from './import-reasons.rules.ts';

/** What a cell means: a value, with a note where it was written differently, or why it has none. */
export type CellReading<Value> = { value: Value; note?: ImportRowReason } | { reason: ImportRowReason };

/** What spreadsheet programs show for a formula without a result, in English, German, French and Spanish. */
const ERRORS = new Set([
  '#n/a',
  '#na',
  '#ref!',
  '#value!',
  '#name?',
  '#div/0!',
  '#num!',
  '#null!',
  '#spill!',
  '#calc!',
  '#nv',
  '#bezug!',
  '#wert!',
  '#zahl!',
  '#leer!',
  '#valeur!',
  '#nom?',
  '#nombre!',
  '#nul!',
  '#valor!',
  '#¿nombre?',
  '#¡ref!',
  '#¡valor!',
]);

/** Whether a cell shows an error of a formula instead of a value; also one that is too narrow for its number. */
export const isErrorCell = (cell: string): boolean => {
  const text = cell.trim();
  return text.length <= 40 && (ERRORS.has(text.toLowerCase()) || /^#{3,40}$/.test(text));
};

/**
 * Whether a long number was shortened, so that its last digits are lost: 1.02346E+11. Without a sign and a fraction, as in 1E5, it may be a number as
 * it is.
 */
const isShortenedNumber = (cell: string): boolean =>
  cell.length <= 40 && /^\d(?:[.,]\d{1,20}E\+?|E\+)\d{1,3}$/i.test(cell.trim());

/** Why a cell has no value: a spreadsheet has damaged it. Employee numbers and addresses are read by functions of their own. */
export function findDamage(field: ImportField, cell: string): ImportRowReason | undefined {
  if (field === 'employeeNumber' || field === 'email') return undefined;
  if (isErrorCell(cell)) return { kind: 'cell_is_error', cell };
  return field === 'poNumber' && isShortenedNumber(cell) ? { kind: 'po_number_shortened', cell } : undefined;
}

/**
 * Reads an employee number. Spreadsheet programs make some of the digits unknown (1.02346E+11), replace them by an error (#N/A), or add a
 * fraction (10234.0), which is dropped with a note.
 */
export function readEmployeeNumber(cell: string): CellReading<string> {
  const text = cell.trim();
  if (isErrorCell(text)) return { reason: { kind: 'number_is_error', cell: text } };
  if (isShortenedNumber(text)) return { reason: { kind: 'number_shortened', cell: text } };
  // Three zeros may be thousands.
  const whole = text.length <= 40 ? /^(\d+)[.,]00?$/.exec(text)?.[1] : undefined;
  return whole === undefined
    ? { value: text }
    : { value: whole, note: { kind: 'number_fraction_dropped', cell: text, number: whole } };
}

/** A number as people are looked up by it: in lower case, without the leading zeros that spreadsheet programs drop. As `employee_key` in SQL. */
export const toEmployeeKey = (number: string | null): string => (number ?? '').trim().toLowerCase().replace(/^0+/, '');
