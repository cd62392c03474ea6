import type { FastifyInstance } from 'fastify';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { toCollections } from './wardrobe.mapper.ts';
import { listCollections } from './wardrobe.queries.ts';

/** The wardrobes that the caller or the effective person sees, as trees. */
export function routes(app: FastifyInstance, { db, authenticator }: Pick<ServerDependencies, 'authenticator' | 'db'>): void {
  registerEndpoint(app, authenticator, 'GET /api/organisationcollection', async ({ query, context }) => {
    const scope = query.restrictToCustomer ? context.effective : context.caller;
    const wearer = query.restrictToCustomer ? { id: scope.customerId, withParents: false } : null;
    const withGroups = query.includeCollectionGroups ?? false;
    return { organisationCollections: toCollections(await listCollections(db, scope, { wearer, withGroups })) };
  });
}
