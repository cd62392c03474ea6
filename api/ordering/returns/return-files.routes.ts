import type { FastifyInstance } from 'fastify';
import { toFile } from '#api/platform/files/file.mapper.ts';
import { acceptUploads, ownerOf, type UploadOptions } from '#api/platform/files/file-store.ts';
import { sendFile } from '#api/platform/files/send-file.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { notFound } from '#api/platform/http/errors.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { MAX_RETURN_FILE_BYTES, MAX_RETURN_FILES } from '#contract/ordering/returns/return-file-limits.ts';
import { findOperatorReturnFile, findVisibleReturnFile, type WholeOrders } from './return-files.queries.ts';

const RETURN_FILES: UploadOptions = {
  purpose: 'return',
  accept: ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'],
  maxFiles: MAX_RETURN_FILES,
  maxBytes: MAX_RETURN_FILE_BYTES,
};

/** Uploading and downloading pictures and documents for returns. */
export function routes(
  app: FastifyInstance,
  {
    db,
    authenticator,
    files,
    wholeOrders,
  }: Pick<ServerDependencies, 'authenticator' | 'db' | 'files'> & { wholeOrders: WholeOrders },
): void {
  acceptUploads(app, (inner) =>
    registerEndpoint(inner, authenticator, 'POST /api/returnfile', async ({ context, request }) => {
      const stored = await files.receiveUploads(request, ownerOf(context), RETURN_FILES);
      return { files: stored.map(toFile) };
    }),
  );

  registerEndpoint(app, authenticator, 'GET /api/returnfile/:id', async ({ params, context, reply }) => {
    const file = await findVisibleReturnFile(db, context.effective, { id: params.id, wholeOrders });
    if (!file) throw notFound('file');
    return sendFile(reply, files, file);
  });

  registerEndpoint(
    app,
    authenticator,
    'GET /api/operator/returns/:id/files/:fileId',
    async ({ params: { id, fileId }, operator, reply }) => {
      const file = await findOperatorReturnFile(db, operator, { returnRequestId: id, fileId });
      if (!file) throw notFound('file');
      return sendFile(reply, files, file);
    },
  );
}
