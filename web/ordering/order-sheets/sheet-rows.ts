import type { BodyOf, ReplyOf } from '#contract/index.ts';
import {
  MAX_SHEET_CELL,
  MAX_SHEET_REASON,
  MAX_SHEET_ROWS,
  SHEET_CELLS,
  type SheetCell,
} from '#contract/ordering/order-sheets/sheet-limits.ts';

/** The texts of a row. */
export type RowCells = Readonly<Record<SheetCell, string>>;

/** A row as it is typed. A change makes a new object with the same key. */
export interface SheetRow extends RowCells {
  /** The same for as long as the page is open, wherever the row moves. */
  readonly key: number;
  /** The person who was chosen among several of one name. */
  readonly customerId: number | null;
}

/** A row as the server keeps and reads it. */
export type TypedRow = ReplyOf<'POST /api/ordersheets/file'>['rows'][number];

/** The columns that are typed, in their order, with their headings. */
export const COLUMNS: readonly { cell: SheetCell; label: string }[] = [
  { cell: 'wearer', label: 'Wearer' },
  { cell: 'garment', label: 'Garment or SKU' },
  { cell: 'colour', label: 'Colour' },
  { cell: 'size', label: 'Size' },
  { cell: 'fit', label: 'Fit' },
  { cell: 'quantity', label: 'Quantity' },
  { cell: 'reason', label: 'Reason' },
  { cell: 'nameOnGarment', label: 'Name on garment' },
];

/** Empty rows that are shown below the last one, and how many rows an empty sheet shows. */
const SPARE_ROWS = 2;
const FEWEST_ROWS = 12;

const NO_CELLS: RowCells = {
  wearer: '',
  garment: '',
  colour: '',
  size: '',
  fit: '',
  quantity: '',
  reason: '',
  nameOnGarment: '',
};

let lastKey = 0;

/** A new row with these cells. */
export function createRow(cells: Partial<Omit<SheetRow, 'key'>> = {}): SheetRow {
  lastKey += 1;
  return { customerId: null, ...NO_CELLS, ...cells, key: lastKey };
}

/** Whether nothing is typed in a row. */
export const isEmptyRow = (row: RowCells): boolean => SHEET_CELLS.every((cell) => row[cell].trim() === '');

/** The rows up to the last one in which something is typed. */
export const trimRows = (rows: readonly SheetRow[]): readonly SheetRow[] =>
  rows.slice(0, rows.findLastIndex((row) => !isEmptyRow(row)) + 1);

/** The rows with empty ones below the last, up to what a sheet holds; the same list where that is so already. */
export function padRows(rows: readonly SheetRow[]): readonly SheetRow[] {
  const used = trimRows(rows).length;
  const wanted = Math.min(MAX_SHEET_ROWS, Math.max(FEWEST_ROWS, used + SPARE_ROWS));
  if (rows.length >= wanted && rows.length <= MAX_SHEET_ROWS) return rows;
  const missing = Math.max(0, wanted - rows.length);
  return [...rows.slice(0, MAX_SHEET_ROWS), ...Array.from({ length: missing }, () => createRow())];
}

/** A text as a cell holds it: no line breaks, no more characters than the server accepts. */
export const toCellText = (cell: SheetCell, text: string): string =>
  text.replaceAll(/[\r\n\t]+/g, ' ').slice(0, cell === 'reason' ? MAX_SHEET_REASON : MAX_SHEET_CELL);

/** A row with another text in a cell; the same row where it is the text already. A person who was chosen is one for the text before. */
export function withCell(row: SheetRow, cell: SheetCell, text: string): SheetRow {
  const typed = toCellText(cell, text);
  if (row[cell] === typed) return row;
  return { ...row, [cell]: typed, ...(cell === 'wearer' && { customerId: null }) };
}

/** The rows as they are sent. */
export const toSentRows = (rows: readonly SheetRow[]): BodyOf<'POST /api/ordersheets'>['rows'] =>
  trimRows(rows).map(({ key: _key, ...cells }) => cells);

/** Rows from the server, or of a draft. */
export const fromTypedRows = (rows: readonly TypedRow[]): SheetRow[] => rows.map((row) => createRow(row));
