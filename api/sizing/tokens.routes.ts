import type { FastifyInstance } from 'fastify';
import { newToken } from '#api/identity/sessions/tokens.ts';
import { type EndpointInput, registerEndpoint } from '#api/platform/http/endpoint.ts';
import { HttpError } from '#api/platform/http/errors.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { insertSizingToken, type TokenAudience } from './tokens.queries.ts';

/** Well above the five minutes before expiry at which clients renew the token. */
const TOKEN_SECONDS = 3600;

/** Registers the portal's endpoints that issue tokens for the service. */
export function routes(app: FastifyInstance, { db, authenticator }: Pick<ServerDependencies, 'authenticator' | 'db'>): void {
  const issueToken =
    (audience: TokenAudience) =>
    async ({ context }: Pick<EndpointInput<'GET /api/bodyme/token'>, 'context'>) => {
      const token = newToken();
      const seconds = await insertSizingToken(db, {
        hash: token.hash,
        sessionId: context.sessionId,
        audience,
        seconds: TOKEN_SECONDS,
      });
      // The session ended after it was checked.
      if (seconds <= 0) throw new HttpError(503, { bodyMe: ['Size advice is not available at the moment. Please try again.'] });
      return { access_token: token.secret, expires_in: seconds };
    };
  registerEndpoint(app, authenticator, 'GET /api/bodyme/token', issueToken('sizing.v1'));
  registerEndpoint(app, authenticator, 'GET /api/bodyme/tokenv3', issueToken('sizing.v3'));
}
