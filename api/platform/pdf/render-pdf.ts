import { Readable } from 'node:stream';
import type { PdfContent } from './pdf-content.ts';

/**
 * Renders a document as a PDF stream: A4 pages with the brand's logo, a running header and "Page 1 of 2", or a label without them. The file is tagged
 * (PDF 1.7) in British English. Work is done in slices, so that other requests are served meanwhile; an error destroys the stream.
 */
export function renderPdf(content: PdfContent): Readable {
  return Readable.from(draw(content), { objectMode: false });
}

/** The library and its fonts take 60 MB: a process that draws nothing does without them. */
async function* draw(content: PdfContent): AsyncGenerator<Uint8Array> {
  const { drawPdf } = await import('./draw-pdf.ts');
  yield* drawPdf(content);
}
