import type { FastifyRequest } from 'fastify';
import type { SessionById } from '#api/identity/sessions/sessions.ts';
import { hashToken } from '#api/identity/sessions/tokens.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { Authenticator } from '#api/platform/http/endpoint.ts';
import { forbidden } from '#api/platform/http/errors.ts';
import { sizingError } from './errors.ts';
import { findSizingToken } from './tokens.queries.ts';

/** Calls that only clients of the third version make: which size is worn in another brand. */
const OF_VERSION_3 = /\/garment\/brand/i;

/** Lets in who has a token of this service whose session lives. The portal's own tokens open nothing here, nor these anything there. */
export function createSizingAuthenticator(db: Db, sessions: SessionById): Authenticator {
  return {
    authenticate: async (request: FastifyRequest) => {
      const { authorization } = request.headers;
      const hash = authorization?.slice(0, 7).toLowerCase() === 'bearer ' ? hashToken(authorization.slice(7).trim()) : undefined;
      const token = hash && (await findSizingToken(db, hash));
      const context = token && (await sessions.findContextBySessionId(token.sessionId));
      if (context && token.audience === 'sizing.v1' && OF_VERSION_3.test(request.routeOptions.url ?? ''))
        throw sizingError('TOKEN_TOO_OLD');
      return context;
    },
    // Nothing here is open to whoever has no token.
    checkRateLimit: async () => {},
    resolveTenant: async () => {
      throw forbidden();
    },
  };
}
