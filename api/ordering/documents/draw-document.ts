import { Readable } from 'node:stream';
import { FairQueue } from '#api/platform/fair-queue.ts';
import type { FileStore } from '#api/platform/files/file-store.ts';
import type { KeptDocument } from '#api/platform/files/keep-document.ts';
import { unavailable } from '#api/platform/http/errors.ts';
import { isThreadLimit, openThread } from '#api/platform/worker-thread.ts';
import type { DocumentTask } from './document-renderers.ts';

/** A monthly invoice of thousands of lines takes a few. */
const MAX_DURATION_MS = 10_000;
const MAX_HEAP_MB = 384;
/** For one organisation or operator; together they take seconds. */
const MAX_WAITING = 100;
const BUSY = 'Many documents are being made at the moment. Please try again in a few seconds.';

/** For whom a document is drawn. */
export type DocumentRequester = { organisationId: number } | { operatorId: number };

const queue = new FairQueue(BUSY, { maxWaiting: MAX_WAITING });
const runInThread = openThread<DocumentTask, Uint8Array>(new URL('./document-worker.ts', import.meta.url), {
  maxHeapMb: MAX_HEAP_MB,
});

/**
 * Draws a document as PDF in a worker thread: one at a time, for each organisation and operator in turn, so that neither other requests nor other
 * organisations wait for all the documents of one. Throws 503 when too many wait for the same one, or the document takes too long.
 */
export async function drawDocument(requester: DocumentRequester, task: DocumentTask): Promise<Readable> {
  return Readable.from([await draw(requester, task)], { objectMode: false });
}

/**
 * A document that never changes, as it was drawn when it was first asked for. Throws as `drawDocument` does when it has to be drawn.
 */
export const openDocument = (
  files: Pick<FileStore, 'openDocument'>,
  requester: DocumentRequester,
  document: KeptDocument,
  task: DocumentTask,
): Promise<Readable> => files.openDocument(document, async () => Buffer.from(await draw(requester, task)));

function draw(requester: DocumentRequester, task: DocumentTask): Promise<Uint8Array> {
  return queue.run(
    'operatorId' in requester ? `operator ${requester.operatorId}` : `organisation ${requester.organisationId}`,
    () =>
      runInThread(task, MAX_DURATION_MS).catch((error: unknown) => {
        throw isThreadLimit(error) ? unavailable(BUSY) : error;
      }),
  );
}
