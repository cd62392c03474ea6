import { Worker } from 'node:worker_threads';
import { invalid } from '#api/platform/http/errors.ts';

/** Content of a file: its columns with sample values, and its rows as JSON for the database, in batches. */
export interface ImportFileContent {
  columns: { header: string; samples: string[] }[];
  rows: number;
  batches: string[];
}

/** A workbook that needs more memory than this is refused: it is far larger than the limit of rows allows. */
const MAX_MEMORY_MB = 768;
const MAX_DURATION_MS = 30_000;
const UNREADABLE = 'The file cannot be read. Please save it as CSV and try again.';

/** Reads a file in a worker thread. Throws 422 where it cannot be read. */
export async function readImportFile(bytes: Uint8Array): Promise<ImportFileContent> {
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
  });
  try {
    const result = await new Promise<ImportFileContent | { refused: string }>((resolve, reject) => {
      const timeout = setTimeout(() => reject(invalid('file', UNREADABLE)), MAX_DURATION_MS);
      worker.once('message', resolve);
      worker.once('error', () => reject(invalid('file', UNREADABLE)));
      worker.once('exit', () => {
        clearTimeout(timeout);
        reject(invalid('file', UNREADABLE));
      });
    });
    if ('refused' in result) throw invalid('file', result.refused);
    return result;
  } finally {
    await worker.terminate();
  }
}
