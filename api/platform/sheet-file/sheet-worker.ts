/** Reads a file in a worker thread, so that a large one does not delay other requests. */
import { once } from 'node:events';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { type ReadOptions, readSheet, type SheetRow, sampleSheets } from './read-sheet.ts';
import type { Sampled, SheetMessage, SheetTask } from './sheet-file-reader.ts';
import { UnreadableSheetError } from './unreadable-sheet.ts';

const BATCH_SIZE = 1000;
const SAMPLES = 3;

const post = (message: SheetMessage) => parentPort?.postMessage(message);

/** Where the headings are in samples, as the thread that asked for them says. */
async function askForOptions(sampled: Sampled): Promise<ReadOptions> {
  const answered = once(parentPort as MessagePort, 'message');
  post({ sampled });
  const [options] = (await answered) as [ReadOptions];
  return options;
}

async function read({ limits, sampleOf, options: given, ...file }: SheetTask): Promise<void> {
  const options = sampleOf ? await askForOptions(await sampleSheets(file, limits, sampleOf)) : given;
  let batch: unknown[] = [];
  let rows = 0;
  const samples: Set<string>[] = [];
  const postBatch = () => {
    post({ batch: JSON.stringify(batch) });
    batch = [];
  };
  const onRow = ({ line, cells, problem, ...shown }: SheetRow) => {
    rows += 1;
    batch.push({ row_no: rows, line, cells, problem: problem ?? null, ...shown });
    for (const [column, cell] of cells.entries()) {
      samples[column] ??= new Set();
      if (cell !== '' && samples[column].size < SAMPLES) samples[column].add(cell.slice(0, 60));
    }
    if (batch.length === BATCH_SIZE) postBatch();
  };
  const { headings, ...content } = await readSheet(file, limits, options ?? {}, onRow);
  if (batch.length > 0) postBatch();
  const columns = headings.map((name, index) => ({ header: name.slice(0, 200), samples: [...(samples[index] ?? [])] }));
  post({ columns, rows, ...content });
}

try {
  await read(workerData as SheetTask);
} catch (error) {
  if (!(error instanceof UnreadableSheetError)) throw error;
  post({ refused: error.message });
}
