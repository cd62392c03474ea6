import type { FastifyInstance } from 'fastify';
import type { Sessions } from '#api/identity/sessions/sessions.ts';
import { recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import { runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { notFound } from '#api/platform/http/errors.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { executeErasure } from './erase-person.actions.ts';
import { listOpenErasureRequests } from './erase-person.queries.ts';
import { requestErasure } from './erasure.actions.ts';
import { findOpenErasureRequest, withdrawErasureRequest } from './erasure.queries.ts';

/** Calls about erasure: the caller’s own request for it, and what administrators do with requests. */
export function routes(
  app: FastifyInstance,
  dependencies: Pick<ServerDependencies, 'authenticator' | 'db' | 'jobs' | 'vault'> & { sessions: Sessions },
): void {
  const { db, authenticator, sessions } = dependencies;

  registerEndpoint(app, authenticator, 'GET /api/erasurerequest', async ({ context }) => ({
    erasureRequest: (await findOpenErasureRequest(db, context.caller)) ?? null,
  }));

  registerEndpoint(app, authenticator, 'POST /api/erasurerequest', async ({ context, request }) => ({
    erasureRequest: await runInTransaction(db, (tx) => requestErasure(tx, dependencies, context, request.id)),
  }));

  registerEndpoint(app, authenticator, 'DELETE /api/erasurerequest', async ({ context, request }) => {
    await runInTransaction(db, async (tx) => {
      const id = await withdrawErasureRequest(tx, context.caller);
      if (id === undefined) throw notFound('erasureRequest');
      await recordAuditEvent(tx, context, { action: 'erasure.withdrawn', subjectId: String(id), requestId: request.id });
    });
    return {};
  });

  registerEndpoint(app, authenticator, 'GET /api/erasurerequests', async ({ context }) => ({
    erasureRequests: await listOpenErasureRequests(db, context.caller),
  }));

  registerEndpoint(app, authenticator, 'POST /api/customers/:id/erase', async ({ params, body, context, request }) => {
    await runInTransaction(db, (tx) => executeErasure(tx, context, params.id, body.confirmation, request.id));
    sessions.evictPerson(params.id);
    return {};
  });
}
