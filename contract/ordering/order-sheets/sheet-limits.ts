/** Limits and columns of sheets for many wearers. Apart from the schemas, which pages do not load. */

/** The most rows of a sheet. */
export const MAX_SHEET_ROWS = 500;
/** The most sheets that a person can save. */
export const MAX_SHEETS = 100;
/** The most characters of the name of a sheet. */
export const MAX_SHEET_NAME = 80;
/** The most characters of a cell. */
export const MAX_SHEET_CELL = 200;
/** The most characters of a reason. */
export const MAX_SHEET_REASON = 500;
/** The largest file that is read, in bytes. */
export const MAX_SHEET_FILE_BYTES = 10 * 1024 * 1024;
/** After how many days without being opened or saved a sheet is deleted. */
export const SHEET_KEEPING_DAYS = 180;
/** The columns of a sheet, in their order; messages name the cell by them. */
export const SHEET_CELLS = ['wearer', 'garment', 'colour', 'size', 'fit', 'quantity', 'reason', 'nameOnGarment'] as const;
/** A column of a sheet. */
export type SheetCell = (typeof SHEET_CELLS)[number];
