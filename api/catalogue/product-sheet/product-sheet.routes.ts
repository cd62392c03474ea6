import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { BlobStore } from '#api/platform/files/blob-store.ts';
import { FileStream, registerEndpoint } from '#api/platform/http/endpoint.ts';
import { notFound } from '#api/platform/http/errors.ts';
import { setFileHeaders } from '#api/platform/http/file-headers.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { createProductSheets } from './product-sheet.actions.ts';

/** Registers the call that sends the sheet of a product. `blobs` has the photographs of products. */
export function routes(
  app: FastifyInstance,
  { db, blobs, clock, authenticator }: Pick<ServerDependencies, 'authenticator' | 'clock' | 'db'> & { blobs: BlobStore },
): void {
  const sheets = createProductSheets({ db, blobs, clock });

  registerEndpoint(app, authenticator, 'GET /api/documents/productPdf/:id', async ({ params, context, reply }) => {
    const sheet = await sheets.draw(context.effective, params.id);
    if (!sheet) throw notFound('product');
    setFileHeaders(reply, sheet.name);
    return new FileStream(Readable.from([sheet.content], { objectMode: false }), 'application/pdf');
  });
}
