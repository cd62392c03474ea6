import type { FastifyInstance } from 'fastify';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { listAudienceChoices } from './audiences.queries.ts';

/** Registers the call that says whom something can be published for. */
export function routes(app: FastifyInstance, { authenticator, db }: Pick<ServerDependencies, 'authenticator' | 'db'>): void {
  registerEndpoint(app, authenticator, 'GET /api/operator/content/audiences', ({ operator }) =>
    listAudienceChoices(db, operator),
  );
}
