import type { FastifyInstance, FastifyRequest } from 'fastify';
import { runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { runOnce } from '#api/platform/idempotency/run-once.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { acceptSheetUploads } from '#api/platform/sheet-file/accept-sheet-uploads.ts';
import { SheetFileReader } from '#api/platform/sheet-file/sheet-file-reader.ts';
import { sendWorkbook } from '#api/platform/workbook/send-workbook.ts';
import {
  addTier,
  cancelProductPrice,
  readProductPrices,
  removeTier,
  setProductPrice,
  undoCataloguePrices,
  undoProductPrice,
} from './catalogue-prices.actions.ts';
import {
  cancelClientPrice,
  previewClientPrices,
  readClientPrices,
  setClientPrices,
  undoClientPrices,
} from './client-prices.actions.ts';
import { exportCataloguePrices } from './lists/catalogue-list-export.actions.ts';
import { exportPriceList } from './lists/client-list-export.actions.ts';
import {
  PRICE_LIST_SHEET,
  planCatalogueList,
  planClientList,
  readPriceListFile,
  savePriceList,
  toPriceListPreview,
} from './lists/price-list-file.actions.ts';

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
      return sendWorkbook(reply, await exportPriceList(db, operator, params.id, query, request.id));
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
  registerEndpoint(app, authenticator, 'POST /api/operator/prices/changes/:changeId/undo', ({ operator, params, request }) =>
    runInTransaction(db, (tx) => undoCataloguePrices({ tx, operator, clock, requestId: request.id }, params.changeId)),
  );
  registerEndpoint(app, authenticator, 'POST /api/operator/products/:id/tiers', ({ operator, params, body, request }) =>
    runOnce(db, operator, { request, body }, (tx) => addTier({ tx, operator, clock, requestId: request.id }, params.id, body)),
  );
  registerEndpoint(app, authenticator, 'DELETE /api/operator/products/:id/tiers/:tierId', ({ operator, params, request }) =>
    runInTransaction(db, (tx) => removeTier({ tx, operator, clock, requestId: request.id }, params.id, params.tierId)),
  );
}

/** Registers the calls with which price lists are exported and uploaded again. */
export function priceListRoutes(
  app: FastifyInstance,
  { authenticator, db, clock }: Pick<ServerDependencies, 'authenticator' | 'db' | 'clock'>,
): void {
  registerEndpoint(app, authenticator, 'GET /api/operator/prices/exporttoexcel', async ({ operator, request, reply }) => {
    return sendWorkbook(reply, await exportCataloguePrices(db, operator, request.id));
  });
  const reader = new SheetFileReader(PRICE_LIST_SHEET);
  // Operators and API keys are numbered apart.
  const findUploader = ({ operator }: FastifyRequest) =>
    operator && { organisationId: undefined, person: `${operator.kind} ${operator.id}` };
  acceptSheetUploads(app, reader, findUploader, (inner) => {
    const readFile = (fileName: string, request: FastifyRequest) => readPriceListFile(reader, fileName, request.body);
    registerEndpoint(
      inner,
      authenticator,
      'POST /api/operator/organisations/:id/prices/file/preview',
      async ({ operator, params, query, request }) => {
        const file = await readFile(query.fileName, request);
        return runInTransaction(db, async (tx) =>
          toPriceListPreview(await planClientList({ tx, operator, clock }, params.id, file)),
        );
      },
    );
    registerEndpoint(
      inner,
      authenticator,
      'POST /api/operator/organisations/:id/prices/file',
      async ({ operator, params, query, request }) => {
        const file = await readFile(query.fileName, request);
        return runOnce(db, operator, { request, body: file }, async (tx) => {
          const command = { tx, operator, clock, requestId: request.id };
          return savePriceList(command, await planClientList(command, params.id, file), query.fingerprint);
        });
      },
    );
    registerEndpoint(inner, authenticator, 'POST /api/operator/prices/file/preview', async ({ operator, query, request }) => {
      const file = await readFile(query.fileName, request);
      return runInTransaction(db, async (tx) => toPriceListPreview(await planCatalogueList({ tx, operator, clock }, file)));
    });
    registerEndpoint(inner, authenticator, 'POST /api/operator/prices/file', async ({ operator, query, request }) => {
      const file = await readFile(query.fileName, request);
      return runOnce(db, operator, { request, body: file }, async (tx) => {
        const command = { tx, operator, clock, requestId: request.id };
        return savePriceList(command, await planCatalogueList(command, file), query.fingerprint);
      });
    });
  });
}
