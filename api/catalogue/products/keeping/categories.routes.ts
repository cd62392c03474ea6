import type { FastifyInstance } from 'fastify';
import { runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { runOnce } from '#api/platform/idempotency/run-once.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import {
  addCategory,
  changeCategory,
  mergeCategories,
  moveCategory,
  previewMerge,
  readCategoryTree,
  removeCategory,
} from './categories.actions.ts';

/** Registers the calls with which operators keep the tree of categories. */
export function routes(app: FastifyInstance, { authenticator, db }: Pick<ServerDependencies, 'authenticator' | 'db'>): void {
  registerEndpoint(app, authenticator, 'GET /api/operator/categories', ({ operator }) => readCategoryTree(db, operator));

  registerEndpoint(app, authenticator, 'POST /api/operator/categories', ({ operator, body, request }) =>
    runOnce(db, operator, { request, body }, (tx) => addCategory(tx, operator, body, request.id)),
  );

  registerEndpoint(app, authenticator, 'PUT /api/operator/categories/:id', ({ operator, params, body, request }) =>
    runInTransaction(db, (tx) => changeCategory(tx, operator, params.id, body, request.id)),
  );

  registerEndpoint(app, authenticator, 'PUT /api/operator/categories/:id/place', ({ operator, params, body, request }) =>
    runInTransaction(db, (tx) => moveCategory(tx, operator, params.id, body, request.id)),
  );

  registerEndpoint(app, authenticator, 'GET /api/operator/categories/:id/merge', ({ operator, params, query }) =>
    previewMerge(db, operator, params.id, query.intoId),
  );

  registerEndpoint(app, authenticator, 'POST /api/operator/categories/:id/merge', ({ operator, params, body, request }) =>
    runOnce(db, operator, { request, body }, (tx) => mergeCategories(tx, operator, params.id, body, request.id)),
  );

  registerEndpoint(app, authenticator, 'DELETE /api/operator/categories/:id', ({ operator, params, request }) =>
    runInTransaction(db, async (tx) => {
      await removeCategory(tx, operator, params.id, request.id);
      return {};
    }),
  );
}
