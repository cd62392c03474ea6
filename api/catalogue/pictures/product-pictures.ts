import type { FastifyInstance } from 'fastify';
import type { BlobStore } from '#api/platform/files/blob-store.ts';
import { notFound } from '#api/platform/http/errors.ts';
import { keyOfSize, PICTURE_TYPE, parsePictureFile } from './product-picture.rules.ts';

/**
 * Serves the photographs of products, to anyone, as it serves drawings: a shop's pictures are no secret, and each address is made of the
 * picture's content. Browsers keep them for a year.
 */
export function registerProductPictures(app: FastifyInstance, blobs: BlobStore): void {
  app.get<{ Params: { file: string } }>('/pictures/:file', async (request, reply) => {
    const named = parsePictureFile(request.params.file);
    // Pictures of earlier versions have one size.
    const content = named && ((await blobs.read(keyOfSize(named.key, named.side))) ?? (await blobs.read(named.key)));
    if (!content) throw notFound('picture');
    return reply
      .header('content-type', PICTURE_TYPE)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(content);
  });
}
