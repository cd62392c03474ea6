import { SHEET_CELLS, type SheetCell } from '#contract/ordering/order-sheets/sheet-limits.ts';

/** Cells of a spreadsheet, line by line. */
export type TextBlock = readonly (readonly string[])[];

/**
 * Parses what a spreadsheet puts on the clipboard: lines of cells separated by tabs. A cell with tabs, line breaks or quotes in it is in quotes, and its own
 * quotes are doubled. Empty lines at the end are left out.
 */
export function parseClipboardText(text: string): string[][] {
  const lines: string[][] = [[]];
  let at = 0;
  while (at <= text.length) {
    const { cell, end } = readCell(text, at);
    lines.at(-1)?.push(cell);
    if (end >= text.length) break;
    if (text[end] !== '\t') lines.push([]);
    at = end + (text.startsWith('\r\n', end) ? 2 : 1);
  }
  while (lines.length > 1 && lines.at(-1)?.every((cell) => cell === '')) lines.pop();
  return lines;
}

function readCell(text: string, start: number): { cell: string; end: number } {
  const quoted = text[start] === '"' ? /"((?:[^"]|"")*)"(?=[\t\r\n]|$)/y : undefined;
  if (quoted) {
    quoted.lastIndex = start;
    const found = quoted.exec(text);
    if (found) return { cell: (found[1] ?? '').replaceAll('""', '"'), end: quoted.lastIndex };
  }
  const rest = text.slice(start).search(/[\t\r\n]/);
  const end = rest < 0 ? text.length : start + rest;
  return { cell: text.slice(start, end), end };
}

/** Formats cells as a spreadsheet reads them from the clipboard. */
export const formatClipboardText = (block: TextBlock): string =>
  block
    .map((line) => line.map((cell) => (/[\t\r\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t'))
    .join('\r\n');

/** Names that the columns of other sheets have. */
const NAMES: Readonly<Record<SheetCell, readonly string[]>> = {
  wearer: ['wearer', 'name', 'employee', 'person'],
  garment: ['garment', 'garment or sku', 'product', 'item', 'sku'],
  colour: ['colour', 'color'],
  size: ['size'],
  fit: ['fit', 'length'],
  quantity: ['quantity', 'qty', 'pieces'],
  reason: ['reason'],
  nameOnGarment: ['name on garment', 'embroidery', 'personalisation'],
};

const findCell = (heading: string): SheetCell | undefined => {
  const name = heading.trim().toLowerCase();
  return SHEET_CELLS.find((cell) => NAMES[cell].includes(name));
};

/** The column of each pasted cell, where the first line has the headings of at least a wearer, a garment and a quantity; undefined without headings. */
export function readHeadings(block: TextBlock): (SheetCell | undefined)[] | undefined {
  const cells = block[0]?.map(findCell) ?? [];
  // A heading that occurs again is that of another column.
  const first = cells.map((cell, index) => (cells.indexOf(cell) === index ? cell : undefined));
  return (['wearer', 'garment', 'quantity'] as const).every((cell) => first.includes(cell)) ? first : undefined;
}
