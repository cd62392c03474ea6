import type { FastifyInstance } from 'fastify';
import { runInTransaction } from '#api/platform/db/database.ts';
import { FileStream, registerEndpoint } from '#api/platform/http/endpoint.ts';
import { setFileHeaders, XLSX_MEDIA_TYPE } from '#api/platform/http/file-headers.ts';
import { runOnce } from '#api/platform/idempotency/run-once.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import {
  addTier,
  cancelProductPrice,
  readProductPrices,
  removeTier,
  setProductPrice,
  undoProductPrice,
} from './catalogue-prices.actions.ts';
import {
  cancelClientPrice,
  previewClientPrices,
  readClientPrices,
  setClientPrices,
  undoClientPrices,
} from './client-prices.actions.ts';
import { exportPriceList } from './price-list-export.actions.ts';

/** Registers the calls with which operators keep the prices of clients and of the catalogue. */
export function routes(
  app: FastifyInstance,
  { authenticator, db, clock }: Pick<ServerDependencies, 'authenticator' | 'db' | 'clock'>,
): void {
  registerEndpoint(app, authenticator, 'GET /api/operator/organisations/:id/prices', ({ operator, params, query }) =>
    readClientPrices(db, operator, clock, params.id, query),
  );
  registerEndpoint(
    app,
    authenticator,
    'GET /api/operator/organisations/:id/prices/exporttoexcel',
    async ({ operator, params, query, request, reply }) => {
      const { name, content } = await exportPriceList(db, operator, params.id, query, request.id);
      setFileHeaders(reply, name);
      return new FileStream(content, XLSX_MEDIA_TYPE);
    },
  );
  registerEndpoint(app, authenticator, 'POST /api/operator/organisations/:id/prices/preview', ({ operator, params, body }) =>
    runInTransaction(db, (tx) => previewClientPrices({ tx, operator, clock }, params.id, body)),
  );
  registerEndpoint(app, authenticator, 'POST /api/operator/organisations/:id/prices', ({ operator, params, body, request }) =>
    runOnce(db, operator, { request, body }, (tx) =>
      setClientPrices({ tx, operator, clock, requestId: request.id }, params.id, body),
    ),
  );
  registerEndpoint(
    app,
    authenticator,
    'POST /api/operator/organisations/:id/prices/changes/:changeId/undo',
    ({ operator, params, request }) =>
      runInTransaction(db, (tx) => undoClientPrices({ tx, operator, clock, requestId: request.id }, params.id, params.changeId)),
  );
  registerEndpoint(
    app,
    authenticator,
    'DELETE /api/operator/organisations/:id/prices/scheduled/:scheduledId',
    ({ operator, params, request }) =>
      runInTransaction(db, async (tx) => {
        await cancelClientPrice({ tx, operator, clock, requestId: request.id }, params.id, params.scheduledId);
        return {};
      }),
  );

  registerEndpoint(app, authenticator, 'GET /api/operator/products/:id/prices', ({ operator, params }) =>
    readProductPrices(db, operator, clock, params.id),
  );
  registerEndpoint(app, authenticator, 'POST /api/operator/products/:id/prices', ({ operator, params, body, request }) =>
    runOnce(db, operator, { request, body }, (tx) =>
      setProductPrice({ tx, operator, clock, requestId: request.id }, params.id, body),
    ),
  );
  registerEndpoint(
    app,
    authenticator,
    'POST /api/operator/products/:id/prices/changes/:changeId/undo',
    ({ operator, params, request }) =>
      runInTransaction(db, (tx) => undoProductPrice({ tx, operator, clock, requestId: request.id }, params.id, params.changeId)),
  );
  registerEndpoint(
    app,
    authenticator,
    'DELETE /api/operator/products/:id/prices/scheduled/:scheduledId',
    ({ operator, params, request }) =>
      runInTransaction(db, (tx) =>
        cancelProductPrice({ tx, operator, clock, requestId: request.id }, params.id, params.scheduledId),
      ),
  );
  registerEndpoint(app, authenticator, 'POST /api/operator/products/:id/tiers', ({ operator, params, body, request }) =>
    runOnce(db, operator, { request, body }, (tx) => addTier({ tx, operator, clock, requestId: request.id }, params.id, body)),
  );
  registerEndpoint(app, authenticator, 'DELETE /api/operator/products/:id/tiers/:tierId', ({ operator, params, request }) =>
    runInTransaction(db, (tx) => removeTier({ tx, operator, clock, requestId: request.id }, params.id, params.tierId)),
  );
}
