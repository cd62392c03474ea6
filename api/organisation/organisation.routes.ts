import type { FastifyInstance } from 'fastify';
import { serve } from '../http/endpoint.ts';
import type { Portal } from '../portal.ts';
import {
  getSettings,
  listBusinessAreas,
  listGroups,
  listJobRoles,
  listResorts,
  listSeasons,
  listSliderImages,
} from './organisation.queries.ts';

const EVERYTHING = { id: 0, name: 'All', displayOrder: 0, childCollections: [], allowedAllocationTypes: [], version: 0 };

export function organisationRoutes(app: FastifyInstance, { db, gate }: Portal): void {
  serve(app, gate, 'GET /api/organisationgroups', async ({ query, visit }) => {
    const groups = await listGroups(db, visit.caller);
    return { organisationGroups: query.addDefaultAll ? [EVERYTHING, ...groups] : groups };
  });

  serve(app, gate, 'GET /api/organisationbusinessareas', async ({ visit }) => ({
    organisationBusinessAreas: await listBusinessAreas(db, visit.caller),
  }));

  serve(app, gate, 'GET /api/organisationjobroles', async ({ visit }) => ({
    organisationJobRoles: await listJobRoles(db, visit.caller),
  }));

  serve(app, gate, 'GET /api/organisationresorts', async ({ query, visit }) => ({
    organisationResorts: await listResorts(db, visit.caller, query.includeOrganisationResortAddresses ?? false),
  }));

  serve(app, gate, 'GET /api/organisationseasons', async ({ visit }) => ({
    organisationSeasons: await listSeasons(db, visit.caller),
  }));

  serve(app, gate, 'GET /api/organisations/slider', async ({ visit }) => ({
    sliderImages: await listSliderImages(db, visit.caller),
  }));

  serve(app, gate, 'GET /api/organisations/settings', async ({ visit }) => getSettings(db, visit.caller));
}
