import type { FastifyInstance, FastifyRequest } from 'fastify';
import { inTransaction } from '../db/database.ts';
import { readingMoment } from '../db/reading-moment.ts';
import { FileStream, serve, type Visit } from '../http/endpoint.ts';
import { setFileHeaders, WORKBOOK } from '../http/files.ts';
import { pageOf } from '../http/paging.ts';
import type { JobQueue } from '../jobs/queue.ts';
import type { Desk } from '../organisation/structure.actions.ts';
import type { Portal } from '../portal.ts';
import { addProduct, addRoleLimit, changeProduct, removeRoleLimit } from './range.actions.ts';
import {
  addProducts,
  changeMany,
  continueChange,
  getChange,
  getChanges,
  removeProduct,
  undoChange,
} from './range-changes.actions.ts';
import { exportRange } from './range-export.actions.ts';
import { listAvailable, listRange } from './range-list.queries.ts';

/** What an organisation buys, as its administrators keep it: always the caller's own, whoever is acted for. */
export function rangeRoutes(app: FastifyInstance, { db, gate, jobs }: Portal): void {
  const at = <T>(
    { visit, request }: { visit: Visit; request: FastifyRequest },
    work: (desk: Desk & { jobs: JobQueue }) => Promise<T>,
  ): Promise<T> => inTransaction(db, (tx) => work({ tx, visit, requestId: request.id, jobs }));

  serve(app, gate, 'GET /api/productsorganisation', async ({ query, visit: { caller } }) => ({
    seenOnUtc: await readingMoment(db),
    ...(await listRange(db, caller, query, pageOf(query))),
    currencyCode: caller.currencyCode,
  }));
  serve(app, gate, 'GET /api/productsorganisation/exportToExcel', async ({ query, visit: { caller }, request, reply }) => {
    const { name, content } = await exportRange(db, caller, query, request.id);
    setFileHeaders(reply, name);
    return new FileStream(content, WORKBOOK);
  });
  serve(app, gate, 'GET /api/productsorganisation/available', async ({ query, visit: { caller } }) => ({
    ...(await listAvailable(db, caller, query, pageOf(query))),
    currencyCode: caller.currencyCode,
  }));
  serve(app, gate, 'POST /api/productorganisation', async (asked) => ({
    productOrganisation: await at(asked, (desk) => addProduct(desk, asked.body)),
  }));
  serve(app, gate, 'POST /api/productsorganisation/add', (asked) => at(asked, (desk) => addProducts(desk, asked.body)));
  serve(app, gate, 'PUT /api/productorganisation', async (asked) => ({
    productOrganisation: await at(asked, (desk) => changeProduct(desk, asked.body)),
  }));
  serve(app, gate, 'POST /api/productsorganisation/bulk', (asked) =>
    at(asked, (desk) => changeMany(desk, asked.body, asked.body.change)),
  );
  serve(app, gate, 'GET /api/productsorganisation/changes', async ({ visit: { caller } }) => ({
    rangeChanges: await getChanges(db, jobs, caller),
  }));
  serve(app, gate, 'GET /api/productsorganisation/changes/:id', ({ params, visit: { caller } }) =>
    getChange(db, jobs, caller, params.id),
  );
  serve(app, gate, 'POST /api/productsorganisation/changes/:id/continue', (asked) =>
    at(asked, (desk) => continueChange(desk, asked.params.id)),
  );
  serve(app, gate, 'POST /api/productsorganisation/changes/:id/undo', (asked) =>
    at(asked, (desk) => undoChange(desk, asked.params.id)),
  );
  serve(app, gate, 'POST /api/productOrganisationCustomerRole', async (asked) => ({
    productOrganisationCustomerRole: await at(asked, (desk) => addRoleLimit(desk, asked.body)),
  }));
  serve(app, gate, 'DELETE /api/productOrganisationCustomerRole/:id', async (asked) => {
    await at(asked, (desk) => removeRoleLimit(desk, asked.params.id));
    return {};
  });
  serve(app, gate, 'DELETE /api/productorganisation/:id', async (asked) => {
    await at(asked, (desk) => removeProduct(desk, asked.params.id));
    return {};
  });
}
