import { type CellPosition, findCell, type Grid } from './grid-model.ts';

export const MAX_PIECES = 100_000;

/** A pasted field: a quantity, nothing (the field below stays as it is), or something that is no quantity. */
export type PastedValue = number | 'nothing' | 'unreadable';

/**
 * Reads what a spreadsheet puts on the clipboard: lines of fields between tabs. Thousands separators and decimals that are
 * zero are read over ("1,200", "12.00"); a dash stands for nothing.
 */
export function parsePastedBlock(text: string): PastedValue[][] {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n+$/, '').split('\n');
  return lines.map((line) => line.split('\t').map(parsePastedQuantity));
}

export function parsePastedQuantity(field: string): PastedValue {
  const text = field.replace(/^"(.*)"$/, '$1').replace(/[\s\u00a0\u202f]/g, '');
  if (text === '' || /^[-–—]$/.test(text)) return 'nothing';
  const whole = /^(\d{1,9}|\d{1,3}(?:[,'’]\d{3})+)(?:\.0*)?$/.exec(text)?.[1];
  if (whole === undefined) return 'unreadable';
  const quantity = Number(whole.replace(/\D/g, ''));
  return quantity <= MAX_PIECES ? quantity : 'unreadable';
}

export interface PasteResult {
  /** Combination id → quantity. */
  quantities: Map<number, number>;
  /** Quantities for which there is no stock, by the name of their field. */
  outOfStock: string[];
  /** Quantities beside the grid, or where a garment is not made. */
  outsideGrid: number;
  unreadable: number;
}

/** Lays a block over the grid with its first field at `from`. */
export function applyPastedBlock(grid: Grid, block: readonly (readonly PastedValue[])[], from: CellPosition): PasteResult {
  const filled: PasteResult = { quantities: new Map(), outOfStock: [], outsideGrid: 0, unreadable: 0 };
  block.forEach((line, down) => {
    line.forEach((pasted, right) => {
      if (pasted === 'nothing') return;
      const cell = findCell(grid, { row: from.row + down, column: from.column + right });
      if (pasted === 'unreadable') filled.unreadable += 1;
      else if (!cell) filled.outsideGrid += pasted > 0 ? 1 : 0;
      else if (cell.stock <= 0 && pasted > 0) filled.outOfStock.push(cell.label);
      else filled.quantities.set(cell.combination.id, pasted);
    });
  });
  return filled;
}

const some = (count: number, one: string, many: string) => `${count === 1 ? 'One' : count} ${count === 1 ? one : many}`;

/** The result of a paste, as sentences. */
export function describePasteResult({ quantities, outOfStock, outsideGrid, unreadable }: PasteResult): string {
  const sentences = [quantities.size === 0 ? 'Nothing was filled in.' : `${some(quantities.size, 'field', 'fields')} filled in.`];
  if (outOfStock.length > 0)
    sentences.push(
      `Not filled in because out of stock: ${outOfStock.slice(0, 5).join('; ')}${outOfStock.length > 5 ? ` and ${outOfStock.length - 5} more` : ''}.`,
    );
  if (outsideGrid > 0) sentences.push(`${some(outsideGrid, 'quantity', 'quantities')} did not fit into the table.`);
  if (unreadable > 0) sentences.push(`${some(unreadable, 'entry was', 'entries were')} not a whole number.`);
  return sentences.join(' ');
}
