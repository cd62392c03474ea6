import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Uploader } from '#api/platform/files/upload-slots.ts';
import type { SheetFileReader } from './sheet-file-reader.ts';

/**
 * Registers calls whose body is the bytes of a file; no other call accepts one. An upload counts against those of whoever
 * `findUploader` says, until it is answered.
 */
export function acceptSheetUploads(
  app: FastifyInstance,
  reader: Pick<SheetFileReader, 'accept'>,
  findUploader: (request: FastifyRequest) => Uploader | undefined,
  register: (inner: FastifyInstance) => void,
): void {
  const uploads = new WeakMap<FastifyRequest, () => void>();
  void app.register(async (inner) => {
    inner.addHook('preParsing', async (request) => {
      const uploader = findUploader(request);
      if (uploader !== undefined) uploads.set(request, reader.accept(uploader));
    });
    // Also when the client has gone.
    inner.addHook('onResponse', async (request) => uploads.get(request)?.());
    inner.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    register(inner);
  });
}
