import type { FastifyInstance } from 'fastify';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { invalid } from '#api/platform/http/errors.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { invitePeople, invitePerson, previewInvitations, readInvitationBlockers } from './invitations.actions.ts';
import { listInvitations } from './invitations.queries.ts';

/** Calls that mail people an invitation, a reminder to order, or the link to opt out. */
export function routes(
  app: FastifyInstance,
  dependencies: Pick<ServerDependencies, 'authenticator' | 'db' | 'jobs' | 'vault'>,
): void {
  const { db, authenticator } = dependencies;

  registerEndpoint(app, authenticator, 'GET /api/sendemailinvite/:id', ({ params, context, request }) =>
    invitePerson(db, dependencies, context, 'invitation', params.id, request.id),
  );

  registerEndpoint(app, authenticator, 'POST /api/sendorderreminder/:id', ({ params, context, request }) =>
    invitePerson(db, dependencies, context, 'reminder', params.id, request.id),
  );

  registerEndpoint(app, authenticator, 'GET /api/sendoptoutlink/:id', ({ params, context, request }) =>
    invitePerson(db, dependencies, context, 'opt-out-link', params.id, request.id),
  );

  registerEndpoint(app, authenticator, 'GET /api/customers/:id/invitationblockers', ({ params, context }) =>
    readInvitationBlockers(db, context, params.id),
  );

  registerEndpoint(app, authenticator, 'GET /api/invitations', ({ query, context }) =>
    listInvitations(db, context.caller, query),
  );

  registerEndpoint(app, authenticator, 'POST /api/invitations', async ({ body, context, request }) => {
    const { customerIds = [], allMatching, query, state, preview } = body;
    if (!allMatching && customerIds.length === 0) throw invalid('customerIds', 'Choose at least one person to invite.');
    const target = allMatching ? { allMatching: { query, state } } : { customerIds };
    if (preview) return previewInvitations(db, context, 'invitation', target);
    return invitePeople(db, dependencies, context, target, request.id);
  });
}
