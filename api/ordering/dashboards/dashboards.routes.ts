import type { FastifyInstance } from 'fastify';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { checkDashboardGroups, type DashboardQuery } from './dashboard-scope.queries.ts';
import { readFinancialOverview } from './financial-overview.queries.ts';
import { listPurchasesByMonth, listTopProducts } from './purchases.queries.ts';
import { listShippedStatus } from './shipped-status.queries.ts';
import { getWorklist } from './worklist.actions.ts';

/** Registers the figures for administrators: always the caller's, also during impersonation. */
export function routes(
  app: FastifyInstance,
  { db, authenticator, clock }: Pick<ServerDependencies, 'authenticator' | 'clock' | 'db'>,
): void {
  const forCaller = async <Reply>(
    caller: Scope,
    query: DashboardQuery,
    read: (scope: Scope, query: DashboardQuery) => Promise<Reply>,
  ): Promise<Reply> => {
    await checkDashboardGroups(db, caller, query);
    return read(caller, query);
  };

  registerEndpoint(app, authenticator, 'GET /api/organisations/financialOverview', ({ query, context }) =>
    forCaller(context.caller, query, (...of) => readFinancialOverview(db, ...of)),
  );

  registerEndpoint(app, authenticator, 'GET /api/organisations/worklist', ({ query, context }) =>
    forCaller(context.caller, query, (...of) => getWorklist(db, { clock }, ...of)),
  );

  registerEndpoint(app, authenticator, 'GET /api/orders/topproducts', async ({ query, context }) => ({
    topProducts: await forCaller(context.caller, query, (...of) => listTopProducts(db, ...of)),
  }));

  registerEndpoint(app, authenticator, 'GET /api/orders/purchasesbymonth', async ({ query, context }) => ({
    purchasesByMonth: await forCaller(context.caller, query, (...of) => listPurchasesByMonth(db, ...of)),
  }));

  registerEndpoint(app, authenticator, 'GET /api/orders/getOrderShippedStatusBySeason', async ({ query, context }) => ({
    orderShippedStatusBySeason: await forCaller(context.caller, query, (...of) => listShippedStatus(db, ...of)),
  }));
}
