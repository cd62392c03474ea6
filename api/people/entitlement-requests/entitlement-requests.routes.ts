import type { FastifyInstance } from 'fastify';
import { runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { askForMore, getOwnRequests, getRequests, withdrawRequest } from './entitlement-requests.actions.ts';
import { declineRequest, grantRequest } from './request-decisions.actions.ts';

/** Wearers ask for more; administrators decide, always with the caller's own rights. */
export function routes(
  app: FastifyInstance,
  server: Pick<ServerDependencies, 'authenticator' | 'clock' | 'db' | 'jobs' | 'vault'>,
): void {
  const { db, authenticator } = server;

  registerEndpoint(app, authenticator, 'GET /api/entitlement/requests/own', ({ context }) => getOwnRequests(db, server, context));

  registerEndpoint(app, authenticator, 'POST /api/entitlement/requests', async ({ body, context, request }) => ({
    request: await runInTransaction(db, (tx) => askForMore(tx, context, body, { ...server, requestId: request.id })),
  }));

  registerEndpoint(app, authenticator, 'POST /api/entitlement/requests/:id/withdraw', async ({ params, context, request }) => ({
    request: await runInTransaction(db, (tx) => withdrawRequest(tx, context, params.id, { ...server, requestId: request.id })),
  }));

  registerEndpoint(app, authenticator, 'GET /api/entitlement/requests', async ({ query, context }) =>
    getRequests(db, server, context, query),
  );

  registerEndpoint(
    app,
    authenticator,
    'POST /api/entitlement/requests/:id/grant',
    async ({ params, body, context, request }) => ({
      request: await runInTransaction(db, (tx) =>
        grantRequest(tx, context, params.id, body, { ...server, requestId: request.id }),
      ),
    }),
  );

  registerEndpoint(
    app,
    authenticator,
    'POST /api/entitlement/requests/:id/decline',
    async ({ params, body, context, request }) => ({
      request: await runInTransaction(db, (tx) =>
        declineRequest(tx, context, params.id, body, { ...server, requestId: request.id }),
      ),
    }),
  );
}
