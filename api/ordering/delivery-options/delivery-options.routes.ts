import type { FastifyInstance } from 'fastify';
import { runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { runOnce } from '#api/platform/idempotency/run-once.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { addDeliveryOption, changeDeliveryOption, readDeliveryOptions } from './delivery-options.actions.ts';

/** Registers the calls with which operators keep the ways of delivery of organisations. */
export function routes(app: FastifyInstance, { authenticator, db }: Pick<ServerDependencies, 'authenticator' | 'db'>): void {
  registerEndpoint(app, authenticator, 'GET /api/operator/organisations/:id/deliveryoptions', ({ operator, params }) =>
    readDeliveryOptions(db, operator, params.id),
  );

  registerEndpoint(
    app,
    authenticator,
    'POST /api/operator/organisations/:id/deliveryoptions',
    ({ operator, params, body, request }) =>
      runOnce(db, operator, { request, body }, (tx) =>
        addDeliveryOption({ tx, operator, organisationId: params.id, requestId: request.id }, body),
      ),
  );

  registerEndpoint(
    app,
    authenticator,
    'PUT /api/operator/organisations/:id/deliveryoptions/:deliveryOptionId',
    ({ operator, params, body, request }) =>
      runInTransaction(db, (tx) =>
        changeDeliveryOption({ tx, operator, organisationId: params.id, requestId: request.id }, params.deliveryOptionId, body),
      ),
  );
}
