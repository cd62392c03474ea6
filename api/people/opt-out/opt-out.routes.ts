import type { FastifyInstance } from 'fastify';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { getRegistrationOrigin } from '../registration/registration-origin.ts';
import { optOutByGuid, revertOptOut, undoOptOutByGuid } from './opt-out.actions.ts';
import { listOptOuts } from './opt-out.queries.ts';

/** Opting out by the link in a mail, and the administrators’ list of opt-outs. */
export function routes(
  app: FastifyInstance,
  dependencies: Pick<ServerDependencies, 'authenticator' | 'db' | 'hosts' | 'jobs' | 'vault'>,
): void {
  const { authenticator } = dependencies;

  registerEndpoint(app, authenticator, 'GET /api/wardrobepptout', async ({ query, request }) => {
    const origin = await getRegistrationOrigin(dependencies.hosts, request);
    const { isOptedOut, undoUntil, isUndone } = await optOutByGuid(dependencies, origin, query.customerGuid);
    return { success: isOptedOut, undoUntilUtc: (isOptedOut && undoUntil?.toISOString()) || null, undone: isUndone };
  });

  registerEndpoint(app, authenticator, 'POST /api/wardrobepptout/undo', async ({ body, request }) => ({
    success: await undoOptOutByGuid(dependencies, await getRegistrationOrigin(dependencies.hosts, request), body.customerGuid),
  }));

  registerEndpoint(app, authenticator, 'GET /api/optouts', async ({ query, context }) =>
    listOptOuts(dependencies.db, context.caller, query),
  );

  registerEndpoint(app, authenticator, 'POST /api/optouts/:customerId/undo', async ({ params, context, request }) => {
    await revertOptOut(dependencies, context, params.customerId, request.id);
    return { success: true, msg: null };
  });
}
