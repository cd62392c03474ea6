import type { FastifyInstance } from 'fastify';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { listAudienceChoices } from './audiences.queries.ts';
import { countReaders } from './publications.actions.ts';

/** Registers the calls that say whom something can be published for, and how many would read it. */
export function routes(app: FastifyInstance, { authenticator, db }: Pick<ServerDependencies, 'authenticator' | 'db'>): void {
  registerEndpoint(app, authenticator, 'GET /api/operator/content/audiences', ({ operator }) =>
    listAudienceChoices(db, operator),
  );

  registerEndpoint(app, authenticator, 'POST /api/operator/content/audience/count', ({ operator, body }) =>
    countReaders(db, operator, {
      brandIds: body.brandIds ?? [],
      organisationIds: body.organisationIds ?? [],
      roleIds: body.roleIds ?? [],
      groupIds: body.groupIds ?? [],
    }),
  );
}
