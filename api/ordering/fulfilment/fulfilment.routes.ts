import type { FastifyInstance } from 'fastify';
import { findCodes } from '#api/catalogue/stock/stock-receipts.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { notFound } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { runOnce } from '#api/platform/idempotency/run-once.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { beginPicking, cancelLines, moveDates } from './change-lines.actions.ts';
import { handOver } from './handovers/hand-over.actions.ts';
import { makeReady } from './handovers/make-ready.actions.ts';
import { listBoard, listOperatorOrders } from './operator-orders.queries.ts';
import { listScannedGarments } from './scanned-garments.queries.ts';
import { recordDelivery } from './shipments/deliver.actions.ts';
import { ship } from './shipments/ship.actions.ts';
import { listShipments } from './shipments/shipments.queries.ts';

/** Registers the calls of the warehouse. Those that change something honour the `Idempotency-Key` header. */
export function routes(
  app: FastifyInstance,
  dependencies: Pick<ServerDependencies, 'authenticator' | 'clock' | 'db'> & MailDependencies,
): void {
  const { authenticator, clock, db } = dependencies;

  const getOrders = async (handle: Db | Tx, operator: OperatorScope, orderIds: readonly number[]) => {
    const orders = await listOperatorOrders(handle, operator, orderIds);
    if (orders.length < new Set(orderIds).size) throw notFound('order');
    return orders;
  };
  const replyWithOrder = async (tx: Tx, operator: OperatorScope, orderId: number, msg: string) => ({
    success: true,
    msg,
    orders: await getOrders(tx, operator, [orderId]),
  });
  const replyWithShipments = async (tx: Tx, operator: OperatorScope, ids: readonly number[], msg: string) => {
    const { shipments } = await listShipments(tx, operator, { ids, limit: 250 });
    return { success: true, msg, shipments };
  };

  registerEndpoint(app, authenticator, 'GET /api/operator/orders', ({ operator, query }) => listBoard(db, operator, query));

  registerEndpoint(app, authenticator, 'GET /api/operator/orders/:id', async ({ operator, params: { id } }) => ({
    orders: await getOrders(db, operator, [id]),
  }));

  registerEndpoint(app, authenticator, 'GET /api/operator/packing', async ({ operator, query: { orderIds } }) => ({
    orders: await getOrders(db, operator, orderIds),
  }));

  registerEndpoint(app, authenticator, 'GET /api/operator/packing/garments', async ({ operator, query: { code } }) => {
    const found = await findCodes(db, operator, [code]);
    const ids = found.map(({ combinationId }) => combinationId);
    return { garments: ids.length === 0 ? [] : await listScannedGarments(db, operator, ids) };
  });

  registerEndpoint(app, authenticator, 'POST /api/operator/orders/:id/picking', ({ operator, params: { id }, body, request }) =>
    runOnce(db, operator, { request, body }, async (tx) => {
      await beginPicking(tx, dependencies, operator, id, request.id);
      return replyWithOrder(tx, operator, id, 'Picking has started.');
    }),
  );

  registerEndpoint(
    app,
    authenticator,
    'POST /api/operator/orders/:id/lines/cancel',
    ({ operator, params: { id }, body, request }) =>
      runOnce(db, operator, { request, body }, async (tx) => {
        await cancelLines(tx, dependencies, operator, { ...body, orderId: id }, request.id);
        return replyWithOrder(tx, operator, id, 'The pieces have been cancelled, and the customer has been emailed.');
      }),
  );

  registerEndpoint(app, authenticator, 'PUT /api/operator/orders/:id/lines/due', ({ operator, params: { id }, body, request }) =>
    runOnce(db, operator, { request, body }, async (tx) => {
      await moveDates(tx, dependencies, operator, { ...body, orderId: id, now: clock.now() }, request.id);
      return replyWithOrder(tx, operator, id, 'The date has been changed, and the customer has been emailed.');
    }),
  );

  registerEndpoint(app, authenticator, 'POST /api/operator/readytocollect', ({ operator, body, request }) =>
    runOnce(db, operator, { request, body }, async (tx) => {
      const ids = await makeReady(tx, dependencies, operator, body, request.id);
      return {
        success: true,
        msg: 'Ready to collect. The customer has been emailed.',
        orders: await getOrders(tx, operator, ids),
      };
    }),
  );

  registerEndpoint(app, authenticator, 'POST /api/operator/orders/:id/handover', ({ operator, params: { id }, body, request }) =>
    runOnce(db, operator, { request, body }, async (tx) => {
      const shipmentId = await handOver(tx, dependencies, operator, { ...body, orderId: id }, request.id);
      return replyWithShipments(tx, operator, [shipmentId], 'Handed over.');
    }),
  );

  registerEndpoint(app, authenticator, 'GET /api/operator/shipments', ({ operator, query }) =>
    listShipments(db, operator, query),
  );

  registerEndpoint(app, authenticator, 'POST /api/operator/shipments', ({ operator, body, request }) =>
    runOnce(db, operator, { request, body }, async (tx) => {
      const ids = await ship(tx, dependencies, operator, body, request.id);
      return replyWithShipments(tx, operator, ids, 'Shipped. The customer has been emailed.');
    }),
  );

  registerEndpoint(
    app,
    authenticator,
    'POST /api/operator/shipments/:id/delivered',
    ({ operator, params: { id }, body, request }) =>
      runOnce(db, operator, { request, body }, async (tx) => {
        const ids = await recordDelivery(
          tx,
          dependencies,
          operator,
          { shipmentId: id, deliveredOnUtc: body.deliveredOnUtc, now: clock.now() },
          request.id,
        );
        return replyWithShipments(tx, operator, ids, 'Delivered.');
      }),
  );
}
