import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { DOCUMENT_RENDERERS, type DocumentTask } from './document-renderers.ts';

/** Draws a document, in the worker thread that `drawDocument` opens. Returns the bytes of the PDF. Throws what its renderer throws. */
export default async function draw({ kind, content }: DocumentTask): Promise<Uint8Array> {
  const render = DOCUMENT_RENDERERS[kind] as (...content: DocumentTask['content']) => Readable;
  return buffer(render(...content));
}
