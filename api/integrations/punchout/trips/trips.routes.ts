import type { FastifyInstance } from 'fastify';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { notFound } from '#api/platform/http/errors.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { findTripStart } from './trip-of-session.queries.ts';

/** What the portal asks about the trip of its session. */
export function routes(app: FastifyInstance, { db, authenticator }: Pick<ServerDependencies, 'authenticator' | 'db'>): void {
  registerEndpoint(app, authenticator, 'GET /api/punchout/trip', async ({ context: { effective } }) => {
    const start = await findTripStart(db, effective);
    if (!start) throw notFound('trip');
    return start;
  });
}
