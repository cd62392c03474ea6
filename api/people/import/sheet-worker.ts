/** Reads a file in a worker thread, so that a large one does not delay other requests. */
import { parentPort, workerData } from 'node:worker_threads';
import { parsePeopleSheet, UnreadableSheetError } from './sheet.ts';
import type { ImportFileContent } from './sheet-file.ts';

const BATCH_SIZE = 1000;
const SAMPLES = 3;

async function read(): Promise<ImportFileContent> {
  const { header, rows } = await parsePeopleSheet(workerData as Uint8Array);
  const numbered = rows.map(({ line, cells, problem }, index) => ({ row_no: index + 1, line, cells, problem: problem ?? null }));
  const batches: string[] = [];
  for (let start = 0; start < numbered.length; start += BATCH_SIZE)
    batches.push(JSON.stringify(numbered.slice(start, start + BATCH_SIZE)));
  const columns = header.map((name, index) => {
    const samples = new Set<string>();
    for (const { cells } of rows) {
      if (cells[index]) samples.add(cells[index].slice(0, 60));
      if (samples.size === SAMPLES) break;
    }
    return { header: name.slice(0, 200), samples: [...samples] };
  });
  return { columns, rows: rows.length, batches };
}

try {
  parentPort?.postMessage(await read());
} catch (error) {
  if (!(error instanceof UnreadableSheetError)) throw error;
  parentPort?.postMessage({ refused: error.message });
}
