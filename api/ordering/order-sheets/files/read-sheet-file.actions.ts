import { setImmediate } from 'node:timers/promises';
import { invalid } from '#api/platform/http/errors.ts';
import { countNoun, describeDoubt, describeReading } from '#api/platform/sheet-file/describe-reading.rules.ts';
import type { SheetContent, SheetFileReader } from '#api/platform/sheet-file/sheet-file-reader.ts';
import type { SheetLimits } from '#api/platform/sheet-file/sheet-lines.ts';
import type { ReplyOf } from '#contract/index.ts';
import { MAX_SHEET_CELL, MAX_SHEET_REASON, MAX_SHEET_ROWS, SHEET_CELLS } from '#contract/ordering/order-sheets/sheet-limits.ts';
import { cleanCell, type TypedCells } from '../rows/row-text.rules.ts';
import { findSheetColumns, type SheetColumns } from './sheet-columns.rules.ts';

/** What a file may contain at most: a workbook of 20,000 people with eight garments each. */
export const ORDER_SHEET_FILE: SheetLimits = { rows: 200_000, columns: 60, characters: 32_000_000, unpackedBytes: 200_000_000 };

interface FileRow {
  cells: string[];
}

type FileReply = ReplyOf<'POST /api/ordersheets/file'>;

/** What was read of the rows of a file, and what was not. */
interface ReadRows {
  rows: TypedCells[];
  withoutQuantity: number;
}

/** Reads a sheet from an accepted file. Throws 422 `file` where it cannot be read, or has more rows than a sheet holds. */
export async function readSheetFile(reader: Pick<SheetFileReader, 'read'>, fileName: string, bytes: unknown): Promise<FileReply> {
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) throw invalid('file', 'The file is empty.');
  const content = await reader.read(bytes, fileName);
  const { hiddenColumns } = content.reading;
  const headings = content.columns.map(({ header }) => header);
  const columns = findSheetColumns(headings, (column) => hiddenColumns.includes(column));
  const read = await readRows(content, columns, headings);
  if (read.rows.length > MAX_SHEET_ROWS)
    throw invalid(
      'file',
      `The file has ${countNoun(read.rows.length, 'row')}${read.withoutQuantity > 0 ? ' with a quantity' : ''}. A sheet holds at most ${MAX_SHEET_ROWS}. Please split it.`,
    );
  return {
    rows: read.rows.map((cells) => ({ ...cells, customerId: null })),
    notes: [
      ...(hiddenColumns.length > 0 ? [`${countNoun(hiddenColumns.length, 'hidden column')} left out.`] : []),
      ...describeReading(content.reading),
      ...describeDoubt(content.reading),
      ...(read.withoutQuantity > 0 ? [`${countNoun(read.withoutQuantity, 'row')} without a quantity left out.`] : []),
      ...(columns.unread.length > 0 ? [`Columns that a sheet doesn’t have left out: ${columns.unread.join(', ')}.`] : []),
    ],
  };
}

async function readRows(
  { batches }: Pick<SheetContent, 'batches'>,
  columns: SheetColumns,
  headings: readonly string[],
): Promise<ReadRows> {
  const read: ReadRows = { rows: [], withoutQuantity: 0 };
  const others: TypedCells[] = [];
  const add = (row: FileRow) => {
    const cells = Object.fromEntries(
      SHEET_CELLS.map((cell) => [
        cell,
        cleanCell(columns.read(cell, row.cells)).slice(0, cell === 'reason' ? MAX_SHEET_REASON : MAX_SHEET_CELL),
      ]),
    ) as TypedCells;
    if (SHEET_CELLS.every((cell) => cells[cell] === '')) return;
    if (cells.quantity !== '') read.rows.push(cells);
    else {
      read.withoutQuantity += 1;
      // One more than a sheet holds is enough to say that there are too many.
      if (others.length <= MAX_SHEET_ROWS) others.push(cells);
    }
  };
  if (!columns.hasHeadings) add({ cells: [...headings] });
  for (const batch of batches) {
    for (const row of JSON.parse(batch) as FileRow[]) add(row);
    // Other requests are answered in between.
    await setImmediate();
  }
  // Without any quantity, the rows are wanted as they are, to enter the quantities.
  return read.rows.length > 0 ? read : { ...read, rows: others, withoutQuantity: 0 };
}
