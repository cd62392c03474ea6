import { toCellText } from '#api/platform/workbook/cell-text.ts';
import { isFormulaLike } from '#api/platform/workbook/formula-like.ts';
import { DamagedWorkbookError, readFirstSheet, WorkbookTooLargeError } from '#api/platform/workbook/read-workbook.ts';
import { type CsvRecord, MAX_ROWS_ABOVE } from './csv-file.ts';
import { UnreadableFile } from './text-file.ts';

/** The rows of a workbook. They are kept as JSON, since many objects would take several times as much memory. */
interface WorkbookRows {
  /** The cells of the first rows with content. */
  first: string[][];
  /** The rows below one of the first, by its index. */
  records: (header: number, width: number) => AsyncGenerator<CsvRecord>;
}

const MAX_CHARACTERS = 100_000_000;
const LIMITS = { unpackedBytes: 400_000_000, sharedCharacters: MAX_CHARACTERS };

/**
 * Reads the rows with content of the first sheet of a workbook. Cells beyond the columns of the header are left out.
 *
 * @throws UnreadableFile if it is damaged or too large
 */
export async function readWorkbookRows(bytes: Uint8Array, limits: { rows: number; columns: number }): Promise<WorkbookRows> {
  const rows: { line: number; json: string }[] = [];
  const first: string[][] = [];
  let characters = 0;
  try {
    await readFirstSheet(bytes, LIMITS, limits.columns + 1, ({ number, cells }) => {
      const texts = cells.map((cell) => unprotect(toCellText(cell)));
      if (texts.every((text) => text.trim() === '')) return;
      if (rows.length > limits.rows + MAX_ROWS_ABOVE)
        throw new UnreadableFile(`it has more than ${limits.rows.toLocaleString('en-GB')} rows; split it`);
      if (first.length < MAX_ROWS_ABOVE) first.push(texts);
      const json = JSON.stringify(texts);
      characters += json.length;
      if (characters > MAX_CHARACTERS) throw new UnreadableFile('it contains too much data; split it, or save it as CSV');
      rows.push({ line: number, json });
    });
  } catch (error) {
    if (error instanceof WorkbookTooLargeError)
      throw new UnreadableFile('it contains too much data; split it, or save it as CSV');
    if (error instanceof DamagedWorkbookError)
      throw new UnreadableFile('the workbook is damaged, or the file is another zip file; save it again as .xlsx, or as CSV');
    throw error;
  }
  if (rows.length === 0) throw new UnreadableFile('the file is empty');
  async function* records(header: number, width: number): AsyncGenerator<CsvRecord> {
    for (const { line, json } of rows.slice(header + 1))
      yield { line, cells: (JSON.parse(json) as string[]).slice(0, width), isRepaired: false, isShort: false };
  }
  return { first, records };
}

/** A text without the apostrophe that keeps spreadsheet programs from reading it as a formula. */
const unprotect = (text: string): string => (text.startsWith("'") && isFormulaLike(text.slice(1)) ? text.slice(1) : text);
