import type { FastifyInstance } from 'fastify';
import { runInTransaction } from '#api/platform/db/database.ts';
import { acceptUploads } from '#api/platform/files/file-store.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { MAX_PICTURE_BYTES, MAX_PICTURES_AT_ONCE } from '#contract/catalogue/products/picture-sizes.ts';
import {
  addPicturesByName,
  addPicturesTo,
  changePictures,
  getChangeableProduct,
  matchPictures,
} from './kept-pictures.actions.ts';

const LIMITS = { maxFiles: MAX_PICTURES_AT_ONCE, maxBytes: MAX_PICTURE_BYTES };

const uploaderOf = ({ kind, id }: OperatorScope) => ({ organisationId: undefined, person: `${kind} ${id}` });

/** Registers the calls with which operators keep the photographs of products. */
export function routes(
  app: FastifyInstance,
  { authenticator, db, files }: Pick<ServerDependencies, 'authenticator' | 'db' | 'files'>,
): void {
  registerEndpoint(app, authenticator, 'POST /api/operator/products/pictures/matches', ({ operator, body }) =>
    matchPictures(db, operator, body.fileNames),
  );

  acceptUploads(app, (inner) => {
    registerEndpoint(inner, authenticator, 'POST /api/operator/products/pictures', ({ operator, request }) =>
      files.receiveEach(request, uploaderOf(operator), LIMITS, (received) =>
        addPicturesByName({ db, files }, operator, received, request.id),
      ),
    );

    registerEndpoint(
      inner,
      authenticator,
      'POST /api/operator/products/:id/pictures',
      async ({ operator, params, query, request }) => {
        const product = await getChangeableProduct(db, operator, params.id);
        return files.receiveEach(request, uploaderOf(operator), LIMITS, (received) =>
          addPicturesTo({ db, files }, operator, product, query, received, request.id),
        );
      },
    );
  });

  registerEndpoint(app, authenticator, 'PUT /api/operator/products/:id/pictures', ({ operator, params, body, request }) =>
    runInTransaction(db, (tx) => changePictures(tx, operator, params.id, body, request.id)),
  );
}
