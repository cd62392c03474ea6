import type { FastifyInstance } from 'fastify';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { invalid } from '#api/platform/http/errors.ts';
import type { Portal } from '#api/portal.ts';
import { invitePeople, invitePerson } from './invitations.actions.ts';
import { listInvitations } from './invitations.queries.ts';

export function invitationRoutes(app: FastifyInstance, portal: Portal): void {
  const { db, authenticator } = portal;

  registerEndpoint(app, authenticator, 'GET /api/sendemailinvite/:id', ({ params, context, request }) =>
    invitePerson(db, portal, context, params.id, request.id),
  );

  registerEndpoint(app, authenticator, 'GET /api/invitations', ({ query, context }) =>
    listInvitations(db, context.caller, query),
  );

  registerEndpoint(app, authenticator, 'POST /api/invitations', async ({ body, context, request }) => {
    const { customerIds = [], everybody, query, state } = body;
    if (!everybody && customerIds.length === 0) throw invalid('customerIds', 'Please choose who is to be invited.');
    const whom = everybody ? { everybody: { query, state } } : { customerIds };
    return invitePeople(db, portal, context, whom, request.id);
  });
}
