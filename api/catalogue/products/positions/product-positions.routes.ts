import type { FastifyInstance } from 'fastify';
import { runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { readProductPositions, setProductPositions } from './product-positions.actions.ts';

/** Registers the calls with which operators keep where a product can be personalised, and how. */
export function routes(app: FastifyInstance, { authenticator, db }: Pick<ServerDependencies, 'authenticator' | 'db'>): void {
  registerEndpoint(app, authenticator, 'GET /api/operator/products/:id/positions', ({ operator, params }) =>
    readProductPositions(db, operator, params.id),
  );

  registerEndpoint(app, authenticator, 'PUT /api/operator/products/:id/positions', ({ operator, params, body, request }) =>
    runInTransaction(db, (tx) => setProductPositions({ tx, operator, requestId: request.id }, params.id, body)),
  );
}
