import type { FastifyInstance } from 'fastify';
import type { CartLines } from '#api/ordering/cart/cart-lines.actions.ts';
import { runInTransaction } from '#api/platform/db/database.ts';
import { sendFile } from '#api/platform/files/send-file.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { notFound } from '#api/platform/http/errors.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { acceptPurchaseOrder, getPurchaseOrder, rejectPurchaseOrder } from './decide-order.actions.ts';
import { findPurchaseOrderFile, listPurchaseOrders, readPurchaseOrder } from './listed-orders.queries.ts';
import { toListed } from './purchase-orders.mapper.ts';

/** Registers the calls with which operators decide on orders of buyers' systems. */
export function routes(app: FastifyInstance, server: ServerDependencies & { cartLines: CartLines }): void {
  const { db, authenticator, files } = server;

  registerEndpoint(app, authenticator, 'GET /api/operator/punchout/orders', async ({ operator, query }) => {
    const { orders, ...counts } = await listPurchaseOrders(db, operator, query);
    return { purchaseOrders: orders.map(toListed), ...counts };
  });

  registerEndpoint(app, authenticator, 'GET /api/operator/punchout/orders/:id', async ({ operator, params }) => ({
    purchaseOrder: await getPurchaseOrder(db, operator, params.id),
  }));

  registerEndpoint(
    app,
    authenticator,
    'POST /api/operator/punchout/orders/:id/accept',
    async ({ operator, params, body, request }) => ({
      purchaseOrder: await runInTransaction(db, (tx) =>
        acceptPurchaseOrder(tx, server, { operator, id: params.id, requestId: request.id }, body),
      ),
    }),
  );

  registerEndpoint(
    app,
    authenticator,
    'POST /api/operator/punchout/orders/:id/reject',
    async ({ operator, params, body, request }) => ({
      purchaseOrder: await runInTransaction(db, (tx) =>
        rejectPurchaseOrder(tx, { operator, id: params.id, requestId: request.id }, body),
      ),
    }),
  );

  registerEndpoint(
    app,
    authenticator,
    'GET /api/operator/punchout/orders/:id/files/:fileId',
    async ({ operator, params, reply: answer }) => {
      const order = await readPurchaseOrder(db, operator, params.id);
      const file = order && (await findPurchaseOrderFile(db, order, params.fileId));
      if (!file) throw notFound('file');
      return sendFile(answer, files, file);
    },
  );
}
