import type { ReasonOf } from '../reasons.ts';

/** Why a row of a file cannot be read, or which part of it is ignored. */
export const SHEET_ROW_WORDING = {
  more_cells_than_headings: ({ cells, headings }: { cells: number; headings: number }) =>
    `The line has ${cells} cells, but there are ${headings} headings.`,
  cells_ignored: ({ text }: { text: string }) => `Ignored, because it is beyond the headings: ${text}`,
};
/** One of them, as it is stored. */
export type SheetRowReason = ReasonOf<typeof SHEET_ROW_WORDING>;

/** Characters of ignored cells that are named. */
const MAX_TEXT = 100;

/** What is ignored of a row that could be read: cells beyond the headings. */
export function listIgnoredCells(cells: readonly string[], headings: number): SheetRowReason[] {
  const text = cells
    .slice(headings)
    .filter((cell) => cell !== '')
    .join(', ');
  return text === '' ? [] : [{ kind: 'cells_ignored', text: text.slice(0, MAX_TEXT) }];
}
