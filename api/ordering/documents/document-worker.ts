/** Draws a document in a worker thread. */
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { DOCUMENT_RENDERERS, type DocumentTask } from './document-renderers.ts';

export default async function draw({ kind, content }: DocumentTask): Promise<Uint8Array> {
  const render = DOCUMENT_RENDERERS[kind] as (...content: DocumentTask['content']) => Readable;
  return buffer(render(...content));
}
