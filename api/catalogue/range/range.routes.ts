import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CommandContext } from '#api/organisation/structure/structure.actions.ts';
import { runInTransaction } from '#api/platform/db/database.ts';
import { snapshotTime } from '#api/platform/db/snapshot-time.ts';
import { FileStream, registerEndpoint } from '#api/platform/http/endpoint.ts';
import { setFileHeaders, XLSX_MEDIA_TYPE } from '#api/platform/http/file-headers.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import type { JobQueue } from '#api/platform/jobs/queue.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { addProduct, addRoleLimit, changeProduct, removeRoleLimit } from './range.actions.ts';
import {
  addProducts,
  bulkEditRange,
  continueRangeBulkEdit,
  getRangeBulkEdit,
  listRangeBulkEdits,
  removeProduct,
  undoRangeBulkEdit,
} from './range-bulk-edit.actions.ts';
import { exportRange } from './range-export.actions.ts';
import { listAvailable, listRange } from './range-list.queries.ts';

/** What an organisation buys, as its administrators keep it: always the caller's own, whoever is acted for. */
export function routes(
  app: FastifyInstance,
  { db, authenticator, jobs }: Pick<ServerDependencies, 'authenticator' | 'db' | 'jobs'>,
): void {
  const at = <T>(
    { context, request }: { context: RequestContext; request: FastifyRequest },
    work: (desk: CommandContext & { jobs: JobQueue }) => Promise<T>,
  ): Promise<T> => runInTransaction(db, (tx) => work({ tx, context: context, requestId: request.id, jobs }));

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
      const { name, content } = await exportRange(db, caller, query, request.id);
      setFileHeaders(reply, name);
      return new FileStream(content, XLSX_MEDIA_TYPE);
    },
  );
  registerEndpoint(app, authenticator, 'GET /api/productsorganisation/available', async ({ query, context: { caller } }) => ({
    ...(await listAvailable(db, caller, query, toOffsetAndLimit(query))),
    currencyCode: caller.currencyCode,
  }));
  registerEndpoint(app, authenticator, 'POST /api/productorganisation', async (asked) => ({
    productOrganisation: await at(asked, (desk) => addProduct(desk, asked.body)),
  }));
  registerEndpoint(app, authenticator, 'POST /api/productsorganisation/add', (asked) =>
    at(asked, (desk) => addProducts(desk, asked.body)),
  );
  registerEndpoint(app, authenticator, 'PUT /api/productorganisation', async (asked) => ({
    productOrganisation: await at(asked, (desk) => changeProduct(desk, asked.body)),
  }));
  registerEndpoint(app, authenticator, 'POST /api/productsorganisation/bulk', (asked) =>
    at(asked, (desk) => bulkEditRange(desk, asked.body, asked.body.change)),
  );
  registerEndpoint(app, authenticator, 'GET /api/productsorganisation/changes', async ({ context: { caller } }) => ({
    rangeChanges: await listRangeBulkEdits(db, jobs, caller),
  }));
  registerEndpoint(app, authenticator, 'GET /api/productsorganisation/changes/:id', ({ params, context: { caller } }) =>
    getRangeBulkEdit(db, jobs, caller, params.id),
  );
  registerEndpoint(app, authenticator, 'POST /api/productsorganisation/changes/:id/continue', (asked) =>
    at(asked, (desk) => continueRangeBulkEdit(desk, asked.params.id)),
  );
  registerEndpoint(app, authenticator, 'POST /api/productsorganisation/changes/:id/undo', (asked) =>
    at(asked, (desk) => undoRangeBulkEdit(desk, asked.params.id)),
  );
  registerEndpoint(app, authenticator, 'POST /api/productOrganisationCustomerRole', async (asked) => ({
    productOrganisationCustomerRole: await at(asked, (desk) => addRoleLimit(desk, asked.body)),
  }));
  registerEndpoint(app, authenticator, 'DELETE /api/productOrganisationCustomerRole/:id', async (asked) => {
    await at(asked, (desk) => removeRoleLimit(desk, asked.params.id));
    return {};
  });
  registerEndpoint(app, authenticator, 'DELETE /api/productorganisation/:id', async (asked) => {
    await at(asked, (desk) => removeProduct(desk, asked.params.id));
    return {};
  });
}
