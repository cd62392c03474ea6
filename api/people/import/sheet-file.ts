import { Worker } from 'node:worker_threads';
import { invalid } from '#api/platform/http/errors.ts';

/** What was found in a file: its columns with their first values, and its rows as JSON for the database, a thousand at a time. */
export interface ImportFileContent {
  columns: { header: string; samples: string[] }[];
  rows: number;
  batches: string[];
}

/** A workbook that unpacks to more than this is none of people. */
const MAX_MEMORY_MB = 768;
const MAX_DURATION_MS = 30_000;
const UNREADABLE = 'The file cannot be read. Please save it as CSV and try again.';

/** Reads a file in a thread of its own. Throws 422 with a sentence where it cannot be read. */
export async function readImportFile(bytes: Uint8Array): Promise<ImportFileContent> {
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
  });
  try {
    const told = await new Promise<ImportFileContent | { refused: string }>((resolve, reject) => {
      const late = setTimeout(() => reject(invalid('file', UNREADABLE)), MAX_DURATION_MS);
      worker.once('message', resolve);
      worker.once('error', () => reject(invalid('file', UNREADABLE)));
      worker.once('exit', () => {
        clearTimeout(late);
        reject(invalid('file', UNREADABLE));
      });
    });
    if ('refused' in told) throw invalid('file', told.refused);
    return told;
  } finally {
    await worker.terminate();
  }
}
