import type { FastifyInstance, FastifyRequest } from 'fastify';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { invalid } from '#api/platform/http/errors.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import { toNetworkPrefix } from '#api/platform/http/rate-limit.ts';
import type { Portal } from '#api/portal.ts';
import { optOutByGuid, revertOptOut } from '../opt-out/opt-out.actions.ts';
import { listOptOuts } from '../opt-out/opt-out.queries.ts';
import {
  createRegistrationLink,
  editRegistrationLink,
  getRegistrationLinkOptions,
  toWireRegistrationLink,
} from './links.actions.ts';
import { listRegistrationLinks } from './links.queries.ts';
import { checkRegistrationToken, type RegistrationOrigin, registerByLink } from './registration.actions.ts';
import { approveRegistration, rejectRegistration } from './requests.actions.ts';
import { listRegistrationRequests } from './requests.queries.ts';

/** The token beside the root, `{ customer: {…}, token }`: some clients write it there. */
function tokenBesideRoot(body: unknown): string | undefined {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return undefined;
  const found = Object.entries(body).find(([name]) => name.toLowerCase() === 'token')?.[1];
  return typeof found === 'string' ? found : undefined;
}

export function registrationRoutes(app: FastifyInstance, portal: Portal): void {
  const { db, authenticator, hosts } = portal;

  const originOf = async (request: FastifyRequest): Promise<RegistrationOrigin> => ({
    brandId: (await hosts.getBrandForRequest(request)).id,
    network: toNetworkPrefix(request.ip),
    requestId: request.id,
  });

  registerEndpoint(app, authenticator, 'GET /api/checkregistrationtoken', async ({ query, request }) =>
    checkRegistrationToken(portal, await originOf(request), query.token),
  );

  registerEndpoint(app, authenticator, 'POST /api/registerwithtoken', async ({ body, request }) =>
    registerByLink(portal, await originOf(request), body.token ?? tokenBesideRoot(request.body), body),
  );

  registerEndpoint(app, authenticator, 'GET /api/registrationlinks', async ({ query, context }) => {
    const { links, totalCount } = await listRegistrationLinks(db, context.caller, toOffsetAndLimit(query));
    return {
      registrationLinks: await Promise.all(links.map((link) => toWireRegistrationLink(portal, context, link))),
      totalCount,
    };
  });

  registerEndpoint(app, authenticator, 'GET /api/registrationlinks/choices', async ({ context }) =>
    getRegistrationLinkOptions(portal, context),
  );

  registerEndpoint(app, authenticator, 'POST /api/registrationlinks', async ({ body, context, request }) => ({
    registrationLink: await createRegistrationLink(portal, context, body, request.id),
  }));

  registerEndpoint(app, authenticator, 'PUT /api/registrationlinks/:id', async ({ params, body, context, request }) => ({
    registrationLink: await editRegistrationLink(portal, context, params.id, body, request.id),
  }));

  registerEndpoint(app, authenticator, 'GET /api/registrationrequests', async ({ query, context }) => {
    const { requests, totalCount } = await listRegistrationRequests(db, context.caller, query);
    return { registrationRequests: requests, totalCount };
  });

  registerEndpoint(app, authenticator, 'POST /api/registrationrequests/:id/approve', async ({ params, context, request }) => ({
    registrationRequest: await approveRegistration(portal, context, params.id, request.id),
  }));

  registerEndpoint(
    app,
    authenticator,
    'POST /api/registrationrequests/:id/reject',
    async ({ params, body, context, request }) => {
      const reason = body.reason.trim();
      if (reason === '') throw invalid('reason', 'A reason of at most 500 characters is required.');
      return { registrationRequest: await rejectRegistration(portal, context, params.id, reason, request.id) };
    },
  );

  registerEndpoint(app, authenticator, 'GET /api/wardrobepptout', async ({ query, request }) => ({
    success: await optOutByGuid(portal, await originOf(request), query.customerGuid),
  }));

  registerEndpoint(app, authenticator, 'GET /api/optouts', async ({ query, context }) => listOptOuts(db, context.caller, query));

  registerEndpoint(app, authenticator, 'POST /api/optouts/:customerId/undo', async ({ params, context, request }) => {
    await revertOptOut(portal, context, params.customerId, request.id);
    return { success: true, msg: null };
  });
}
