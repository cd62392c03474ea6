import type { FastifyInstance } from 'fastify';
import { receiveStock } from '#api/catalogue/stock/stock-receipts.actions.ts';
import { findCodes, listStockedGarments } from '#api/catalogue/stock/stock-receipts.queries.ts';
import { runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { listBackOrders, listCoveredOrders } from './back-orders.queries.ts';

/** Registers the calls about the stock of the warehouse: garments by code, back orders and deliveries. */
export function routes(app: FastifyInstance, { authenticator, db }: Pick<ServerDependencies, 'authenticator' | 'db'>): void {
  registerEndpoint(app, authenticator, 'GET /api/operator/stock/garments', async ({ operator, query: { code } }) => {
    const found = await findCodes(db, operator, [code]);
    return {
      garments: await listStockedGarments(
        db,
        found.map(({ combinationId }) => combinationId),
      ),
    };
  });

  registerEndpoint(app, authenticator, 'GET /api/operator/stock/backorders', ({ operator, query }) =>
    listBackOrders(db, operator, query),
  );

  registerEndpoint(app, authenticator, 'POST /api/operator/stock/receipts', ({ operator, body, request }) =>
    runInTransaction(db, async (tx) => {
      const { items, ...outcome } = await receiveStock(tx, operator, body, request.id);
      const covered = await listCoveredOrders(tx, operator, items);
      return {
        ...outcome,
        items: items.map(({ combinationId, ...item }) => ({
          ...item,
          orders: covered
            .filter((each) => each.combinationId === combinationId)
            .map(({ orderId, organisationName, quantity }) => ({ orderId, organisationName, quantity })),
        })),
      };
    }),
  );
}
