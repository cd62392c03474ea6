import type { FastifyInstance } from 'fastify';
import { runInTransaction } from '../db/database.ts';
import { registerEndpoint } from '../http/endpoint.ts';
import type { ServerDependencies } from '../server-dependencies.ts';
import type { BulkEdits } from './bulk-edit-engine.ts';
import type { OperatorContext } from './bulk-edit-store.queries.ts';

type Dependencies = Pick<ServerDependencies, 'authenticator' | 'db'> & { bulkEdits: BulkEdits<OperatorContext> };

/** Bulk edits of operators and API keys. */
export function routes(app: FastifyInstance, { db, authenticator, bulkEdits }: Dependencies): void {
  registerEndpoint(app, authenticator, 'GET /api/operator/bulkedits', async ({ query, operator }) => ({
    bulkEdits: await bulkEdits.list(operator, query.kind),
  }));

  registerEndpoint(app, authenticator, 'GET /api/operator/bulkedits/:id', async ({ params, operator }) => ({
    bulkEdit: await bulkEdits.get(db, operator, params.id),
  }));

  registerEndpoint(app, authenticator, 'POST /api/operator/bulkedits/:id/stop', async ({ params, operator }) => ({
    bulkEdit: await runInTransaction(db, (tx) => bulkEdits.stop(tx, operator, params.id)),
  }));

  registerEndpoint(app, authenticator, 'POST /api/operator/bulkedits/:id/continue', async ({ params, operator }) => ({
    bulkEdit: await runInTransaction(db, (tx) => bulkEdits.resume(tx, operator, params.id)),
  }));

  registerEndpoint(app, authenticator, 'POST /api/operator/bulkedits/:id/undo', async ({ params, operator, request }) => {
    const context = { caller: operator };
    const { bulkEdit } = await runInTransaction(db, (tx) => bulkEdits.undo({ tx, context, requestId: request.id }, params.id));
    return { bulkEdit };
  });
}
