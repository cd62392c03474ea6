import type { FastifyInstance } from 'fastify';
import { runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { notFound } from '#api/platform/http/errors.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { sendWorkbook } from '#api/platform/workbook/send-workbook.ts';
import { deleteFit, type Fit, saveFit } from '../fit-feedback/fit-feedback.queries.ts';
import { findOrder } from './order-detail.queries.ts';
import { listOrders } from './orders.queries.ts';
import { exportOrders } from './orders-export.actions.ts';

/** Registers the endpoints for orders that have been placed. */
export function routes(app: FastifyInstance, { db, authenticator }: Pick<ServerDependencies, 'authenticator' | 'db'>): void {
  registerEndpoint(app, authenticator, 'GET /api/orders', async ({ query, context: { effective } }) =>
    listOrders(db, effective, query),
  );

  registerEndpoint(app, authenticator, 'GET /api/orders/exporttoexcel', async ({ query, context, request, reply }) => {
    return sendWorkbook(reply, await exportOrders(db, context.effective, query, request.id));
  });

  registerEndpoint(app, authenticator, 'GET /api/orders/:id', async ({ params, context: { effective } }) => {
    const order = await findOrder(db, effective, params.id);
    if (!order) throw notFound('order');
    return { orders: [order] };
  });

  registerEndpoint(
    app,
    authenticator,
    'PUT /api/orders/:id/items/:itemId/fit',
    async ({ params: { id, itemId }, body: { fit }, context: { effective } }) => {
      const exists = await runInTransaction(db, (tx) =>
        fit === null ? deleteFit(tx, effective, id, itemId) : saveFit(tx, effective, id, itemId, fit as Fit),
      );
      const order = exists ? await findOrder(db, effective, id) : undefined;
      if (!order) throw notFound('orderItem');
      return { orders: [order] };
    },
  );
}
