import type { FastifyInstance } from 'fastify';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { notFound } from '#api/platform/http/errors.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { sendWorkbook } from '#api/platform/workbook/send-workbook.ts';
import { getPriceView } from '../pricing/pricing.mapper.ts';
import { findProduct } from '../products/product.queries.ts';
import { findStockOfCodes, lookUpCombinations } from '../stock/codes.queries.ts';
import { findStockOfSkus, skuKey } from '../stock/stock.queries.ts';
import { toEnquiredStockItem, toStockItem, toStockItems, unknownStockItem } from './stock.mapper.ts';
import { listAttributeValues, listStock } from './stock-enquiry.queries.ts';
import { exportStock } from './stock-export.actions.ts';

/** The most combinations that a look-up returns. */
const LOOKUP_LIMIT = 20;

/** Registers the endpoints that answer questions about stock and prices without changing the cart. */
export function routes(app: FastifyInstance, { db, authenticator }: Pick<ServerDependencies, 'authenticator' | 'db'>): void {
  registerEndpoint(app, authenticator, 'GET /api/stock', async ({ query, context: { effective } }) => {
    const { stock, ...others } = await listStock(db, effective, query, toOffsetAndLimit(query));
    const view = getPriceView(effective, query.taxId);
    return { stock: stock.map((item) => toEnquiredStockItem(item, view)), ...others };
  });

  registerEndpoint(app, authenticator, 'GET /api/stock/exporttoexcel', async ({ query, context, request, reply }) => {
    return sendWorkbook(reply, await exportStock(db, context.effective, query, request.id));
  });

  registerEndpoint(app, authenticator, 'GET /api/product/productAttributesValues', async ({ query, context }) => ({
    productAttributesValues: await listAttributeValues(db, context.effective, query),
  }));

  registerEndpoint(app, authenticator, 'POST /api/product/stockmultiple', async ({ body, context }) => {
    const stock = await findStockOfCodes(
      db,
      context.effective,
      body.items.map(({ sku }) => sku),
    );
    const view = getPriceView(context.effective);
    return {
      stock: body.items.map(({ sku, quantity }) => {
        const item = stock.get(skuKey(sku));
        return item ? toStockItem(item, view, quantity) : unknownStockItem(sku);
      }),
    };
  });

  registerEndpoint(app, authenticator, 'GET /api/product/lookup', async ({ query, context: { effective } }) => {
    const { items, hasMore } = await lookUpCombinations(db, effective, query.keyword ?? '', LOOKUP_LIMIT);
    const view = getPriceView(effective);
    return { items: items.map((item) => ({ ...toEnquiredStockItem(item, view), isExact: item.isExact })), hasMore };
  });

  registerEndpoint(app, authenticator, 'GET /api/product/stock/:sku', async ({ params, context }) => {
    const stock = await findStockOfSkus(db, context.effective, [params.sku]);
    const item = stock.get(skuKey(params.sku));
    if (!item) throw notFound('sku');
    return { stock: toStockItem(item, getPriceView(context.effective)) };
  });

  registerEndpoint(app, authenticator, 'GET /api/product/stockavailability/:id', async ({ params, context }) => {
    const product = await findProduct(db, context.effective, params.id);
    if (!product) throw notFound('product');
    return { stockAvailability: toStockItems(product, getPriceView(context.effective)) };
  });
}
