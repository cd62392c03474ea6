import { FairQueue } from '../fair-queue.ts';
import { unavailable } from '../http/errors.ts';
import { isThreadLimit, openThread } from '../worker-thread.ts';

/** A monthly invoice of thousands of lines takes a few. */
const MAX_DURATION_MS = 10_000;
const MAX_HEAP_MB = 384;
/** For one organisation or operator; together they take seconds. */
const MAX_WAITING = 100;
const BUSY = 'Many documents are being made at the moment. Please try again in a few seconds.';

/** For whom a document is drawn. */
export type DocumentRequester = { organisationId: number } | { operatorId: number };

/** One for the documents of all areas, so that a process draws one at a time. */
const queue = new FairQueue(BUSY, { maxWaiting: MAX_WAITING });

/** Draws a document. Throws 503 when too many wait for the same requester, or it takes too long, and what its renderer throws. */
export type DrawInThread<Task> = (requester: DocumentRequester, task: Task) => Promise<Uint8Array>;

/**
 * Documents of an area as PDF, drawn in a worker thread: one at a time, for each organisation and operator in turn, so that neither other requests nor other
 * organisations wait for all the documents of one. `worker` exports the function that draws one as its default.
 */
export function openDrawingThread<Task>(worker: URL): DrawInThread<Task> {
  const runInThread = openThread<Task, Uint8Array>(worker, { maxHeapMb: MAX_HEAP_MB });
  return (requester, task) =>
    queue.run('operatorId' in requester ? `operator ${requester.operatorId}` : `organisation ${requester.organisationId}`, () =>
      runInThread(task, MAX_DURATION_MS).catch((error: unknown) => {
        throw isThreadLimit(error) ? unavailable(BUSY) : error;
      }),
    );
}
