import { Worker } from 'node:worker_threads';
import { type Uploader, UploadSlots } from '#api/platform/files/upload-slots.ts';
import { invalid, unavailable } from '#api/platform/http/errors.ts';
import type { ColumnProfile } from './column-profile.rules.ts';
import type { ReadOptions, ReadSheet } from './read-sheet.ts';
import { LARGE_SHEET, type SheetLimits } from './sheet-lines.ts';
import type { ReadingChoice, SheetReading, SheetSample, SheetStart, TextEncodingFound, WorkbookSheet } from './sheet-reading.ts';

/** Content of a file: its columns with sample values, and its rows as JSON for the database, in batches. */
export interface SheetContent {
  columns: { header: string; samples: string[] }[];
  rows: number;
  batches: string[];
  /** What each column holds. */
  profile: ColumnProfile[];
  reading: SheetReading;
}

type ReadContent = Omit<SheetContent, 'batches' | 'reading'> & Pick<ReadSheet, 'reading'>;
/** The first lines of a file. */
export interface Sampled {
  samples: SheetSample[];
  sheets: WorkbookSheet[];
  encoding: TextEncodingFound | null;
}

/** What the worker sends: batches of rows, then the rest of the content, or why the file is refused. */
export type SheetMessage = { batch: string } | { sampled: Sampled } | ReadContent | { refused: string };

/** What the worker is given. */
export interface SheetTask {
  bytes: Uint8Array;
  name: string;
  limits: SheetLimits;
  options?: ReadOptions;
  /** First, the first lines are sent, of each sheet or of this one; the answer are the options. */
  sampleOf?: Pick<ReadingChoice, 'sheet' | 'encoding'>;
}

/** Where the headings are in the first lines of sheets, as far as no one has chosen it; undefined: in the first line. */
export type FindStart = (samples: readonly SheetSample[], choice: ReadingChoice) => SheetStart | undefined;

/** Files that are in memory at the same time, read or waiting, and the bytes of one are limited by the call. */
const MAX_FILES = 4;
/** Together less than the 30 seconds after which the server closes a silent connection. */
const MAX_WAIT_MS = 6000;
const MAX_DURATION_MS = 22_000;
/** What the limits of a sheet allow takes less. */
const MAX_HEAP_MB = 384;
const UNREADABLE = 'The file cannot be read. Please save it as CSV and try again.';
const BUSY = 'Other files are being read at the moment. Nothing was saved; please upload the file again in a few seconds.';

/**
 * The uploads of files of one kind in this process. Only a few are accepted at a time, one for each person and two for each organisation, and they are read
 * one after another, so that their memory is limited however many are sent.
 */
export class SheetFileReader {
  readonly #slots = new UploadSlots({ total: MAX_FILES, perOrganisation: 2, perPerson: 1 }, BUSY);
  readonly #limits: SheetLimits;
  #reading: Promise<unknown> = Promise.resolve();

  constructor(limits: SheetLimits = LARGE_SHEET) {
    this.#limits = limits;
  }

  /** Accepts an upload before its body is received. Throws 503 if there are too many. Returns a function that ends the upload. */
  accept(uploader: Uploader): () => void {
    return this.#slots.accept(uploader);
  }

  /**
   * Reads an accepted file when those before it have been read. The headings are where `findStart` finds them in the first lines of each sheet; without it, and
   * where it finds none, in the first line of the first sheet. Throws 422 where it cannot be read, and 503 where the wait is too long.
   */
  async read(bytes: Uint8Array, name: string, findStart?: FindStart, choice: ReadingChoice = {}): Promise<SheetContent> {
    const isTooLate = AbortSignal.timeout(MAX_WAIT_MS);
    const reading = this.#reading.then(async () => {
      if (isTooLate.aborted) throw unavailable(BUSY);
      return readContent({ bytes, name, limits: this.#limits }, findStart, choice);
    });
    this.#reading = reading.catch(() => {});
    return reading;
  }
}

/** What is kept of the lines above the headings. */
const MAX_CELLS_ABOVE = 12;
const MAX_CHARACTERS_ABOVE = 80;

async function readContent(
  task: SheetTask,
  findStart: FindStart | undefined,
  { sheet, line, encoding, hiddenRows }: ReadingChoice,
): Promise<SheetContent> {
  if (!findStart) {
    const start = sheet === undefined && line === undefined ? undefined : { sheet: sheet ?? 0, line: line ?? 1 };
    const content = await runInWorker({ ...task, options: { start, encoding, hiddenRows } });
    return { ...content, reading: { ...content.reading, linesAbove: [] } };
  }
  let samples: SheetSample[] = [];
  let sheets: WorkbookSheet[] = [];
  const content = await runInWorker({ ...task, sampleOf: { sheet, encoding } }, (sampled) => {
    ({ samples, sheets } = sampled);
    const start = findStart(samples, { sheet, line }) ?? (sheet === undefined ? undefined : { sheet, line: line ?? 1 });
    return { start, encoding: encoding ?? sampled.encoding?.name, hiddenRows };
  });
  const { reading } = content;
  const linesAbove = (samples.find((sample) => sample.sheet === reading.sheet)?.lines ?? [])
    .filter((each) => each.line < reading.line)
    .map((each) => ({
      line: each.line,
      cells: each.cells.slice(0, MAX_CELLS_ABOVE).map((cell) => cell.slice(0, MAX_CHARACTERS_ABOVE)),
    }));
  // The sample knows the rows of all sheets.
  return { ...content, reading: { ...reading, linesAbove, sheets: joinSheets(sheets, reading.sheets) } };
}

/** The sheets with their rows, as far as either reading knows them. */
const joinSheets = (sampled: readonly WorkbookSheet[], read: readonly WorkbookSheet[]): WorkbookSheet[] =>
  read.map((sheet, index) => ({ ...sheet, rows: sheet.rows ?? sampled[index]?.rows ?? null }));

/** Reads a file in a worker thread; `findOptions` answers its first lines, where they are asked for. Throws 422 where it cannot be read. */
async function runInWorker(
  task: SheetTask,
  findOptions?: (sampled: Sampled) => ReadOptions,
): Promise<ReadContent & { batches: string[] }> {
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  const batches: string[] = [];
  try {
    return await new Promise<ReadContent & { batches: string[] }>((resolve, reject) => {
      const refuse = (reason: string) => reject(invalid('file', reason));
      const answer = (sampled: Sampled) => {
        try {
          worker.postMessage(findOptions?.(sampled));
        } catch (error) {
          reject(error);
        }
      };
      const timeout = setTimeout(() => refuse(UNREADABLE), MAX_DURATION_MS);
      worker.on('message', (message: SheetMessage) => {
        if ('batch' in message) return void batches.push(message.batch);
        if ('refused' in message) return refuse(message.refused);
        if ('sampled' in message) return answer(message.sampled);
        resolve({ ...message, batches });
      });
      worker.once('error', () => refuse(UNREADABLE));
      worker.once('exit', () => {
        clearTimeout(timeout);
        refuse(UNREADABLE);
      });
    });
  } finally {
    await worker.terminate();
  }
}
