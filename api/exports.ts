import type { Call } from '#contract/index.ts';
import { EXPORT_CALLS, SUPPLIER_EXPORT_CALLS } from '#contract/platform/exports/export-lists.ts';
import { getProductImport } from './catalogue/import/product-files/product-imports.actions.ts';
import { createProductImportReport } from './catalogue/import/product-files/report.actions.ts';
import { exportCataloguePrices } from './catalogue/prices/lists/catalogue-list-export.actions.ts';
import { exportPriceList } from './catalogue/prices/lists/client-list-export.actions.ts';
import { countCataloguePrices } from './catalogue/prices/lists/price-lists.queries.ts';
import { listKeptProductIds } from './catalogue/products/keeping/products-list.queries.ts';
import { exportProducts } from './catalogue/products/keeping/products-workbook.actions.ts';
import { countProductRows } from './catalogue/products/keeping/products-workbook.queries.ts';
import { exportRange } from './catalogue/range/range-export.actions.ts';
import { listRangeIds } from './catalogue/range/range-list.queries.ts';
import { exportStock } from './catalogue/stock-enquiry/stock-export.actions.ts';
import { findActor } from './identity/sessions/access.queries.ts';
import { findOperatorActor } from './identity/sessions/operator-access.queries.ts';
import { exportLevels } from './ordering/fulfilment/stock/level-export.actions.ts';
import { exportInvoices } from './ordering/invoices/invoices-export.actions.ts';
import { exportManagedReturns } from './ordering/managed-returns/managed-returns.actions.ts';
import { assertMayOrderForOthers } from './ordering/order-sheets/check/check-sheet.actions.ts';
import { createSheetWorkbook } from './ordering/order-sheets/files/sheet-workbook.actions.ts';
import { countWorkbookRows, listWorkbookPeople } from './ordering/order-sheets/files/sheet-workbook.queries.ts';
import { exportOrders } from './ordering/orders/orders-export.actions.ts';
import { getImport } from './people/import/people-import.actions.ts';
import { createImportReport } from './people/import/report.actions.ts';
import { exportPeople } from './people/list/people-export.actions.ts';
import type { Db } from './platform/db/database.ts';
import { exportJob, supplierExportJob } from './platform/exports/export-job.ts';
import type { AnyExportKind, ExportContext, ExportKind } from './platform/exports/export-kind.ts';
import { createExports, type Exports } from './platform/exports/exports-engine.ts';
import { grantOperatorScope, type OperatorScope } from './platform/http/operator-scope.ts';
import type { RequestContext } from './platform/http/request-context.ts';
import { grantScope } from './platform/http/scope.ts';
import type { JobQueue } from './platform/jobs/queue.ts';
import { getLocalDay } from './platform/local-day.ts';

interface Dependencies {
  db: Db;
  jobs: JobQueue;
}

type OperatorContext = { caller: OperatorScope };

/** How each list is exported, by its name. */
type Kinds<Calls extends Readonly<Record<string, Call>>, Context extends ExportContext> = {
  [List in keyof Calls]: Omit<ExportKind<Context, Calls[List]>, 'list' | 'call'>;
};

/** The kinds with their names and calls. */
const listKinds = <const Calls extends Readonly<Record<string, Call>>, Context extends ExportContext>(
  calls: Calls,
  kinds: Kinds<Calls, Context>,
) => Object.entries(calls).map(([list, call]) => ({ list, call, ...kinds[list] })) as unknown as AnyExportKind<Context>[];

/** The engine of the exports of people of organisations, with the kinds of every area. */
export const createPortalExports = ({ db, jobs }: Dependencies): Exports<RequestContext> =>
  createExports<RequestContext>({
    db,
    jobs,
    job: exportJob,
    kinds: listKinds<typeof EXPORT_CALLS, RequestContext>(EXPORT_CALLS, {
      people: { open: ({ caller }, { query, requestId }) => exportPeople(db, caller, query, requestId) },
      orders: { open: ({ effective }, { query, requestId }) => exportOrders(db, effective, query, requestId) },
      invoices: { open: ({ caller }, { query, at, requestId }) => exportInvoices(db, caller, query, { at, requestId }) },
      returns: { open: ({ caller }, { query, at, requestId }) => exportManagedReturns(db, caller, query, { at, requestId }) },
      range: {
        // The page of its imports does not know how long it is.
        countRows: async ({ caller }, { query }) => (await listRangeIds(db, caller, query)).length,
        open: ({ caller }, { query, requestId }) => exportRange(db, caller, query, requestId),
      },
      stock: { open: ({ effective }, { query, requestId }) => exportStock(db, effective, query, requestId) },
      orderSheet: {
        countRows: async ({ effective }, { query }) =>
          countWorkbookRows(db, effective, await listWorkbookPeople(db, effective, query.groupId || undefined)),
        open: async ({ effective }, { query, at, requestId }) => {
          assertMayOrderForOthers(effective);
          const today = getLocalDay(at.getTime(), effective.timeZone);
          return createSheetWorkbook(db, effective, { groupId: query.groupId || undefined, today, now: at, requestId });
        },
      },
      importReport: {
        record: 'importId',
        open: async ({ caller }, { params, query }) =>
          createImportReport(db, caller, await getImport(db, caller, params.id), query),
      },
    }),
    findContext: async (reader, { organisationId, actorId }) => {
      const actor = organisationId === null ? undefined : await findActor(reader, organisationId, actorId);
      if (!actor) return undefined;
      // A verified session of this person started the export.
      const caller = grantScope(actor);
      return { sessionId: '', caller, effective: caller };
    },
  });

/** The engine of the exports of operators. */
export const createSupplierExports = ({ db, jobs }: Dependencies): Exports<OperatorContext> =>
  createExports<OperatorContext>({
    db,
    jobs,
    job: supplierExportJob,
    kinds: listKinds<typeof SUPPLIER_EXPORT_CALLS, OperatorContext>(SUPPLIER_EXPORT_CALLS, {
      products: {
        countRows: async ({ caller }, { query }) => countProductRows(db, await listKeptProductIds(db, caller, query)),
        open: ({ caller }, { query, requestId }) => exportProducts(db, caller, query, requestId),
      },
      stockLevels: { open: ({ caller }, { query, requestId }) => exportLevels(db, caller, query, requestId) },
      cataloguePrices: {
        countRows: ({ caller }) => countCataloguePrices(db, caller),
        open: ({ caller }, { requestId }) => exportCataloguePrices(db, caller, requestId),
      },
      clientPrices: {
        record: 'organisationId',
        open: ({ caller }, { params, query, requestId }) => exportPriceList(db, caller, params.id, query, requestId),
      },
      importReport: {
        record: 'importId',
        open: async ({ caller }, { params, query }) =>
          createProductImportReport(db, await getProductImport(db, caller, params.id), query.outcome),
      },
    }),
    findContext: async (reader, { actorId }) => {
      const actor = await findOperatorActor(reader, 'operator', actorId);
      // A verified session of this operator started the export.
      return actor && { caller: grantOperatorScope(actor) };
    },
  });
