import type { StoredAccount } from '#api/entitlement/entitlement.rules.ts';
import { normaliseName } from '#api/platform/workbook/cell-names.ts';
import type { BalanceField, ColumnField } from '#contract/people/import.ts';
import type { BalanceReason } from './balance-reasons.rules.ts';

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
export function parseUnit(cell: string, currency: string): Unit | { reason: BalanceReason } {
  if (cell === '') return { reason: { kind: 'unit_missing' } };
  const name = normaliseName(cell);
  const unit = name === currency.toLowerCase() ? 'money' : UNIT_NAMES[name];
  return unit ?? { reason: { kind: 'unit_unknown', cell } };
}

/** The highest balance that a file may set, in pieces, points or major units. */
const MAX_BALANCE = 1_000_000;

/**
 * A balance in pieces, points or minor units, or why the cell cannot be one. Accepts a decimal comma. Three digits after a comma or point may be
 * thousands, so they are refused; longer fractions are what spreadsheets make of computed cells, and are rounded.
 */
export function parseBalance(cell: string, unit: Unit): number | { reason: BalanceReason } {
  if (cell === '') return { reason: { kind: 'balance_missing' } };
  const [, minus, whole, fraction = ''] = cell.match(/^([-−]?)(\d+)(?:[.,](\d+))?$/) ?? [];
  if (whole === undefined) return { reason: { kind: 'balance_is_no_number', cell } };
  if (fraction.length === 3) return { reason: { kind: 'balance_ambiguous', cell } };
  const exact = Number(`${whole}.${fraction || 0}`);
  if (minus && exact > 0) return { reason: { kind: 'balance_negative', cell } };
  if (exact > MAX_BALANCE) return { reason: { kind: 'balance_too_high', cell, highest: MAX_BALANCE } };
  const minor = Math.round(exact * 100);
  if (Math.abs(minor / 100 - exact) > 1e-6) return { reason: { kind: 'balance_too_exact', cell } };
  if (unit === 'money') return minor;
  if (minor % 100 !== 0) return { reason: { kind: 'balance_is_fraction', cell, unit } };
  return minor / 100;
}
