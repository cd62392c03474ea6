import type { FastifyRequest } from 'fastify';
import type { SessionById } from '#api/access/sessions.ts';
import { hashOf } from '#api/access/tokens.ts';
import type { Db } from '#api/db/database.ts';
import type { Gate } from '#api/http/endpoint.ts';
import { forbidden } from '#api/http/errors.ts';
import { refusal } from './errors.ts';
import { findToken } from './tokens.queries.ts';

/** Calls that only clients of the third version make: which size is worn in another brand. */
const OF_VERSION_3 = /\/garment\/brand/i;

/** Lets in who has a token of this service whose session lives. The portal's own tokens open nothing here, nor these anything there. */
export function openSizingGate(db: Db, sessions: SessionById): Gate {
  return {
    visitOf: async (request: FastifyRequest) => {
      const { authorization } = request.headers;
      const hash = authorization?.slice(0, 7).toLowerCase() === 'bearer ' ? hashOf(authorization.slice(7).trim()) : undefined;
      const token = hash && (await findToken(db, hash));
      const visit = token && (await sessions.visitOfSession(token.sessionId));
      if (visit && token.audience === 'sizing.v1' && OF_VERSION_3.test(request.routeOptions.url ?? ''))
        throw refusal('TOKEN_TOO_OLD');
      return visit;
    },
    // Nothing here is open to whoever has no token.
    admit: async () => {},
    checkClaims: async () => {
      throw forbidden();
    },
  };
}
