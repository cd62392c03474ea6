import type { FastifyInstance } from 'fastify';
import { confirmCaller } from '#api/identity/login/confirm-identity.actions.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import type { ReplyOf } from '#contract/index.ts';
import { checkConnection, checkProviderInput, getBrandProvider, saveProvider } from './keep-providers.actions.ts';
import { type BrandProviderRow, listBrandProviders } from './payment-provider.queries.ts';

type WireProvider = ReplyOf<'GET /api/operator/paymentproviders'>['paymentProviders'][number];

const toWireProvider = (row: BrandProviderRow): WireProvider => ({
  brandId: row.brandId,
  brandName: row.brandName,
  provider: row.provider,
  host: row.host,
  isActive: row.isActive ?? false,
  updatedOnUtc: row.updatedAt?.toISOString() ?? null,
  previousSecretExpiresOnUtc: row.previousSecretExpiresAt?.toISOString() ?? null,
  webhookUrl: `${row.origin}/api/paymentevents/${row.brandId}`,
  version: row.version,
});

/** Who takes card payments for the brands of the supplier, for operators. */
export function routes(app: FastifyInstance, server: ServerDependencies): void {
  const { db, authenticator, config } = server;
  const dependencies = { ...server, isDemo: config.demo };

  registerEndpoint(app, authenticator, 'GET /api/operator/paymentproviders', async ({ operator }) => ({
    paymentProviders: (await listBrandProviders(db, operator.brandIds)).map(toWireProvider),
  }));

  registerEndpoint(app, authenticator, 'GET /api/operator/paymentproviders/:brandId', async ({ operator, params }) => ({
    paymentProviders: [toWireProvider(await getBrandProvider(db, operator, params.brandId))],
  }));

  registerEndpoint(
    app,
    authenticator,
    'PUT /api/operator/paymentproviders/:brandId',
    async ({ operator, params: { brandId }, body, request }) => {
      await getBrandProvider(db, operator, brandId);
      // Before the proof, so that a mistake does not use up a code.
      checkProviderInput(body, config.demo);
      await confirmCaller(server, { operatorId: operator.id }, body);
      await saveProvider(dependencies, operator, brandId, body, request.id);
      return { paymentProviders: [toWireProvider(await getBrandProvider(db, operator, brandId))] };
    },
  );

  registerEndpoint(
    app,
    authenticator,
    'POST /api/operator/paymentproviders/:brandId/check',
    ({ operator, params: { brandId } }) => checkConnection(server, operator, brandId),
  );
}
