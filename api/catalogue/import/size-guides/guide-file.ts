import { parse } from 'csv-parse/sync';
import type { FileRow } from '../../size-guides/reading/guide.rules.ts';
import { inspectFile, readText, UnreadableFile } from '../files/text-file.ts';

/** Generous: a size guide has a few dozen rows. */
const MAX_FILE_BYTES = 1_000_000;
const DELIMITERS = [',', ';', '\t', '|'];

/**
 * Reads the header and rows of a size guide's CSV file. Encoding and delimiter are detected; empty rows are skipped.
 *
 * @throws UnreadableFile with a message that describes the problem
 */
export async function readGuideFile(path: string): Promise<{ header: string[]; rows: FileRow[] }> {
  const file = await inspectFile(path);
  if (file.bytes > MAX_FILE_BYTES) throw new UnreadableFile('it is too large for a size guide');
  const chunks: Buffer[] = [];
  for await (const chunk of readText(file, 0)) chunks.push(chunk);
  return parseGuideText(Buffer.concat(chunks).toString('utf8'));
}

function parseGuideText(content: string): { header: string[]; rows: FileRow[] } {
  // Excel may write "sep=;" before the header. Emptying that line, rather than removing it, keeps the line numbers right.
  const text = content.replace(/^"?sep=.?"?(?=\r|\n)/i, '');
  const [first = ''] = text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');
  const delimiter = DELIMITERS.reduce((best, each) => (first.split(each).length > first.split(best).length ? each : best));
  const records = parse(text, {
    delimiter,
    relax_quotes: true,
    relax_column_count: true,
    skip_records_with_empty_values: true,
    info: true,
    trim: true,
  });
  let nextLine = 1;
  const parsedRows = (records as unknown as { record: string[]; info: { lines: number } }[]).map(({ record, info }) => {
    const line = Math.max(nextLine, info.lines - record.reduce((sum, cell) => sum + (cell.match(/\n/g)?.length ?? 0), 0));
    nextLine = line + 1;
    return { line, cells: record };
  });
  const [header, ...rows] = parsedRows;
  if (!header || header.cells.length < 2)
    throw new UnreadableFile('its first line needs at least two columns: the size and a measure');
  if (rows.length === 0) throw new UnreadableFile('it has no rows below its header');
  const duplicate = header.cells.find((name, column) => header.cells.indexOf(name) !== column);
  if (duplicate !== undefined) throw new UnreadableFile(`it has two columns called "${duplicate}"`);
  return { header: header.cells, rows };
}
