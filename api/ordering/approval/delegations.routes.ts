import type { FastifyInstance } from 'fastify';
import { runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { addDelegation, endDelegation, findApprovers, findDelegates, getDelegations } from './delegations.actions.ts';

/** Delegating approval, always with the caller's own rights. */
export function routes(
  app: FastifyInstance,
  server: Pick<ServerDependencies, 'authenticator' | 'clock' | 'db' | 'jobs' | 'vault'>,
): void {
  const { db, authenticator, clock } = server;

  registerEndpoint(app, authenticator, 'GET /api/approvals/delegations', ({ context }) =>
    getDelegations(db, clock, context.caller),
  );

  registerEndpoint(app, authenticator, 'GET /api/approvals/delegations/approvers', ({ query, context }) =>
    findApprovers(db, context.caller, query.searchTerm),
  );

  registerEndpoint(app, authenticator, 'GET /api/approvals/delegations/delegates', ({ query, context }) =>
    findDelegates(db, context.caller, query),
  );

  registerEndpoint(app, authenticator, 'POST /api/approvals/delegations', async ({ body, context, request }) => ({
    delegation: await runInTransaction(db, (tx) => addDelegation(tx, context, body, { ...server, requestId: request.id })),
  }));

  registerEndpoint(app, authenticator, 'DELETE /api/approvals/delegations/:id', async ({ params, context, request }) => {
    await runInTransaction(db, (tx) => endDelegation(tx, context, params.id, { ...server, requestId: request.id }));
    return {};
  });
}
