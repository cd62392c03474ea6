/**
 * Whether spreadsheet programs could take a text for a formula: when a CSV file is opened, or when someone edits a cell of a workbook.
 * The characters are those of OWASP's page on CSV injection.
 */
export const isFormulaLike = (text: string): boolean => /^[=+\-@\t\r\n＝＋－＠]/.test(text);

/** A text for a spreadsheet: with an apostrophe in front where it could be taken for a formula. */
export const toSpreadsheetText = (text: string): string => (isFormulaLike(text) ? `'${text}` : text);
