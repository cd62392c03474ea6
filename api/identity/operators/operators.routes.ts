import type { FastifyInstance } from 'fastify';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { API_KEY_SCOPES } from '#contract/endpoint.ts';
import { listOperatorBrands } from '../sessions/operator-access.queries.ts';

export function routes(app: FastifyInstance, { db, authenticator }: ServerDependencies): void {
  registerEndpoint(app, authenticator, 'GET /api/operator/me', async ({ operator }) => ({
    operator: {
      kind: operator.kind,
      name: operator.name,
      scopes: [...(operator.kind === 'operator' ? API_KEY_SCOPES : operator.apiKeyScopes)],
      brands: await listOperatorBrands(db, operator),
    },
  }));
}
