import { invalid } from '#api/platform/http/errors.ts';
import { describeDoubt, describeReading } from '#api/platform/sheet-file/describe-reading.rules.ts';
import type { SheetFileReader } from '#api/platform/sheet-file/sheet-file-reader.ts';
import type { SheetLimits } from '#api/platform/sheet-file/sheet-lines.ts';
import { GUIDE_LIMITS } from '#contract/catalogue/size-guides.ts';
import { findGuideStart } from './guide-start.rules.ts';
import type { GuideTable } from './guide-table.rules.ts';

/** What the file of a guide may contain at most. */
export const GUIDE_SHEET: SheetLimits = {
  rows: GUIDE_LIMITS.sizes,
  columns: GUIDE_LIMITS.columns,
  characters: 2_000_000,
  unpackedBytes: 50_000_000,
};

/** The table of a file, and what was filled in or is in doubt about how it was read, as sentences. */
export interface UploadedGuide {
  table: GuideTable;
  notes: string[];
}

/** Reads a guide from an accepted file. Throws 422 `file` where it contains no table, or one that cannot be a size guide. */
export async function readUploadedGuide(
  reader: Pick<SheetFileReader, 'read'>,
  fileName: string,
  bytes: unknown,
): Promise<UploadedGuide> {
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) throw invalid('file', 'The file is empty.');
  const { columns, batches, reading } = await reader.read(bytes, fileName, findGuideStart, { hiddenRows: 'import' });
  const headings = columns.map(({ header }) => header);
  if (headings.length < 2)
    throw invalid('file', 'This is not a size guide: its first line needs at least two columns, the size and a measure.');
  const rows = batches.flatMap((batch) => JSON.parse(batch) as { line: number; cells: string[] }[]);
  for (const { line, cells } of [{ line: 1, cells: headings }, ...rows])
    if (cells.some((cell) => cell.length > GUIDE_LIMITS.characters))
      throw invalid('file', `Line ${line} has a text of more than ${GUIDE_LIMITS.characters} characters. Please shorten it.`);
  return {
    table: { columns: headings, rows: rows.map(({ cells }) => cells), lines: rows.map(({ line }) => line) },
    notes: [...describeReading(reading), ...describeDoubt(reading)],
  };
}
