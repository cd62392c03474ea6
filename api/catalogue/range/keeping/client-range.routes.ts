import type { FastifyInstance } from 'fastify';
import { runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { runOnce } from '#api/platform/idempotency/run-once.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import {
  addProductToRanges,
  addToClientRange,
  type ClientWardrobeHooks,
  changeClientRangeProduct,
  listAvailableFor,
  previewAddition,
  readRangeClients,
  removeFromClientRange,
} from './client-range.actions.ts';

/** Registers the calls with which operators keep the ranges of their brands' clients. */
export function routes(
  app: FastifyInstance,
  { authenticator, db, ...hooks }: Pick<ServerDependencies, 'authenticator' | 'db'> & ClientWardrobeHooks,
): void {
  registerEndpoint(app, authenticator, 'GET /api/operator/products/:id/clients', ({ operator, params }) =>
    readRangeClients(db, operator, params.id),
  );
  registerEndpoint(app, authenticator, 'POST /api/operator/products/:id/clients', ({ operator, params, body, request }) =>
    runOnce(db, operator, { request, body }, (tx) =>
      addProductToRanges({ tx, operator, requestId: request.id }, params.id, body),
    ),
  );
  registerEndpoint(app, authenticator, 'GET /api/operator/organisations/:id/range/available', ({ operator, params, query }) =>
    listAvailableFor(db, operator, params.id, query),
  );
  registerEndpoint(app, authenticator, 'POST /api/operator/organisations/:id/range/preview', ({ operator, params, body }) =>
    previewAddition(db, operator, params.id, body),
  );
  registerEndpoint(app, authenticator, 'POST /api/operator/organisations/:id/range', ({ operator, params, body, request }) =>
    runOnce(db, operator, { request, body }, (tx) => addToClientRange({ tx, operator, requestId: request.id }, params.id, body)),
  );
  registerEndpoint(
    app,
    authenticator,
    'PUT /api/operator/organisations/:id/range/:productId',
    ({ operator, params, body, request }) =>
      runInTransaction(db, (tx) =>
        changeClientRangeProduct({ tx, operator, requestId: request.id }, params.id, params.productId, body),
      ),
  );
  registerEndpoint(
    app,
    authenticator,
    'DELETE /api/operator/organisations/:id/range/:productId',
    ({ operator, params, request }) =>
      runInTransaction(db, async (tx) => {
        await removeFromClientRange({ tx, operator, requestId: request.id }, hooks, params.id, params.productId);
        return {};
      }),
  );
}
