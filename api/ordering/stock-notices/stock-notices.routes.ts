import type { FastifyInstance } from 'fastify';
import { runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { addStockNotice, listStockNotices, removeStockNotice } from './stock-notices.actions.ts';

/** Registers the endpoints of what people wait for. The notices are always the caller's own. */
export function routes(
  app: FastifyInstance,
  { db, authenticator, clock }: Pick<ServerDependencies, 'authenticator' | 'clock' | 'db'>,
): void {
  registerEndpoint(app, authenticator, 'GET /api/stocknotices', ({ context }) => listStockNotices(db, context.caller));
  registerEndpoint(app, authenticator, 'POST /api/stocknotices', ({ body, context }) =>
    runInTransaction(db, (tx) => addStockNotice(tx, context.caller, body.combinationId, clock)),
  );
  registerEndpoint(app, authenticator, 'DELETE /api/stocknotices/:id', ({ params, context }) =>
    runInTransaction(db, (tx) => removeStockNotice(tx, context.caller, params.id)),
  );
}
