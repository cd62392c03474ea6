import { Readable } from 'node:stream';
import type { FileStore } from '#api/platform/files/file-store.ts';
import type { KeptDocument } from '#api/platform/files/keep-document.ts';
import { type DocumentRequester, openDrawingThread } from '#api/platform/pdf/draw-in-thread.ts';
import type { DocumentTask } from './document-renderers.ts';

const draw = openDrawingThread<DocumentTask>(new URL('./document-worker.ts', import.meta.url));

/** Draws a document as PDF. Throws as `openDrawingThread` says. */
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
