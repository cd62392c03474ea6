import type { FastifyInstance } from 'fastify';
import { runInTransaction } from '#api/platform/db/database.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { Portal } from '#api/portal.ts';
import { getCallerProfile, getImpersonatedProfile } from '../person/profile.actions.ts';
import { setImpersonatedDelivery, startImpersonation, stopImpersonation } from './impersonation.actions.ts';

export function impersonationRoutes(app: FastifyInstance, portal: Portal): void {
  const { db, authenticator, sessions } = portal;

  registerEndpoint(app, authenticator, 'GET /api/customers/impersonate/:id', async ({ params, context, request }) => {
    const begun = await runInTransaction(db, (tx) => startImpersonation(tx, portal, context, params.id, request.id));
    sessions.evict(context.sessionId);
    return getImpersonatedProfile(db, begun);
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
