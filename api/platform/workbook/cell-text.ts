import { isFormulaLike } from './formula-like.ts';
import type { Cell } from './workbook-xml.ts';

/** Longer cells are cut off. No field accepts nearly as much, so the cut value is still refused for its length. */
const MAX_CELL_LENGTH = 1000;

/** A text of a file as it is stored and compared: one line, trimmed, without the mark that keeps spreadsheets from reading it as a formula. */
export function cleanCellText(text: string): string {
  const line = text.toWellFormed().replaceAll('\0', '').replaceAll(/\s+/g, ' ').trim().slice(0, MAX_CELL_LENGTH);
  return line.startsWith("'") && isFormulaLike(line.slice(1)) ? line.slice(1) : line;
}

/** The text of a cell of a workbook: dates as 2026-03-31, numbers without grouping. */
export function toCellText(value: Cell): string {
  if (value === null) return '';
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}
