import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CommandContext } from '#api/organisation/structure/structure.actions.ts';
import type { BulkEdits } from '#api/platform/bulk-edit/bulk-edit-engine.ts';
import { runInTransaction } from '#api/platform/db/database.ts';
import { snapshotTime } from '#api/platform/db/snapshot-time.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { sendWorkbook } from '#api/platform/workbook/send-workbook.ts';
import { addProduct, addRoleLimit, changeProduct, removeRoleLimit } from './range.actions.ts';
import { addRangeProducts, bulkEditRange, createRangeEditKind } from './range-bulk-edit.actions.ts';
import type { WardrobeHooks } from './range-bulk-edit-handlers.actions.ts';
import { exportRange } from './range-export.actions.ts';
import { listAvailable, listRange } from './range-list.queries.ts';
import { previewPrices } from './range-price-preview.actions.ts';

/** Registers the endpoints with which administrators manage their organisation's range. Impersonation does not change whose range it is. */
export function routes(
  app: FastifyInstance,
  {
    db,
    authenticator,
    bulkEdits,
    ...hooks
  }: Pick<ServerDependencies, 'authenticator' | 'db'> & { bulkEdits: BulkEdits } & WardrobeHooks,
): void {
  const kind = createRangeEditKind(hooks);
  const at = <T>(
    { context, request }: { context: RequestContext; request: FastifyRequest },
    work: (command: CommandContext) => Promise<T>,
  ): Promise<T> => runInTransaction(db, (tx) => work({ tx, context: context, requestId: request.id }));

  registerEndpoint(app, authenticator, 'GET /api/productsorganisation', async ({ query, context: { caller } }) => ({
    seenOnUtc: await snapshotTime(db),
    ...(await listRange(db, caller, query, toOffsetAndLimit(query))),
    currencyCode: caller.currencyCode,
  }));
  registerEndpoint(
    app,
    authenticator,
    'GET /api/productsorganisation/exportToExcel',
    async ({ query, context: { caller }, request, reply }) => {
      return sendWorkbook(reply, await exportRange(db, caller, query, request.id));
    },
  );
  registerEndpoint(app, authenticator, 'GET /api/productsorganisation/available', async ({ query, context: { caller } }) => ({
    ...(await listAvailable(db, caller, query, toOffsetAndLimit(query))),
    currencyCode: caller.currencyCode,
  }));
  registerEndpoint(app, authenticator, 'POST /api/productorganisation', async (input) => ({
    productOrganisation: await at(input, (command) => addProduct(command, input.body)),
  }));
  registerEndpoint(app, authenticator, 'POST /api/productsorganisation/add', async (input) => ({
    bulkEdit: await at(input, (command) => addRangeProducts(bulkEdits, kind, command, input.body)),
  }));
  registerEndpoint(app, authenticator, 'PUT /api/productorganisation', async (input) => ({
    productOrganisation: await at(input, (command) => changeProduct(command, input.body)),
  }));
  registerEndpoint(app, authenticator, 'POST /api/productsorganisation/bulk', async (input) => ({
    bulkEdit: await at(input, (command) => bulkEditRange(bulkEdits, kind, command, input.body, input.body.change)),
  }));
  registerEndpoint(app, authenticator, 'POST /api/productsorganisation/bulk/preview', async ({ body, context: { caller } }) => ({
    pricePreview: await runInTransaction(db, (tx) => previewPrices(tx, caller, body, body.change)),
  }));
  registerEndpoint(app, authenticator, 'POST /api/productOrganisationCustomerRole', async (input) => ({
    productOrganisationCustomerRole: await at(input, (command) => addRoleLimit(command, input.body)),
  }));
  registerEndpoint(app, authenticator, 'DELETE /api/productOrganisationCustomerRole/:id', async (input) => {
    await at(input, (command) => removeRoleLimit(command, input.params.id));
    return {};
  });
  registerEndpoint(app, authenticator, 'DELETE /api/productorganisation/:id', async (input) => {
    await at(input, (command) => bulkEditRange(bulkEdits, kind, command, { ids: [input.params.id] }, { remove: true }));
    return {};
  });
}
