import type { FastifyInstance } from 'fastify';
import { formatPictureAddress } from '#api/catalogue/pictures/product-picture.rules.ts';
import { storePicture } from '#api/catalogue/pictures/store-picture.ts';
import { cleanFileName } from '#api/platform/files/file-name.rules.ts';
import { acceptUploads } from '#api/platform/files/file-store.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { MAX_PICTURE_BYTES, MAX_PICTURES_AT_ONCE } from '#contract/catalogue/products/picture-sizes.ts';
import type { ReplyOf } from '#contract/index.ts';

type Results = ReplyOf<'POST /api/operator/content/pictures'>['results'];

const LIMITS = { maxFiles: MAX_PICTURES_AT_ONCE, maxBytes: MAX_PICTURE_BYTES };

/**
 * Registers the upload of pictures for what is published. They are stored and served with the photographs of products: anyone who knows the address of one sees
 * it, because the log-in page shows some.
 */
export function routes(
  app: FastifyInstance,
  { authenticator, db, files }: Pick<ServerDependencies, 'authenticator' | 'db' | 'files'>,
): void {
  acceptUploads(app, (inner) =>
    registerEndpoint(inner, authenticator, 'POST /api/operator/content/pictures', ({ operator, request }) => {
      const owner = `${operator.kind} ${operator.id}`;
      return files.receiveEach(request, { organisationId: undefined, person: owner }, LIMITS, async (received) => {
        const results: Results = [];
        for (const file of received) {
          const stored = await storePicture({ db, blobs: files }, file, owner);
          results.push({
            fileName: cleanFileName(file.name),
            src: 'key' in stored ? formatPictureAddress(stored.key) : null,
            problem: 'key' in stored ? null : stored.problem,
          });
        }
        return { results };
      });
    }),
  );
}
