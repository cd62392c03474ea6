import type { StoredAccount } from '#api/entitlement/entitlement.rules.ts';
import { normaliseName } from '#api/platform/workbook/cell-names.ts';
import type { BalanceField, ColumnField } from '#contract/people/import.ts';

type Unit = StoredAccount['unit'];

/** The texts of a row by field; empty where there is none. */
export type BalanceCells = Record<BalanceField, string>;

/** The cells of a row by field. */
export function readBalanceCells(cells: readonly string[], fields: readonly (ColumnField | null)[]): BalanceCells {
  const cellOf = (field: BalanceField) => (cells[fields.indexOf(field)] ?? '').trim();
  return {
    employeeNumber: cellOf('employeeNumber'),
    email: cellOf('email'),
    wardrobe: cellOf('wardrobe'),
    season: cellOf('season'),
    target: cellOf('target'),
    unit: cellOf('unit'),
    balance: cellOf('balance'),
  };
}

const UNIT_NAMES: Readonly<Record<string, Unit>> = {
  piece: 'pieces',
  pieces: 'pieces',
  pcs: 'pieces',
  item: 'pieces',
  items: 'pieces',
  point: 'points',
  points: 'points',
  pts: 'points',
  money: 'money',
  amount: 'money',
};

/** The unit that a cell names, or why there is none. Money may also be named by the currency code, such as GBP. */
export function parseUnit(cell: string, currency: string): Unit | { reason: string } {
  if (cell === '') return { reason: 'The unit is missing. Write pieces, points or money.' };
  const name = normaliseName(cell);
  const unit = name === currency.toLowerCase() ? 'money' : UNIT_NAMES[name];
  return unit ?? { reason: `The unit “${cell}” is not known. Write pieces, points or money.` };
}

/** The highest balance that a file may set, in pieces, points or major units. */
const MAX_BALANCE = 1_000_000;

/**
 * A balance in pieces, points or minor units, or why the cell cannot be one. Accepts a decimal comma. Three digits after a comma or point may be
 * thousands, so they are refused; longer fractions are what spreadsheets make of computed cells, and are rounded.
 */
export function parseBalance(cell: string, unit: Unit): number | { reason: string } {
  if (cell === '') return { reason: 'The balance is missing. Write what is left, or 0.' };
  const [, minus, whole, fraction = ''] = cell.match(/^([-−]?)(\d+)(?:[.,](\d+))?$/) ?? [];
  if (whole === undefined)
    return {
      reason: `The balance “${cell}” is not a number. Write it like 12 or 12.50, without currency or thousands separators.`,
    };
  if (fraction.length === 3)
    return {
      reason: `The balance “${cell}” is ambiguous. Write it without thousands separators, and with at most two decimals.`,
    };
  const exact = Number(`${whole}.${fraction || 0}`);
  if (minus && exact > 0) return { reason: `The balance “${cell}” is negative. Write what is left, at least 0.` };
  if (exact > MAX_BALANCE) return { reason: `The balance “${cell}” is more than ${MAX_BALANCE.toLocaleString('en-GB')}.` };
  const minor = Math.round(exact * 100);
  if (Math.abs(minor / 100 - exact) > 1e-6) return { reason: `The balance “${cell}” has more than two decimals.` };
  if (unit === 'money') return minor;
  if (minor % 100 !== 0) return { reason: `The balance “${cell}” is a fraction. Write a whole number of ${unit}.` };
  return minor / 100;
}
