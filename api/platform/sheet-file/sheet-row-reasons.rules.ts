import type { ReasonOf } from '../reasons.ts';

/** Why a row of a file cannot be read. */
export const SHEET_ROW_WORDING = {
  more_cells_than_headings: ({ cells, headings }: { cells: number; headings: number }) =>
    `The line has ${cells} cells, but there are ${headings} headings.`,
};
/** One of them, as it is stored. */
export type SheetRowReason = ReasonOf<typeof SHEET_ROW_WORDING>;
