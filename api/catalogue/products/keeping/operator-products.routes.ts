import type { FastifyInstance } from 'fastify';
import { runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { notFound } from '#api/platform/http/errors.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import { runOnce } from '#api/platform/idempotency/run-once.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { sendWorkbook } from '#api/platform/workbook/send-workbook.ts';
import { flattenCategories } from '../categories.rules.ts';
import { readFieldChoices } from './choices.queries.ts';
import { changeCombinations } from './combinations.actions.ts';
import { isKeptProductVisible } from './kept-product.queries.ts';
import { setMadeFor } from './made-for.actions.ts';
import { addDraft, changeKeptProduct, readKeptProduct } from './operator-products.actions.ts';
import { toListedProduct } from './product-fields.mapper.ts';
import { listProductHistory } from './product-history.queries.ts';
import { previewProduct } from './product-preview.actions.ts';
import { listKeptProducts } from './products-list.queries.ts';
import { exportProducts } from './products-workbook.actions.ts';

/** Registers the calls with which operators keep the products of the catalogue. */
export function routes(app: FastifyInstance, { authenticator, db }: Pick<ServerDependencies, 'authenticator' | 'db'>): void {
  registerEndpoint(app, authenticator, 'GET /api/operator/products', async ({ operator, query }) => {
    const { products, totalCount } = await listKeptProducts(db, operator, query);
    return { products: products.map(toListedProduct), totalCount };
  });

  registerEndpoint(
    app,
    authenticator,
    'GET /api/operator/products/exporttoexcel',
    async ({ operator, query, request, reply }) => {
      return sendWorkbook(reply, await exportProducts(db, operator, query, request.id));
    },
  );

  registerEndpoint(app, authenticator, 'GET /api/operator/products/choices', async ({ operator }) => {
    const { categories, specifications } = await readFieldChoices(db, operator);
    const codes = new Map(categories.map(({ id, unspsc }) => [id, unspsc]));
    return {
      categories: flattenCategories(categories).map(({ id, name, formattedName, level }) => ({
        id,
        name,
        formattedName,
        level,
        unspsc: codes.get(id) ?? null,
      })),
      specifications,
    };
  });

  registerEndpoint(app, authenticator, 'GET /api/operator/products/:id', ({ operator, params }) =>
    readKeptProduct(db, operator, params.id),
  );

  registerEndpoint(app, authenticator, 'GET /api/operator/products/:id/as/:organisationId', ({ operator, params }) =>
    previewProduct(db, operator, params.id, params.organisationId),
  );

  registerEndpoint(app, authenticator, 'GET /api/operator/products/:id/history', async ({ operator, params, query }) => {
    if (!(await isKeptProductVisible(db, operator, params.id))) throw notFound('product');
    return listProductHistory(db, operator, params.id, toOffsetAndLimit(query));
  });

  registerEndpoint(app, authenticator, 'POST /api/operator/products', ({ operator, body, request }) =>
    runOnce(db, operator, { request, body }, (tx) => addDraft(tx, operator, body, request.id)),
  );

  registerEndpoint(app, authenticator, 'PUT /api/operator/products/:id', ({ operator, params, body, request }) =>
    runInTransaction(db, (tx) => changeKeptProduct(tx, operator, params.id, body, request.id)),
  );

  registerEndpoint(app, authenticator, 'PUT /api/operator/products/:id/madefor', ({ operator, params, body, request }) =>
    runInTransaction(db, (tx) => setMadeFor(tx, operator, params.id, body, request.id)),
  );

  registerEndpoint(app, authenticator, 'PUT /api/operator/products/:id/combinations', ({ operator, params, body, request }) =>
    runInTransaction(db, (tx) => changeCombinations(tx, operator, params.id, body, request.id)),
  );
}
