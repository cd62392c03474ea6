import type { FastifyInstance } from 'fastify';
import { runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { runOnce } from '#api/platform/idempotency/run-once.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { addTaxRate, readTaxSettings, removeTaxRate, setTaxCountry } from './tax.actions.ts';

/** Registers the calls with which operators keep tax rates. */
export function routes(
  app: FastifyInstance,
  { authenticator, db, clock }: Pick<ServerDependencies, 'authenticator' | 'db' | 'clock'>,
): void {
  registerEndpoint(app, authenticator, 'GET /api/operator/tax', ({ operator }) => readTaxSettings(db, operator, clock));
  registerEndpoint(app, authenticator, 'POST /api/operator/tax/rates', ({ operator, body, request }) =>
    runOnce(db, operator, { request, body }, (tx) => addTaxRate({ tx, operator, clock, requestId: request.id }, body)),
  );
  registerEndpoint(app, authenticator, 'DELETE /api/operator/tax/rates/:id', ({ operator, params, request }) =>
    runInTransaction(db, (tx) => removeTaxRate({ tx, operator, clock, requestId: request.id }, params.id)),
  );
  registerEndpoint(app, authenticator, 'PUT /api/operator/organisations/:id/tax', ({ operator, params, body, request }) =>
    runInTransaction(db, (tx) => setTaxCountry({ tx, operator, clock, requestId: request.id }, params.id, body)),
  );
}
