import type { FastifyInstance } from 'fastify';
import { newToken } from '#api/identity/sessions/tokens.ts';
import { type EndpointInput, registerEndpoint } from '#api/platform/http/endpoint.ts';
import { HttpError } from '#api/platform/http/errors.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { insertSizingToken, type TokenAudience } from './tokens.queries.ts';

/** Well above the five minutes before its end at which clients renew it. */
const TOKEN_SECONDS = 3600;

/** Calls 6 and 7: the portal hands out tokens of the service. */
export function routes(app: FastifyInstance, { db, authenticator }: Pick<ServerDependencies, 'authenticator' | 'db'>): void {
  const give =
    (audience: TokenAudience) =>
    async ({ context }: Pick<EndpointInput<'GET /api/bodyme/token'>, 'context'>) => {
      const token = newToken();
      const seconds = await insertSizingToken(db, {
        hash: token.hash,
        sessionId: context.sessionId,
        audience,
        seconds: TOKEN_SECONDS,
      });
      // The session ended between its check and this.
      if (seconds <= 0) throw new HttpError(503, { bodyMe: ['Size advice cannot be reached now. Please try again.'] });
      return { access_token: token.secret, expires_in: seconds };
    };
  registerEndpoint(app, authenticator, 'GET /api/bodyme/token', give('sizing.v1'));
  registerEndpoint(app, authenticator, 'GET /api/bodyme/tokenv3', give('sizing.v3'));
}
