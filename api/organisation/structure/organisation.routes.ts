import type { FastifyInstance } from 'fastify';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import {
  getSettings,
  listAllocationTypes,
  listBusinessAreas,
  listGroups,
  listJobRoles,
  listResorts,
  listSeasons,
} from './organisation.queries.ts';

const ALL_GROUPS = { id: 0, name: 'All', displayOrder: 0, childCollections: [], allowedAllocationTypes: [], version: 0 };

/** Read access to the caller's organisation: its structure and settings. */
export function routes(app: FastifyInstance, { db, authenticator }: Pick<ServerDependencies, 'authenticator' | 'db'>): void {
  registerEndpoint(app, authenticator, 'GET /api/allocationtypes', async () => ({
    allocationTypes: await listAllocationTypes(db),
  }));

  registerEndpoint(app, authenticator, 'GET /api/organisationgroups', async ({ query, context }) => {
    const groups = await listGroups(db, context.caller);
    return { organisationGroups: query.addDefaultAll ? [ALL_GROUPS, ...groups] : groups };
  });

  registerEndpoint(app, authenticator, 'GET /api/organisationbusinessareas', async ({ context }) => ({
    organisationBusinessAreas: await listBusinessAreas(db, context.caller),
  }));

  registerEndpoint(app, authenticator, 'GET /api/organisationjobroles', async ({ context }) => ({
    organisationJobRoles: await listJobRoles(db, context.caller),
  }));

  registerEndpoint(app, authenticator, 'GET /api/organisationresorts', async ({ query, context }) => ({
    organisationResorts: await listResorts(db, context.caller, query.includeOrganisationResortAddresses ?? false),
  }));

  registerEndpoint(app, authenticator, 'GET /api/organisationseasons', async ({ context }) => ({
    organisationSeasons: await listSeasons(db, context.caller),
  }));

  registerEndpoint(app, authenticator, 'GET /api/organisations/settings', async ({ context }) => getSettings(db, context.caller));
}
