import type { FastifyInstance } from 'fastify';
import { runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import type { CartDependencies } from '../cart/cart.actions.ts';
import { toCartReply } from '../cart/cart.mapper.ts';
import { reorder, undoReorder } from './reorder.actions.ts';
import { toReorderReply } from './reorder.mapper.ts';

/** Registers the endpoints for ordering again what was ordered before. */
export function routes(
  app: FastifyInstance,
  dependencies: Pick<ServerDependencies, 'authenticator' | 'db'> & CartDependencies,
): void {
  const { db, authenticator } = dependencies;

  registerEndpoint(app, authenticator, 'POST /api/reorder', async ({ form, context: { effective } }) =>
    toReorderReply(await runInTransaction(db, (tx) => reorder(tx, dependencies, effective, form.orderId)), effective),
  );

  registerEndpoint(app, authenticator, 'POST /api/reorder/undo', async ({ form, context: { effective } }) =>
    toCartReply(await runInTransaction(db, (tx) => undoReorder(tx, dependencies, effective, form.orderId)), effective),
  );
}
