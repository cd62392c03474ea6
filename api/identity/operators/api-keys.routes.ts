import type { FastifyInstance } from 'fastify';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { createApiKey, extendApiKey, revokeApiKey, rotateApiKey } from './api-keys.actions.ts';
import { listApiKeys } from './api-keys.queries.ts';

/** The API keys of the supplier's other systems. */
export function routes(
  app: FastifyInstance,
  dependencies: Pick<ServerDependencies, 'authenticator' | 'db' | 'jobs' | 'vault'>,
): void {
  const { authenticator, db } = dependencies;

  registerEndpoint(app, authenticator, 'GET /api/operator/apikeys', async ({ operator }) => ({
    apiKeys: (await listApiKeys(db, operator)).map(
      ({ createdAt, expiresAt, lastUsedAt, revokedAt, previousSecretEndsAt, ...key }) => ({
        ...key,
        createdUtc: createdAt.toISOString(),
        expiresUtc: expiresAt.toISOString(),
        lastUsedUtc: lastUsedAt?.toISOString() ?? null,
        revokedUtc: revokedAt?.toISOString() ?? null,
        previousSecretEndsUtc: previousSecretEndsAt?.toISOString() ?? null,
      }),
    ),
  }));

  registerEndpoint(app, authenticator, 'POST /api/operator/apikeys', async ({ operator, body, request }) => {
    const { id, expiresAt, secret } = await createApiKey(dependencies, operator, body, request.id);
    return { apiKey: { id, expiresUtc: expiresAt.toISOString() }, secret };
  });

  registerEndpoint(app, authenticator, 'POST /api/operator/apikeys/:id/rotate', async ({ operator, params, body, request }) => {
    const { secret, previousSecretEndsAt } = await rotateApiKey(dependencies, operator, params.id, body, request.id);
    return { secret, previousSecretEndsUtc: previousSecretEndsAt.toISOString() };
  });

  registerEndpoint(app, authenticator, 'POST /api/operator/apikeys/:id/extend', async ({ operator, params, body, request }) => ({
    expiresUtc: (await extendApiKey(dependencies, operator, params.id, body, request.id)).toISOString(),
  }));

  registerEndpoint(app, authenticator, 'POST /api/operator/apikeys/:id/revoke', async ({ operator, params, request }) => {
    await revokeApiKey(db, operator, params.id, request.id);
    return { success: true };
  });
}
