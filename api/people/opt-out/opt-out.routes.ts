import type { FastifyInstance } from 'fastify';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { Portal } from '#api/portal.ts';
import { getRegistrationOrigin } from '../registration/registration-origin.ts';
import { optOutByGuid, revertOptOut } from './opt-out.actions.ts';
import { listOptOuts } from './opt-out.queries.ts';

export function optOutRoutes(app: FastifyInstance, portal: Portal): void {
  const { authenticator } = portal;

  registerEndpoint(app, authenticator, 'GET /api/wardrobepptout', async ({ query, request }) => ({
    success: await optOutByGuid(portal, await getRegistrationOrigin(portal.hosts, request), query.customerGuid),
  }));

  registerEndpoint(app, authenticator, 'GET /api/optouts', async ({ query, context }) =>
    listOptOuts(portal.db, context.caller, query),
  );

  registerEndpoint(app, authenticator, 'POST /api/optouts/:customerId/undo', async ({ params, context, request }) => {
    await revertOptOut(portal, context, params.customerId, request.id);
    return { success: true, msg: null };
  });
}
