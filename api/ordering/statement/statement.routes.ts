import type { FastifyInstance } from 'fastify';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { getStatement } from './statement.actions.ts';

/** What people are and were owed, movement by movement. */
export function routes(
  app: FastifyInstance,
  { db, authenticator, clock }: Pick<ServerDependencies, 'authenticator' | 'clock' | 'db'>,
): void {
  registerEndpoint(app, authenticator, 'GET /api/entitlement/statement', async ({ query, context }) => ({
    statement: await getStatement(db, { clock }, context, query),
  }));
}
