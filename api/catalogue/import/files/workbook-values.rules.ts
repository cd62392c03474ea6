/** How the workbook of the catalogue writes values that are stored as codes; it is read by the same words. */
export const WORKBOOK_STATES = { draft: 'Draft', published: 'On sale', discontinued: 'Discontinued' } as const;

/** Back orders by their stored number. */
export const WORKBOOK_BACK_ORDERS = ['Not allowed', 'Allowed', 'Allowed, the buyer is told'] as const;

/** Units by their code of UN/ECE Recommendation 20. */
export const WORKBOOK_UNITS: Readonly<Record<string, string>> = { EA: 'Piece', PR: 'Pair', SET: 'Set', PK: 'Pack' };

/** Stands for a text that is longer than a cell can be, and stays as it is. */
export const TOO_LONG = '(too long for a cell; it stays as it is)';

/** The longest text that is written into a cell; spreadsheet programs can take 32,767 characters. */
export const MAX_WORKBOOK_TEXT = 32_000;

/** How categories are separated, and the names of a path. */
export const CATEGORY_SEPARATOR = '; ';
export const PATH_SEPARATOR = ' > ';
