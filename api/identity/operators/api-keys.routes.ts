import type { FastifyInstance } from 'fastify';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { createApiKey, revokeApiKey, rotateApiKey } from './api-keys.actions.ts';
import { listApiKeys } from './api-keys.queries.ts';

/** The API keys of the supplier's other systems. */
export function routes(app: FastifyInstance, { authenticator, db }: Pick<ServerDependencies, 'authenticator' | 'db'>): void {
  registerEndpoint(app, authenticator, 'GET /api/operator/apikeys', async ({ operator }) => ({
    apiKeys: (await listApiKeys(db, operator)).map(({ createdAt, lastUsedAt, revokedAt, previousSecretEndsAt, ...key }) => ({
      ...key,
      createdUtc: createdAt.toISOString(),
      lastUsedUtc: lastUsedAt?.toISOString() ?? null,
      revokedUtc: revokedAt?.toISOString() ?? null,
      previousSecretEndsUtc: previousSecretEndsAt?.toISOString() ?? null,
    })),
  }));

  registerEndpoint(app, authenticator, 'POST /api/operator/apikeys', async ({ operator, body, request }) => {
    const { id, secret } = await createApiKey(db, operator, body, request.id);
    return { apiKey: { id }, secret };
  });

  registerEndpoint(app, authenticator, 'POST /api/operator/apikeys/:id/rotate', async ({ operator, params, body, request }) => {
    const { secret, previousSecretEndsAt } = await rotateApiKey(db, operator, params.id, body.overlapHours, request.id);
    return { secret, previousSecretEndsUtc: previousSecretEndsAt.toISOString() };
  });

  registerEndpoint(app, authenticator, 'POST /api/operator/apikeys/:id/revoke', async ({ operator, params, request }) => {
    await revokeApiKey(db, operator, params.id, request.id);
    return { success: true };
  });
}
