import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { deleteAbandoned } from '../files/file-store.ts';
import { BatchedRows, streamWorkbook, type WorkbookFile } from '../workbook/workbook.ts';

/** How often progress is saved, and asked whether to go on. */
const INTERVAL_MS = 1000;

/** An export that was stopped, or that another attempt has taken over. */
export class ExportEnded extends Error {}

/** How many records of a workbook have been read, of how many. */
function measureProgress({ sheets }: WorkbookFile): { done: number; total: number } {
  const batched = sheets.flatMap(({ rows }) => (rows instanceof BatchedRows ? rows : []));
  return {
    done: batched.reduce((sum, { done }) => sum + done, 0),
    total: batched.reduce((sum, { total }) => sum + total, 0),
  };
}

/**
 * Writes a workbook into a file of a folder of its own, and gives its path and its size in bytes to `use`; the folder is deleted afterwards. Memory does not
 * depend on the number of rows. Every second `onProgress` is told how far it is. Throws `ExportEnded` when it answers false.
 */
export async function writeExport(
  workbook: WorkbookFile,
  folder: string,
  onProgress: (progress: { done: number; total: number }) => Promise<boolean>,
  use: (path: string, size: number) => Promise<void>,
): Promise<void> {
  const goOn = async () => {
    if (!(await onProgress(measureProgress(workbook)))) throw new ExportEnded();
  };
  await goOn();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await deleteAbandoned(folder);
  const work = await mkdtemp(join(folder, 'export-'));
  const ended = new AbortController();
  let saving: Promise<void> | undefined;
  const timer = setInterval(() => {
    // The next one does not begin before this one has ended.
    saving ??= goOn()
      .catch((error) => ended.abort(error))
      .finally(() => {
        saving = undefined;
      });
  }, INTERVAL_MS);
  try {
    const path = join(work, 'content');
    await pipeline(streamWorkbook(...workbook.sheets), createWriteStream(path, { mode: 0o600 }), { signal: ended.signal }).catch(
      (error) => {
        throw ended.signal.aborted ? ended.signal.reason : error;
      },
    );
    await saving;
    ended.signal.throwIfAborted();
    await goOn();
    await use(path, (await stat(path)).size);
  } finally {
    clearInterval(timer);
    await rm(work, { recursive: true, force: true });
  }
}
