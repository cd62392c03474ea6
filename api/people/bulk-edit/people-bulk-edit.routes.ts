import type { FastifyInstance } from 'fastify';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import {
  bulkEditPeople,
  continuePeopleBulkEdit,
  getPeopleBulkEdit,
  listPeopleBulkEdits,
  undoPeopleBulkEdit,
} from './people-bulk-edit.actions.ts';

/** Changes of many people; the caller's own business, whoever is acted for. */
export function routes(app: FastifyInstance, dependencies: Pick<ServerDependencies, 'authenticator' | 'db' | 'jobs'>): void {
  const { db, authenticator } = dependencies;

  registerEndpoint(app, authenticator, 'POST /api/customers/changes', async ({ query, body, context, request }) => ({
    peopleChange: await bulkEditPeople(db, dependencies, context, query, body, request.id),
  }));

  registerEndpoint(app, authenticator, 'GET /api/customers/changes', async ({ context }) => ({
    peopleChanges: await listPeopleBulkEdits(db, dependencies, context.caller),
  }));

  registerEndpoint(app, authenticator, 'GET /api/customers/changes/:id', async ({ params, context }) => ({
    peopleChange: await getPeopleBulkEdit(db, dependencies, context.caller, params.id),
  }));

  registerEndpoint(app, authenticator, 'POST /api/customers/changes/:id/continue', async ({ params, context }) => ({
    peopleChange: await continuePeopleBulkEdit(db, dependencies, context, params.id),
  }));

  registerEndpoint(app, authenticator, 'POST /api/customers/changes/:id/undo', async ({ params, context, request }) => ({
    peopleChange: await undoPeopleBulkEdit(db, dependencies, context, params.id, request.id),
  }));
}
