import { MAX_QUANTITY } from '#web/ui/forms/quantity-text.ts';
import { type CellPosition, findCell, type Grid } from './grid-model.ts';

/** A pasted field: a quantity, nothing (the grid's field stays unchanged), or text that is not a quantity. */
export type PastedValue = number | 'nothing' | 'unreadable';

/**
 * Parses a block of cells from a spreadsheet: lines of fields separated by tabs. Thousands separators and zero decimals are
 * ignored ("1,200", "12.00"); a dash counts as empty.
 */
export function parsePastedBlock(text: string): PastedValue[][] {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  while (lines.length > 1 && lines.at(-1) === '') lines.pop();
  return lines.map((line) => line.split('\t').map(parsePastedQuantity));
}

/** Parses one pasted field: a whole number up to MAX_QUANTITY. */
export function parsePastedQuantity(field: string): PastedValue {
  const text = field.replace(/^"(.*)"$/, '$1').replace(/[\s\u00a0\u202f]/g, '');
  if (text === '' || /^[-–—]$/.test(text)) return 'nothing';
  const whole = /^(\d{1,9}|\d{1,3}(?:[,'’]\d{3})+)(?:\.0*)?$/.exec(text)?.[1];
  if (whole === undefined) return 'unreadable';
  const quantity = Number(whole.replace(/\D/g, ''));
  return quantity <= MAX_QUANTITY ? quantity : 'unreadable';
}

export interface PasteResult {
  /** Combination id → quantity. */
  quantities: Map<number, number>;
  /** Labels of the fields that were not filled in because they are out of stock. */
  outOfStock: string[];
  /** Number of quantities outside the grid, or for combinations that are not made. */
  outsideGrid: number;
  unreadable: number;
}

/** Applies a pasted block to the grid, with its first field at `from`. */
export function applyPastedBlock(grid: Grid, block: readonly (readonly PastedValue[])[], from: CellPosition): PasteResult {
  const result: PasteResult = { quantities: new Map(), outOfStock: [], outsideGrid: 0, unreadable: 0 };
  block.forEach((line, down) => {
    line.forEach((pasted, right) => {
      if (pasted === 'nothing') return;
      const cell = findCell(grid, { row: from.row + down, column: from.column + right });
      if (pasted === 'unreadable') result.unreadable += 1;
      else if (!cell) result.outsideGrid += pasted > 0 ? 1 : 0;
      else if (cell.stock <= 0 && pasted > 0) result.outOfStock.push(cell.label);
      else result.quantities.set(cell.combination.id, pasted);
    });
  });
  return result;
}

const formatCount = (count: number, one: string, many: string) => `${count === 1 ? 'One' : count} ${count === 1 ? one : many}`;

/** Describes the result of a paste in sentences. */
export function describePasteResult({ quantities, outOfStock, outsideGrid, unreadable }: PasteResult): string {
  const sentences = [
    quantities.size === 0 ? 'Nothing was filled in.' : `${formatCount(quantities.size, 'field', 'fields')} filled in.`,
  ];
  if (outOfStock.length > 0)
    sentences.push(
      `Not filled in because out of stock: ${outOfStock.slice(0, 5).join('; ')}${outOfStock.length > 5 ? ` and ${outOfStock.length - 5} more` : ''}.`,
    );
  if (outsideGrid > 0) sentences.push(`${formatCount(outsideGrid, 'quantity', 'quantities')} did not fit into the table.`);
  if (unreadable > 0) sentences.push(`${formatCount(unreadable, 'entry was', 'entries were')} not a whole number.`);
  return sentences.join(' ');
}
