import type { FastifyInstance } from 'fastify';
import { runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { receiveStock } from './stock-receipts.actions.ts';

/** Registers the call that records deliveries to the warehouse. */
export function routes(app: FastifyInstance, { authenticator, db }: Pick<ServerDependencies, 'authenticator' | 'db'>): void {
  registerEndpoint(app, authenticator, 'POST /api/operator/stock/receipts', ({ operator, body, request }) =>
    runInTransaction(db, (tx) => receiveStock(tx, operator, body, request.id)),
  );
}
