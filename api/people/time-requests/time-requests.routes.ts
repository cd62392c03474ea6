import type { FastifyInstance } from 'fastify';
import { runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { declineTimeRequest, grantTimeRequest } from './decide-time-request.actions.ts';
import { askForMoreTime, getOwnTimeRequests, getTimeRequests, withdrawTimeRequest } from './time-requests.actions.ts';

/** Wearers ask for more time to order; administrators decide, always with the caller's own rights. */
export function routes(
  app: FastifyInstance,
  server: Pick<ServerDependencies, 'authenticator' | 'clock' | 'db' | 'jobs' | 'vault'>,
): void {
  const { db, authenticator } = server;

  registerEndpoint(app, authenticator, 'GET /api/entitlement/timerequests/own', ({ context }) =>
    getOwnTimeRequests(db, server, context),
  );

  registerEndpoint(app, authenticator, 'POST /api/entitlement/timerequests', async ({ body, context, request }) => ({
    request: await runInTransaction(db, (tx) => askForMoreTime(tx, context, body, { ...server, requestId: request.id })),
  }));

  registerEndpoint(
    app,
    authenticator,
    'POST /api/entitlement/timerequests/:id/withdraw',
    async ({ params, context, request }) => ({
      request: await runInTransaction(db, (tx) =>
        withdrawTimeRequest(tx, context, params.id, { ...server, requestId: request.id }),
      ),
    }),
  );

  registerEndpoint(app, authenticator, 'GET /api/entitlement/timerequests', ({ query, context }) =>
    getTimeRequests(db, server, context, query),
  );

  registerEndpoint(
    app,
    authenticator,
    'POST /api/entitlement/timerequests/:id/grant',
    async ({ params, body, context, request }) => ({
      request: await runInTransaction(db, (tx) =>
        grantTimeRequest(tx, context, params.id, body, { ...server, requestId: request.id }),
      ),
    }),
  );

  registerEndpoint(
    app,
    authenticator,
    'POST /api/entitlement/timerequests/:id/decline',
    async ({ params, body, context, request }) => ({
      request: await runInTransaction(db, (tx) =>
        declineTimeRequest(tx, context, params.id, body, { ...server, requestId: request.id }),
      ),
    }),
  );
}
