import type { FastifyRequest } from 'fastify';
import type { Db } from '#api/platform/db/database.ts';
import type { Authenticator } from '#api/platform/http/endpoint.ts';
import { forbidden, tooManyRequests } from '#api/platform/http/errors.ts';
import type { Hosts } from '#api/platform/http/hosts.ts';
import { isImpersonating } from '#api/platform/http/impersonation.ts';
import { countAttempt, type RateLimit, toNetworkPrefix } from '#api/platform/http/rate-limit.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import { createImpersonationScope, type Scope } from '#api/platform/http/scope.ts';
import { findActor } from './access.queries.ts';
import { canImpersonate } from './access.rules.ts';
import { hashApiKeySecret } from './api-key-tokens.ts';
import { findApiKey, findOperatorBySession } from './operator-access.queries.ts';
import type { Sessions } from './sessions.ts';
import { hashToken } from './tokens.ts';

const readBearerToken = ({ headers: { authorization } }: FastifyRequest): string | undefined =>
  authorization?.slice(0, 7).toLowerCase() === 'bearer ' ? authorization.slice(7).trim() : undefined;

/** `anonymousLimit` is the number of calls without a session per network and minute; error reports have a tighter limit of their own. */
export function createAuthenticator(db: Db, hosts: Hosts, sessions: Sessions, anonymousLimit: number): Authenticator {
  const general: RateLimit = { name: 'anonymous', max: anonymousLimit, windowSeconds: 60 };
  const reports: RateLimit = { name: 'report', max: 30, windowSeconds: 60 };

  return {
    checkHost: async (request) => {
      await hosts.getBrandForRequest(request);
    },

    authenticate: async (request: FastifyRequest): Promise<RequestContext | undefined> => {
      const accessHash = hashToken(readBearerToken(request));
      if (!accessHash) return undefined;
      const brand = await hosts.getBrandForRequest(request);
      return sessions.authenticate(accessHash, brand.id);
    },

    authenticateOperator: async (request) => {
      const token = readBearerToken(request);
      if (token === undefined) return undefined;
      const keyHash = hashApiKeySecret(token);
      if (keyHash) return findApiKey(db, keyHash);
      const accessHash = hashToken(token);
      return accessHash && findOperatorBySession(db, accessHash);
    },

    checkRateLimit: async (request, limit) => {
      // Login and password recovery do their own counting, by account and network.
      if (limit === 'login' || limit === 'recovery') return;
      const wait = await countAttempt(db, [
        { limit: limit === 'report' ? reports : general, subject: toNetworkPrefix(request.ip) },
      ]);
      if (wait > 0) throw tooManyRequests(wait);
    },

    resolveTenant: async (context, { organisationId, impersonatedId }): Promise<Scope> => {
      if (organisationId && organisationId !== context.caller.organisationId)
        throw forbidden('This belongs to another organisation.');
      if (!impersonatedId || impersonatedId === context.effective.customerId) return context.effective;
      // One impersonation at a time: the session's has precedence, and it does not extend to a third person.
      if (isImpersonating(context)) throw forbidden('You are already ordering for someone else.');
      const target = await findActor(db, context.caller.organisationId, impersonatedId);
      if (!target || !canImpersonate(context.caller, target)) throw forbidden('You may not order for this person.');
      return createImpersonationScope(context.caller, target);
    },
  };
}
