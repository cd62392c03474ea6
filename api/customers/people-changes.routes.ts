import type { FastifyInstance } from 'fastify';
import { serve } from '../http/endpoint.ts';
import type { Portal } from '../portal.ts';
import { changePeople, continueChange, getChange, getChanges, undoChange } from './people-changes.actions.ts';

/** Changes of many people; the caller's own business, whoever is acted for. */
export function peopleChangeRoutes(app: FastifyInstance, portal: Portal): void {
  const { db, gate } = portal;

  serve(app, gate, 'POST /api/customers/changes', async ({ query, body, visit, request }) => ({
    peopleChange: await changePeople(db, portal, visit, query, body, request.id),
  }));

  serve(app, gate, 'GET /api/customers/changes', async ({ visit }) => ({
    peopleChanges: await getChanges(db, portal, visit.caller),
  }));

  serve(app, gate, 'GET /api/customers/changes/:id', async ({ params, visit }) => ({
    peopleChange: await getChange(db, portal, visit.caller, params.id),
  }));

  serve(app, gate, 'POST /api/customers/changes/:id/continue', async ({ params, visit }) => ({
    peopleChange: await continueChange(db, portal, visit, params.id),
  }));

  serve(app, gate, 'POST /api/customers/changes/:id/undo', async ({ params, visit, request }) => ({
    peopleChange: await undoChange(db, portal, visit, params.id, request.id),
  }));
}
