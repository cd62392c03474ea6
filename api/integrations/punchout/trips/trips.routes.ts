import type { FastifyInstance } from 'fastify';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { notFound } from '#api/platform/http/errors.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { findProductOfSku, findTripStart } from './trip-start.queries.ts';

/** Registers what the portal asks about the trip of a session. */
export function routes(app: FastifyInstance, { db, authenticator }: Pick<ServerDependencies, 'db' | 'authenticator'>): void {
  registerEndpoint(app, authenticator, 'GET /api/punchout/trip', async ({ context }) => {
    const scope = context.caller;
    const start = scope.trip ? await findTripStart(db, scope, scope.trip.id) : undefined;
    if (!start) throw notFound('trip');
    const { selectedSku, missingItems } = start;
    const selectedProductId = selectedSku === null ? undefined : await findProductOfSku(db, scope, selectedSku);
    return { selectedSku, selectedProductId: selectedProductId ?? null, missingItems };
  });
}
