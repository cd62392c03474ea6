import type { FastifyInstance } from 'fastify';
import { runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { notFound } from '#api/platform/http/errors.ts';
import { runOnce } from '#api/platform/idempotency/run-once.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { readListName } from './list-names.rules.ts';
import { addListView, changeListView } from './list-views.actions.ts';
import { deleteListView, findListViews } from './list-views.queries.ts';

/** Registers the endpoints for saved views of lists. The views are the caller's own, also during impersonation. */
export function routes(app: FastifyInstance, { db, authenticator }: Pick<ServerDependencies, 'authenticator' | 'db'>): void {
  registerEndpoint(app, authenticator, 'GET /api/listviews/:list', async ({ params, context: { caller } }) => ({
    listViews: await findListViews(db, caller, readListName(params.list)),
  }));
  registerEndpoint(app, authenticator, 'POST /api/listviews/:list', ({ params, body, context: { caller }, request }) =>
    runOnce(db, caller, { request, body }, async (tx) => ({
      listViews: await addListView(tx, caller, readListName(params.list), body),
    })),
  );
  registerEndpoint(app, authenticator, 'PUT /api/listviews/:list/:id', ({ params, body, context: { caller } }) =>
    runInTransaction(db, async (tx) => ({
      listViews: await changeListView(tx, caller, readListName(params.list), params.id, body),
    })),
  );
  registerEndpoint(app, authenticator, 'DELETE /api/listviews/:list/:id', async ({ params, context: { caller } }) => {
    const list = readListName(params.list);
    if (!(await deleteListView(db, caller, list, params.id))) throw notFound('listView');
    return { listViews: await findListViews(db, caller, list) };
  });
}
