import type { FastifyInstance } from 'fastify';
import { serve } from '../http/endpoint.ts';
import { notFound } from '../http/errors.ts';
import type { Portal } from '../portal.ts';
import { changePeople, undoChange } from './people-changes.actions.ts';
import { findChange, listChanges } from './people-changes.queries.ts';

/** Changes of many people; the caller's own business, whoever is acted for. */
export function peopleChangeRoutes(app: FastifyInstance, portal: Portal): void {
  const { db, gate } = portal;

  serve(app, gate, 'POST /api/customers/changes', async ({ query, body, visit, request }) => ({
    peopleChange: await changePeople(db, portal, visit, query, body, request.id),
  }));

  serve(app, gate, 'GET /api/customers/changes', async ({ visit }) => ({ peopleChanges: await listChanges(db, visit.caller) }));

  serve(app, gate, 'GET /api/customers/changes/:id', async ({ params, visit }) => {
    const peopleChange = await findChange(db, visit.caller, params.id);
    if (!peopleChange) throw notFound('peopleChange');
    return { peopleChange };
  });

  serve(app, gate, 'POST /api/customers/changes/:id/undo', async ({ params, visit, request }) => ({
    peopleChange: await undoChange(db, portal, visit, params.id, request.id),
  }));
}
