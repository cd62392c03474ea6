import type { FastifyInstance } from 'fastify';
import { toListedProduct } from '#api/catalogue/products/keeping/product-fields.mapper.ts';
import { listKeptProducts } from '#api/catalogue/products/keeping/products-list.queries.ts';
import { listShipments } from '#api/ordering/fulfilment/shipments/shipments.queries.ts';
import { toLevel } from '#api/ordering/fulfilment/stock/levels.mapper.ts';
import { listLevelsByIds } from '#api/ordering/fulfilment/stock/levels.queries.ts';
import { toInvoiceDetail } from '#api/ordering/invoices/invoices.mapper.ts';
import { invoicesOfBrands, readInvoices } from '#api/ordering/invoices/invoices.queries.ts';
import { toPayment } from '#api/ordering/payments/payments.mapper.ts';
import { readPayments } from '#api/ordering/payments/payments.queries.ts';
import { readOperatorReturns } from '#api/ordering/returns/operator-returns.queries.ts';
import { toOperatorReturn } from '#api/ordering/returns/returns.mapper.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { notFound } from '#api/platform/http/errors.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { readChanges } from './read-changes.actions.ts';
import { readMovements } from './stock-movements.queries.ts';
import { readWholeOrders } from './whole-orders.queries.ts';

/** Registers the calls with which other systems of the supplier follow what changes. */
export function routes(
  app: FastifyInstance,
  { db, authenticator, clock }: Pick<ServerDependencies, 'authenticator' | 'clock' | 'db'>,
): void {
  registerEndpoint(app, authenticator, 'GET /api/operator/orders/changes', async ({ operator, query }) => {
    const { records: orders, ...page } = await readChanges(db, operator, 'order', query, (ids) =>
      readWholeOrders(db, operator, ids),
    );
    return { orders, ...page };
  });

  registerEndpoint(app, authenticator, 'GET /api/operator/orders/:id/full', async ({ operator, params: { id } }) => {
    const orders = await readWholeOrders(db, operator, [id]);
    if (orders.length === 0) throw notFound('order');
    return { orders };
  });

  registerEndpoint(app, authenticator, 'GET /api/operator/shipments/changes', async ({ operator, query }) => {
    const { records: shipments, ...page } = await readChanges(
      db,
      operator,
      'shipment',
      query,
      async (ids) => (await listShipments(db, operator, { ids, limit: ids.length })).shipments,
    );
    return { shipments, ...page };
  });

  registerEndpoint(app, authenticator, 'GET /api/operator/returns/changes', async ({ operator, query }) => {
    const { records: returnRequests, ...page } = await readChanges(db, operator, 'return', query, async (ids) =>
      (await readOperatorReturns(db, operator, ids)).map(toOperatorReturn),
    );
    return { returnRequests, ...page };
  });

  registerEndpoint(app, authenticator, 'GET /api/operator/invoices/changes', async ({ operator, query }) => {
    const { records: invoices, ...page } = await readChanges(db, operator, 'invoice', query, async (ids) =>
      (await readInvoices(db, invoicesOfBrands(operator), ids, new Date(clock.now()))).map((row) => ({
        ...toInvoiceDetail(row),
        organisationId: row.organisation_id,
        organisationName: row.organisation_name,
      })),
    );
    return { invoices, ...page };
  });

  registerEndpoint(app, authenticator, 'GET /api/operator/payments/changes', async ({ operator, query }) => {
    const { records: payments, ...page } = await readChanges(db, operator, 'payment', query, async (ids) =>
      (await readPayments(db, operator, ids)).map(toPayment),
    );
    return { payments, ...page };
  });

  registerEndpoint(app, authenticator, 'GET /api/operator/stock/changes', async ({ operator, query }) => {
    const { records: stock, ...page } = await readChanges(db, operator, 'stock', query, async (ids) =>
      (await listLevelsByIds(db, operator, ids)).map(toLevel),
    );
    return { stock, ...page };
  });

  registerEndpoint(app, authenticator, 'GET /api/operator/stock/movements/changes', async ({ operator, query }) => {
    const { records: movements, ...page } = await readChanges(db, operator, 'stockMovement', query, (ids) =>
      readMovements(db, operator, ids),
    );
    return { movements, ...page };
  });

  registerEndpoint(app, authenticator, 'GET /api/operator/products/changes', async ({ operator, query }) => {
    const { records: products, ...page } = await readChanges(db, operator, 'product', query, async (ids) =>
      (await listKeptProducts(db, operator, { ids, limit: ids.length })).products.map(toListedProduct),
    );
    return { products, ...page };
  });
}
