import { parse } from 'csv-parse/sync';
import { UnreadableSheetError } from './unreadable-sheet.ts';

const DELIMITERS = [',', ';', '\t', '|'];
/** The part of a file in which the delimiter is looked for, in characters and lines. */
const SAMPLE_LENGTH = 200_000;
const SAMPLE_LINES = 60;

/**
 * The delimiter that occurs equally often in the most lines, outside quotation marks: above the headings there can be lines of titles, and within cells there can
 * be other delimiters. Among several, the one that occurs more often.
 */
function detectDelimiter(text: string): string {
  const lines = text
    .slice(0, SAMPLE_LENGTH)
    .trimStart()
    .split(/\r\n|\r|\n/, SAMPLE_LINES)
    .map((line) => line.replaceAll(/"[^"]*"/g, ''));
  const counted = DELIMITERS.map((delimiter) => {
    const counts = lines.map((line) => line.split(delimiter).length - 1).filter((count) => count > 0);
    const usual = [...Map.groupBy(counts, (count) => count)].map(([count, each]) => ({ count, lines: each.length }));
    return { delimiter, ...(usual.toSorted((a, b) => b.lines - a.lines || b.count - a.count)[0] ?? { count: 0, lines: 0 }) };
  });
  return counted.toSorted((a, b) => b.lines - a.lines || b.count - a.count)[0]?.delimiter ?? ',';
}

const countLineBreaks = (cells: readonly string[]) =>
  cells.reduce((sum, cell) => sum + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);

/** Thrown by a reader that has what it needs. */
class EndOfReading extends Error {}

/** Reads the lines of a text one by one, until `add` returns false. Throws UnreadableSheetError, and what `add` throws. */
export function readTextLines(content: string, add: (line: number, cells: string[]) => unknown): void {
  const decoded = content.replace(/^\ufeff/, '');
  // Excel understands a first line "sep=;" that names the delimiter.
  const separator = decoded.match(/^"?sep=(.)"?\r?\n/i);
  const text = separator ? decoded.slice(separator[0].length) : decoded;
  let line = separator ? 2 : 1;
  try {
    parse(text, {
      delimiter: separator?.[1] ?? detectDelimiter(text),
      relax_quotes: true,
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      max_record_size: 200_000,
      on_record: (cells: string[]) => {
        if (add(line, cells) === false) throw new EndOfReading();
        line += 1 + countLineBreaks(cells);
        // The parser does not collect the rows.
        return null;
      },
    });
  } catch (error) {
    if (error instanceof EndOfReading) return;
    if (error instanceof UnreadableSheetError) throw error;
    const { lines } = error as { lines?: number };
    throw new UnreadableSheetError(
      `The file cannot be read${lines ? ` beyond line ${lines}` : ''}: a quotation mark is not closed.`,
    );
  }
}
