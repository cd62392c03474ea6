import type { FastifyInstance, FastifyRequest } from 'fastify';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { HttpError } from '#api/platform/http/errors.ts';
import { hostName } from '#api/platform/http/hosts.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import type { LoginThrottle } from '../login/login-throttle.ts';
import { getOperatorLogInOrigin, setOperatorDevice } from './operator-log-in-origin.ts';
import { logInWithPasskey, startPasskeyLogIn } from './passkey-log-in.actions.ts';
import { addPasskey, changePasskeyName, removePasskey, startPasskey } from './passkeys.actions.ts';
import { listPasskeys } from './passkeys.queries.ts';
import { getPasskeySite, type PasskeySite } from './passkeys.rules.ts';

/** Passkeys of operators: log-in, and those of one's own account. */
export function routes(
  app: FastifyInstance,
  dependencies: Pick<ServerDependencies, 'authenticator' | 'clock' | 'db' | 'hosts' | 'jobs' | 'vault'> & {
    throttle: LoginThrottle;
  },
): void {
  const { authenticator, db, hosts } = dependencies;

  const findSite = async (request: FastifyRequest): Promise<PasskeySite | undefined> =>
    getPasskeySite(hostName(request.headers.host), await hosts.getBrandForRequest(request));
  const getSite = async (request: FastifyRequest): Promise<PasskeySite> => {
    const site = await findSite(request);
    if (!site) throw new HttpError(409, { passkey: ['Passkeys do not work at an IP address. Open the portal by its name.'] });
    return site;
  };

  registerEndpoint(app, authenticator, 'POST /api/operator/passkeylogin/start', async ({ request }) =>
    startPasskeyLogIn(dependencies, await getSite(request)),
  );

  registerEndpoint(app, authenticator, 'POST /api/operator/passkeylogin', async ({ body, request, reply }) => {
    const origin = getOperatorLogInOrigin(request);
    const { tokens, deviceToken } = await logInWithPasskey(dependencies, origin, await getSite(request), body);
    setOperatorDevice(reply, deviceToken);
    return tokens;
  });

  registerEndpoint(app, authenticator, 'GET /api/operator/passkeys', async ({ operator, request }) => ({
    host: (await findSite(request))?.host ?? null,
    passkeys: (await listPasskeys(db, operator)).map(({ id, name, host, createdAt, lastUsedAt }) => ({
      id,
      name,
      host,
      createdUtc: createdAt.toISOString(),
      lastUsedUtc: lastUsedAt?.toISOString() ?? null,
    })),
  }));

  registerEndpoint(app, authenticator, 'POST /api/operator/passkeys/start', async ({ operator, body, request }) =>
    startPasskey(dependencies, operator, await getSite(request), body),
  );

  registerEndpoint(app, authenticator, 'POST /api/operator/passkeys', async ({ operator, body, request }) => ({
    passkey: { id: await addPasskey(dependencies, operator, await getSite(request), body, request.id) },
  }));

  registerEndpoint(app, authenticator, 'PUT /api/operator/passkeys/:id', async ({ operator, params, body, request }) => {
    await changePasskeyName(dependencies, operator, params.id, body.name, request.id);
    return { success: true };
  });

  registerEndpoint(app, authenticator, 'DELETE /api/operator/passkeys/:id', async ({ operator, params, request }) => {
    await removePasskey(dependencies, operator, params.id, request.id);
    return { success: true };
  });
}
