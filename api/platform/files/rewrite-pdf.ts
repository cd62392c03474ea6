import { FairQueue } from '../fair-queue.ts';
import { isThreadLimit, openThread } from '../worker-thread.ts';
import { describePdfFinding, type PdfFinding, type PdfTask } from './pdf-findings.ts';
import { unsupportedType } from './upload-errors.ts';

const MAX_DURATION_MS = 8000;
const MAX_HEAP_MB = 256;
const BUSY = 'Many files are being checked at the moment. Nothing was saved; please try again in a few seconds.';

const queue = new FairQueue(BUSY);
const runInThread = openThread<PdfTask, PdfFinding | undefined>(new URL('./pdf-worker.ts', import.meta.url), {
  maxHeapMb: MAX_HEAP_MB,
});

/**
 * Reads a PDF in a worker thread and writes it anew to `target`: what is stored has only objects that were looked at. A process does this for one file at a
 * time, and for one file of each person in turn. `owner` says whose it is, and `name` what messages call it.
 *
 * Throws 415 for a PDF with scripts, with actions that run, open or send something, with other files in it or with a password, and for one that cannot be read
 * within 8 seconds and 256 MB; and 503 when the wait is too long.
 */
export async function rewritePdf(task: PdfTask, name: string, owner: string, maxMs = MAX_DURATION_MS): Promise<void> {
  const finding = await queue.run(owner, () =>
    runInThread(task, maxMs).catch((error: unknown) => {
      if (isThreadLimit(error)) return (error as Error).name === 'AbortError' ? ('too-long' as const) : ('unreadable' as const);
      throw error;
    }),
  );
  if (finding) throw unsupportedType(describePdfFinding(finding, name));
}
