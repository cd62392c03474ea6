import type { FastifyInstance } from 'fastify';
import { serve } from '../http/endpoint.ts';
import { invalid } from '../http/errors.ts';
import type { Portal } from '../portal.ts';
import { inviteMany, inviteOne } from './invitations.actions.ts';
import { listInvitations } from './invitations.queries.ts';

export function invitationRoutes(app: FastifyInstance, portal: Portal): void {
  const { db, gate } = portal;

  serve(app, gate, 'GET /api/sendemailinvite/:id', ({ params, visit, request }) =>
    inviteOne(db, portal, visit, params.id, request.id),
  );

  serve(app, gate, 'GET /api/invitations', ({ query, visit }) => listInvitations(db, visit.caller, query));

  serve(app, gate, 'POST /api/invitations', async ({ body, visit, request }) => {
    const { customerIds = [], everybody, query, state } = body;
    if (!everybody && customerIds.length === 0) throw invalid('customerIds', 'Please choose who is to be invited.');
    const whom = everybody ? { everybody: { query, state } } : { customerIds };
    return inviteMany(db, portal, visit, whom, request.id);
  });
}
