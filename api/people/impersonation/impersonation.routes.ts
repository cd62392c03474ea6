import type { FastifyInstance } from 'fastify';
import type { Sessions } from '#api/identity/sessions/sessions.ts';
import { runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { getCallerProfile, getImpersonatedProfile } from '../person/profile.actions.ts';
import { setImpersonatedDelivery, startImpersonation, stopImpersonation } from './impersonation.actions.ts';

/** Starting and ending impersonation, and choosing where the impersonated person’s order is delivered. */
export function routes(
  app: FastifyInstance,
  dependencies: Pick<ServerDependencies, 'authenticator' | 'db' | 'jobs' | 'vault'> & { sessions: Sessions },
): void {
  const { db, authenticator, sessions } = dependencies;

  registerEndpoint(app, authenticator, 'GET /api/customers/impersonate/:id', async ({ params, context, request }) => {
    const impersonating = await runInTransaction(db, (tx) =>
      startImpersonation(tx, dependencies, context, params.id, request.id),
    );
    sessions.evict(context.sessionId);
    return getImpersonatedProfile(db, impersonating);
  });

  registerEndpoint(app, authenticator, 'GET /api/customers/impersonateCancel', async ({ context, request }) => {
    await runInTransaction(db, (tx) => stopImpersonation(tx, context, request.id));
    sessions.evict(context.sessionId);
    return getCallerProfile(db, { sessionId: context.sessionId, caller: context.caller, effective: context.caller });
  });

  registerEndpoint(
    app,
    authenticator,
    'POST /api/customers/saveImpersonatedCustomerShippingAddressDetails',
    async ({ body, context, request }) => ({
      success: true,
      address: await runInTransaction(db, (tx) => setImpersonatedDelivery(tx, context, body, request.id)),
    }),
  );
}
