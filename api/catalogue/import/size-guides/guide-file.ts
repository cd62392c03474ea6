import { parse } from 'csv-parse/sync';
import { inspectFile, readText, UnreadableFile } from '../shopify/text-file.ts';
import type { FileRow } from './guide.rules.ts';

/** Guides have some dozens of rows. */
const MAX_FILE_BYTES = 1_000_000;
const DELIMITERS = [',', ';', '\t', '|'];

/**
 * The header and the rows of a size guide's CSV file. Encoding and delimiter are found out; empty rows are left out.
 *
 * @throws UnreadableFile with a sentence that says what is wrong
 */
export async function readGuideFile(path: string): Promise<{ header: string[]; rows: FileRow[] }> {
  const file = await inspectFile(path);
  if (file.bytes > MAX_FILE_BYTES) throw new UnreadableFile('it is too large for a size guide');
  const chunks: Buffer[] = [];
  for await (const chunk of readText(file, 0)) chunks.push(chunk);
  // Excel may write "sep=;" before the header: an empty line in its place keeps the numbers of the others.
  const text = Buffer.concat(chunks)
    .toString('utf8')
    .replace(/^"?sep=.?"?(?=\r|\n)/i, '');
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
  let next = 1;
  const read = (records as unknown as { record: string[]; info: { lines: number } }[]).map(({ record, info }) => {
    const line = Math.max(next, info.lines - record.reduce((sum, cell) => sum + (cell.match(/\n/g)?.length ?? 0), 0));
    next = line + 1;
    return { line, cells: record };
  });
  const [header, ...rows] = read;
  if (!header || header.cells.length < 2)
    throw new UnreadableFile('its first line has no two columns: the size, and what it measures');
  if (rows.length === 0) throw new UnreadableFile('it has no row below its header');
  const twice = header.cells.find((name, at) => header.cells.indexOf(name) !== at);
  if (twice !== undefined) throw new UnreadableFile(`it has two columns that are called "${twice}"`);
  return { header: header.cells, rows };
}
