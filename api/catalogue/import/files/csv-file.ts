import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { parse as parseAtOnce } from 'csv-parse/sync';
import type { Header } from './columns.rules.ts';
import { inspectFile, readLineAt, readText, type TextFile, UnreadableFile } from './text-file.ts';

export interface CsvFile extends TextFile {
  delimiter: string;
  header: Header;
  /** Start of the records after the header: byte offset in the UTF-8 text, and line number. */
  offset: number;
  line: number;
}

/** The row that has the names of the columns, by its index among the first rows, what it says, and how sure that is: the higher, the surer. */
export interface FoundHeader {
  row: number;
  header: Header;
  score: number;
}

/** Finds the row with the names of the columns among the first rows of a file; undefined where there is none. */
export type FindHeader = (rows: readonly (readonly string[])[]) => FoundHeader | undefined;

/** A record of the file, or a line that could not be read as one. */
export type CsvRecord =
  | { line: number; cells: string[]; isRepaired: boolean; isShort: boolean }
  | { line: number; problem: string; text: string };

const recordEnds = ['\r\n', '\n', '\r'];
const DELIMITERS = [',', ';', '\t', '|'];
const MAX_RECORD_LENGTH = 4_000_000;
const MAX_BROKEN_LINES = 1000;
/** Rows among which the names of the columns are looked for: a report may have a title and its conditions above them. */
export const MAX_ROWS_ABOVE = 20;

/**
 * Opens a text file with products: finds its encoding, its delimiter and its header.
 *
 * @throws UnreadableFile with a message that describes the problem
 */
export async function openCsv(path: string, findHeader: FindHeader): Promise<CsvFile> {
  const file = await inspectFile(path);
  const lines: { text: string; next: number; line: number }[] = [];
  for (let [offset, line] = [0, 1]; lines.length < MAX_ROWS_ABOVE; line++) {
    const { text, next } = await readLineAt(file, offset);
    // Excel writes "sep=;" before the header, and some exports empty lines.
    if (text.trim() !== '' && !/^"?sep=.?"?$/i.test(text.trim())) lines.push({ text, next, line });
    if (next <= offset) break;
    offset = next;
  }
  const found = DELIMITERS.flatMap((delimiter) => {
    const best = findHeader(lines.map(({ text }) => splitLine(text, delimiter)));
    return best ? [{ ...best, delimiter }] : [];
  }).toSorted((a, b) => b.score - a.score)[0];
  const headerLine = found && lines[found.row];
  if (!headerLine)
    throw new UnreadableFile(
      `it has no column called Handle, Title, Product code or Name in its first lines. It starts with: ${lines[0]?.text.slice(0, 80) || '(nothing)'}`,
    );
  return { ...file, delimiter: found.delimiter, header: found.header, offset: headerLine.next, line: headerLine.line + 1 };
}

function splitLine(text: string, delimiter: string): string[] {
  try {
    const [cells = []] = parseAtOnce(text.slice(0, 100_000), {
      delimiter,
      relax_quotes: true,
      relax_column_count: true,
      bom: true,
    }) as string[][];
    return cells;
  } catch {
    return [];
  }
}

/**
 * Streams the records of a file; memory use does not depend on its size. A line with unmatched quotation marks that cannot
 * be repaired is returned as a problem, and reading continues with the next line.
 *
 * @throws UnreadableFile if too many lines are broken
 */
export async function* readRecords(file: CsvFile): AsyncGenerator<CsvRecord> {
  let { offset, line } = file;
  let isAfterProblem = false;
  for (let broken = 0; ; broken++) {
    if (broken > MAX_BROKEN_LINES)
      throw new UnreadableFile(`more than ${MAX_BROKEN_LINES} lines have quotation marks that do not match`);
    const problem = yield* readUntilProblem(file, offset, line, isAfterProblem);
    if (!problem) return;
    const bad = await readLineAt(file, problem.offset);
    const cells = repair(bad.text, file);
    if (cells) yield { line: problem.line, cells, isRepaired: true, isShort: false };
    else yield { line: problem.line, problem: problem.reason, text: bad.text };
    isAfterProblem ||= !cells;
    if (bad.next <= problem.offset) return;
    [offset, line] = [bad.next, problem.line + 1];
  }
}

interface Problem {
  offset: number;
  line: number;
  reason: string;
}

/** Yields records up to the first one that cannot be read and returns its position; undefined at the end of the file. */
async function* readUntilProblem(
  file: CsvFile,
  offset: number,
  line: number,
  isAfterProblem: boolean,
): AsyncGenerator<CsvRecord, Problem | undefined> {
  const parser = parse({
    delimiter: file.delimiter,
    record_delimiter: recordEnds,
    relax_column_count: true,
    max_record_size: MAX_RECORD_LENGTH,
    info: true,
  });
  const source = Readable.from(readText(file, offset), { objectMode: false });
  source.on('error', (error) => parser.destroy(error));
  let at: Problem = { offset, line, reason: '' };
  let cutsRecord = isAfterProblem;
  try {
    for await (const { record, info } of source.pipe(parser) as AsyncIterable<{ record: string[]; info: { bytes: number } }>) {
      const lines = 1 + record.reduce((sum, cell) => sum + countBreaks(cell), 0);
      const width = record.length;
      const fits = width === file.header.width || record.slice(file.header.width).every((cell) => cell === '');
      const isEmpty = width === 1 && record[0]?.trim() === '';
      if (!isEmpty) {
        const cellCount = `has ${width} cells where the header has ${file.header.width}`;
        // A record that spans lines and has the wrong number of cells probably contains an unclosed quotation mark.
        if (!fits && lines > 1) return { ...at, reason: `the row ${cellCount}, or a quotation mark is not closed` };
        const isShort = width < file.header.width;
        if (!fits || (isShort && cutsRecord))
          yield { line: at.line, problem: `the row ${cellCount}`, text: record.join(file.delimiter) };
        else yield { line: at.line, cells: record, isRepaired: false, isShort };
        if (width === file.header.width) cutsRecord = false;
      }
      at = { offset: offset + info.bytes, line: at.line + lines, reason: '' };
    }
    return undefined;
  } catch (error) {
    const reason = reasons[(error as { code?: string }).code ?? ''];
    if (!reason) throw error;
    return { ...at, reason };
  } finally {
    source.destroy();
  }
}

const reasons: Record<string, string> = {
  CSV_INVALID_CLOSING_QUOTE: 'a quotation mark is not closed, or is inside a quoted cell without being doubled',
  CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE: 'a quotation mark is not closed, or is inside a quoted cell without being doubled',
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark is not closed',
  CSV_MAX_RECORD_SIZE: 'a quotation mark is not closed',
  INVALID_OPENING_QUOTE: 'there is a quotation mark in the middle of a cell',
};

/** Reads a line with stray quotation marks (`10" boot`) literally; undefined if its number of cells is then wrong. */
function repair(text: string, { delimiter, header }: CsvFile): string[] | undefined {
  try {
    const records = parseAtOnce(text, { delimiter, relax_quotes: true, relax_column_count: true }) as string[][];
    if (records.length !== 1 || records[0]?.length !== header.width) return undefined;
    return records[0].map((cell) => (/^".*"$/s.test(cell) ? cell.slice(1, -1) : cell));
  } catch {
    return undefined;
  }
}

function countBreaks(cell: string): number {
  let count = 0;
  for (let index = 0; index < cell.length; index++) {
    const code = cell.charCodeAt(index);
    if (code === 10 || (code === 13 && cell.charCodeAt(index + 1) !== 10)) count++;
  }
  return count;
}
