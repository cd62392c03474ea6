import type { FastifyInstance } from 'fastify';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { Portal } from '#api/portal.ts';
import {
  bulkEditPeople,
  continuePeopleBulkEdit,
  getPeopleBulkEdit,
  listPeopleBulkEdits,
  undoPeopleBulkEdit,
} from './people-bulk-edit.actions.ts';

/** Changes of many people; the caller's own business, whoever is acted for. */
export function peopleBulkEditRoutes(app: FastifyInstance, portal: Portal): void {
  const { db, authenticator } = portal;

  registerEndpoint(app, authenticator, 'POST /api/customers/changes', async ({ query, body, context, request }) => ({
    peopleChange: await bulkEditPeople(db, portal, context, query, body, request.id),
  }));

  registerEndpoint(app, authenticator, 'GET /api/customers/changes', async ({ context }) => ({
    peopleChanges: await listPeopleBulkEdits(db, portal, context.caller),
  }));

  registerEndpoint(app, authenticator, 'GET /api/customers/changes/:id', async ({ params, context }) => ({
    peopleChange: await getPeopleBulkEdit(db, portal, context.caller, params.id),
  }));

  registerEndpoint(app, authenticator, 'POST /api/customers/changes/:id/continue', async ({ params, context }) => ({
    peopleChange: await continuePeopleBulkEdit(db, portal, context, params.id),
  }));

  registerEndpoint(app, authenticator, 'POST /api/customers/changes/:id/undo', async ({ params, context, request }) => ({
    peopleChange: await undoPeopleBulkEdit(db, portal, context, params.id, request.id),
  }));
}
