import type { FastifyInstance } from 'fastify';
import { confirmCaller } from '#api/identity/login/confirm-identity.actions.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { invalid } from '#api/platform/http/errors.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import {
  createRegistrationLink,
  editRegistrationLink,
  getRegistrationLinkOptions,
  toWireRegistrationLink,
} from './links.actions.ts';
import { listRegistrationLinks } from './links.queries.ts';
import { checkRegistrationToken, registerByLink } from './registration.actions.ts';
import { getRegistrationOrigin } from './registration-origin.ts';
import { approveRegistration, rejectRegistration } from './requests.actions.ts';
import { listRegistrationRequests } from './requests.queries.ts';

/** The token beside the root, `{ customer: {…}, token }`, where some clients send it. */
function findTokenBesideRoot(body: unknown): string | undefined {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return undefined;
  const token = Object.entries(body).find(([name]) => name.toLowerCase() === 'token')?.[1];
  return typeof token === 'string' ? token : undefined;
}

/** Registering by a link without a session, and the administrators’ calls for links and requests. */
export function routes(
  app: FastifyInstance,
  dependencies: Pick<ServerDependencies, 'authenticator' | 'db' | 'hosts' | 'jobs' | 'vault'>,
): void {
  const { db, authenticator, hosts } = dependencies;

  registerEndpoint(app, authenticator, 'GET /api/checkregistrationtoken', async ({ query, request }) =>
    checkRegistrationToken(dependencies, await getRegistrationOrigin(hosts, request), query.token),
  );

  registerEndpoint(app, authenticator, 'POST /api/registerwithtoken', async ({ body, request }) =>
    registerByLink(
      dependencies,
      await getRegistrationOrigin(hosts, request),
      body.token ?? findTokenBesideRoot(request.body),
      body,
    ),
  );

  registerEndpoint(app, authenticator, 'GET /api/registrationlinks', async ({ query, context }) => {
    const { links, totalCount } = await listRegistrationLinks(db, context.caller, toOffsetAndLimit(query));
    return {
      registrationLinks: await Promise.all(links.map((link) => toWireRegistrationLink(dependencies, context, link))),
      totalCount,
    };
  });

  registerEndpoint(app, authenticator, 'GET /api/registrationlinks/choices', async ({ context }) =>
    getRegistrationLinkOptions(dependencies, context),
  );

  registerEndpoint(app, authenticator, 'POST /api/registrationlinks', async ({ body, context, request }) => ({
    registrationLink: await createRegistrationLink(dependencies, context, body, request.id),
  }));

  registerEndpoint(app, authenticator, 'PUT /api/registrationlinks/:id', async ({ params, body, context, request }) => {
    const isIdentityConfirmed = Boolean(body.callerPassword);
    if (isIdentityConfirmed) await confirmCaller(dependencies, context.caller, body);
    const change = { ...body, isIdentityConfirmed };
    return { registrationLink: await editRegistrationLink(dependencies, context, params.id, change, request.id) };
  });

  registerEndpoint(app, authenticator, 'GET /api/registrationrequests', async ({ query, context }) => {
    const { requests, totalCount } = await listRegistrationRequests(db, context.caller, query);
    return { registrationRequests: requests, totalCount };
  });

  registerEndpoint(
    app,
    authenticator,
    'POST /api/registrationrequests/:id/approve',
    async ({ params, body, context, request }) => ({
      registrationRequest: await approveRegistration(dependencies, context, params.id, body.fingerprint, request.id),
    }),
  );

  registerEndpoint(
    app,
    authenticator,
    'POST /api/registrationrequests/:id/reject',
    async ({ params, body, context, request }) => {
      const reason = body.reason.trim();
      if (reason === '') throw invalid('reason', 'A reason of at most 500 characters is required.');
      return {
        registrationRequest: await rejectRegistration(
          dependencies,
          context,
          params.id,
          { reason, fingerprint: body.fingerprint },
          request.id,
        ),
      };
    },
  );
}
