import type { FastifyInstance } from 'fastify';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { toOpenMatters, toUnderWay } from './underway.mapper.ts';
import { readOpenMatters, readUnderWay } from './underway.queries.ts';

/** What people wait for: their own parcels, and what is open in the orders that they look after. */
export function routes(app: FastifyInstance, { authenticator, db }: Pick<ServerDependencies, 'authenticator' | 'db'>): void {
  registerEndpoint(app, authenticator, 'GET /api/orders/underway', async ({ context: { effective } }) =>
    toUnderWay(await readUnderWay(db, effective)),
  );

  registerEndpoint(app, authenticator, 'GET /api/orders/openmatters', async ({ context: { caller } }) =>
    toOpenMatters(await readOpenMatters(db, caller)),
  );
}
