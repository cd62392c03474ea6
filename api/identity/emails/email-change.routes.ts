import type { FastifyInstance } from 'fastify';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { hashLinkToken } from '../sessions/tokens.ts';
import { confirmEmailChange } from './email-change.actions.ts';
import { findEmailByLink } from './email-change.queries.ts';

/** Matches no link: an invalid token takes the same path as a valid one. */
const NO_HASH = Buffer.alloc(32);

/** Links that confirm a new email address. */
export function routes(
  app: FastifyInstance,
  dependencies: Pick<ServerDependencies, 'authenticator' | 'db' | 'hosts' | 'jobs' | 'vault'> & { sessions: Sessions },
): void {
  const { db, authenticator, hosts, sessions } = dependencies;

  registerEndpoint(app, authenticator, 'GET /api/checkemailtoken', async ({ query, request }) => {
    const { id: brandId } = await hosts.getBrandForRequest(request);
    const email = await findEmailByLink(db, { brandId, hash: hashLinkToken(query.token) ?? NO_HASH });
    return { success: email !== undefined, email: email ?? null };
  });

  registerEndpoint(app, authenticator, 'POST /api/confirmemail', async ({ body, request }) => {
    const { id: brandId } = await hosts.getBrandForRequest(request);
    const link = { brandId, hash: hashLinkToken(body.token) ?? NO_HASH };
    const { changed, msg } = await confirmEmailChange(db, dependencies, link, request.id);
    if (changed) sessions.evictPerson(changed.customerId);
    return { success: changed !== undefined, msg: msg ?? null };
  });
}
