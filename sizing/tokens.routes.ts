import type { FastifyInstance } from 'fastify';
import { newToken } from '#api/access/tokens.ts';
import { type Asked, serve } from '#api/http/endpoint.ts';
import { HttpError } from '#api/http/errors.ts';
import type { Portal } from '#api/portal.ts';
import { type Audience, insertToken } from './tokens.queries.ts';

/** Well above the five minutes before its end at which clients renew it. */
const TOKEN_SECONDS = 3600;

/** Calls 6 and 7: the portal hands out tokens of the service. */
export function sizingTokenRoutes(app: FastifyInstance, { db, gate }: Portal): void {
  const give =
    (audience: Audience) =>
    async ({ visit }: Pick<Asked<'GET /api/bodyme/token'>, 'visit'>) => {
      const token = newToken();
      const seconds = await insertToken(db, { hash: token.hash, sessionId: visit.sessionId, audience, seconds: TOKEN_SECONDS });
      // The session ended between its check and this.
      if (seconds <= 0) throw new HttpError(503, { bodyMe: ['Size advice cannot be reached now. Please try again.'] });
      return { access_token: token.secret, expires_in: seconds };
    };
  serve(app, gate, 'GET /api/bodyme/token', give('sizing.v1'));
  serve(app, gate, 'GET /api/bodyme/tokenv3', give('sizing.v3'));
}
