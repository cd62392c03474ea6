import type { FastifyInstance } from 'fastify';
import { inTransaction } from '../db/database.ts';
import { serve } from '../http/endpoint.ts';
import { notFound } from '../http/errors.ts';
import type { Portal } from '../portal.ts';
import { type Fit, forgetFit, keepFit } from './fit-feedback.queries.ts';
import { findOrder } from './order-detail.queries.ts';
import { listOrders } from './orders.queries.ts';

export function orderRoutes(app: FastifyInstance, { db, gate }: Portal): void {
  serve(app, gate, 'GET /api/orders', async ({ query, visit: { scope } }) => listOrders(db, scope, query));

  serve(app, gate, 'GET /api/orders/:id', async ({ params, visit: { scope } }) => {
    const order = await findOrder(db, scope, params.id);
    if (!order) throw notFound('order');
    return { orders: [order] };
  });

  serve(
    app,
    gate,
    'PUT /api/orders/:id/items/:itemId/fit',
    async ({ params: { id, itemId }, body: { fit }, visit: { scope } }) => {
      const isTheirs = await inTransaction(db, (tx) =>
        fit === null ? forgetFit(tx, scope, id, itemId) : keepFit(tx, scope, id, itemId, fit as Fit),
      );
      const order = isTheirs ? await findOrder(db, scope, id) : undefined;
      if (!order) throw notFound('orderItem');
      return { orders: [order] };
    },
  );
}
