import type { FastifyInstance } from 'fastify';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { addOperator, changeOperator, resendOperatorLink, resetSecondFactor } from './operator-team.actions.ts';
import { listTeam } from './operator-team.queries.ts';

/** The operators of the supplier: list, add, change, and help with lost passwords and second factors. */
export function routes(
  app: FastifyInstance,
  dependencies: Pick<ServerDependencies, 'authenticator' | 'db' | 'jobs' | 'vault'>,
): void {
  const { authenticator, db } = dependencies;

  registerEndpoint(app, authenticator, 'GET /api/operator/operators', async ({ operator }) => ({
    operators: (await listTeam(db, operator)).map(({ lastSeenAt, ...member }) => ({
      ...member,
      lastSeenUtc: lastSeenAt?.toISOString() ?? null,
      isCaller: member.id === operator.id,
    })),
  }));

  registerEndpoint(app, authenticator, 'POST /api/operator/operators', async ({ operator, body, request }) => ({
    operator: { id: await addOperator(dependencies, operator, body, request.id) },
  }));

  registerEndpoint(app, authenticator, 'PUT /api/operator/operators/:id', async ({ operator, params, body, request }) => {
    await changeOperator(dependencies, operator, params.id, body, request.id);
    return { success: true };
  });

  registerEndpoint(
    app,
    authenticator,
    'POST /api/operator/operators/:id/passwordlink',
    async ({ operator, params, body, request }) => {
      await resendOperatorLink(dependencies, operator, params.id, body, request.id);
      return { success: true };
    },
  );

  registerEndpoint(
    app,
    authenticator,
    'POST /api/operator/operators/:id/resetsecondfactor',
    async ({ operator, params, body, request }) => {
      await resetSecondFactor(dependencies, operator, params.id, body, request.id);
      return { success: true };
    },
  );
}
