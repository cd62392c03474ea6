import type { FastifyRequest } from 'fastify';
import type { SessionById } from '#api/identity/sessions/sessions.ts';
import { hashToken } from '#api/identity/sessions/tokens.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { Authenticator } from '#api/platform/http/endpoint.ts';
import { forbidden } from '#api/platform/http/errors.ts';
import { sizingError } from './errors.ts';
import { findSizingToken } from './tokens.queries.ts';

/** Calls that need a token of version 3: those about sizes worn in other brands. */
const VERSION_3_PATHS = /\/garment\/brand/i;

/** Creates an authenticator that accepts this service's tokens while their session is active. The portal's tokens are not valid here, and these are not valid in the portal. */
export function createSizingAuthenticator(db: Db, sessions: SessionById): Authenticator {
  return {
    // The service may have a host of its own, which is no brand's.
    checkHost: async () => {},
    // No call of this service is for operators.
    authenticateOperator: async () => undefined,
    authenticate: async (request: FastifyRequest) => {
      const { authorization } = request.headers;
      const hash = authorization?.slice(0, 7).toLowerCase() === 'bearer ' ? hashToken(authorization.slice(7).trim()) : undefined;
      const token = hash && (await findSizingToken(db, hash));
      const context = token && (await sessions.findContextBySessionId(token.sessionId));
      if (context && token.audience === 'sizing.v1' && VERSION_3_PATHS.test(request.routeOptions.url ?? ''))
        throw sizingError('TOKEN_TOO_OLD');
      return context;
    },
    // Every call needs a token, so there are no anonymous requests to limit.
    checkRateLimit: async () => {},
    resolveTenant: async () => {
      throw forbidden();
    },
  };
}
