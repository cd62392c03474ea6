import { cellAt, type Grid, type Place } from './grid-model.ts';

export const mostPieces = 100_000;

/** A pasted field: a quantity, nothing (the field below stays as it is), or something that is no quantity. */
export type Pasted = number | 'nothing' | 'unreadable';

/**
 * Reads what a spreadsheet puts on the clipboard: lines of fields between tabs. Thousands separators and decimals that are
 * zero are read over ("1,200", "12.00"); a dash stands for nothing.
 */
export function readBlock(text: string): Pasted[][] {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n+$/, '').split('\n');
  return lines.map((line) => line.split('\t').map(readQuantity));
}

export function readQuantity(field: string): Pasted {
  const text = field.replace(/^"(.*)"$/, '$1').replace(/[\s\u00a0\u202f]/g, '');
  if (text === '' || /^[-–—]$/.test(text)) return 'nothing';
  const whole = /^(\d{1,9}|\d{1,3}(?:[,'’]\d{3})+)(?:\.0*)?$/.exec(text)?.[1];
  if (whole === undefined) return 'unreadable';
  const quantity = Number(whole.replace(/\D/g, ''));
  return quantity <= mostPieces ? quantity : 'unreadable';
}

export interface Filled {
  /** Combination id → quantity. */
  quantities: Map<number, number>;
  /** Quantities for which there is no stock, by the name of their field. */
  out: string[];
  /** Quantities beside the grid, or where a garment is not made. */
  outside: number;
  unreadable: number;
}

/** Lays a block over the grid with its first field at `from`. */
export function placeBlock(grid: Grid, block: readonly (readonly Pasted[])[], from: Place): Filled {
  const filled: Filled = { quantities: new Map(), out: [], outside: 0, unreadable: 0 };
  block.forEach((line, down) => {
    line.forEach((pasted, right) => {
      if (pasted === 'nothing') return;
      const cell = cellAt(grid, { row: from.row + down, column: from.column + right });
      if (pasted === 'unreadable') filled.unreadable += 1;
      else if (!cell) filled.outside += pasted > 0 ? 1 : 0;
      else if (cell.stock <= 0 && pasted > 0) filled.out.push(cell.label);
      else filled.quantities.set(cell.combination.id, pasted);
    });
  });
  return filled;
}

const some = (count: number, one: string, many: string) => `${count === 1 ? 'One' : count} ${count === 1 ? one : many}`;

/** What became of a pasted block, in words. */
export function pasteWords({ quantities, out, outside, unreadable }: Filled): string {
  const said = [quantities.size === 0 ? 'Nothing was filled in.' : `${some(quantities.size, 'field', 'fields')} filled in.`];
  if (out.length > 0)
    said.push(
      `Left out, because out of stock: ${out.slice(0, 5).join('; ')}${out.length > 5 ? ` and ${out.length - 5} more` : ''}.`,
    );
  if (outside > 0) said.push(`${some(outside, 'quantity', 'quantities')} had no field to go to.`);
  if (unreadable > 0) said.push(`${some(unreadable, 'entry was', 'entries were')} not a whole number.`);
  return said.join(' ');
}
