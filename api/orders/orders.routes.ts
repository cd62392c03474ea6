import type { FastifyInstance } from 'fastify';
import { serve } from '../http/endpoint.ts';
import { notFound } from '../http/errors.ts';
import type { Portal } from '../portal.ts';
import { findOrder } from './order-detail.queries.ts';
import { listOrders } from './orders.queries.ts';

export function orderRoutes(app: FastifyInstance, { db, gate }: Portal): void {
  serve(app, gate, 'GET /api/orders', async ({ query, visit: { scope } }) => listOrders(db, scope, query));

  serve(app, gate, 'GET /api/orders/:id', async ({ params, visit: { scope } }) => {
    const order = await findOrder(db, scope, params.id);
    if (!order) throw notFound('order');
    return { orders: [order] };
  });
}
