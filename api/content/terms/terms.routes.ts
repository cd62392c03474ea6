import type { FastifyInstance } from 'fastify';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { runOnce } from '#api/platform/idempotency/run-once.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { publishTerms, readBrandTerms, readKeptTerms } from './terms.actions.ts';
import { toTerms } from './terms.mapper.ts';
import { findCurrentTerms } from './terms.queries.ts';

/** Of an installation without brands. */
const NO_TERMS = { version: 1, publishedAt: null, termsUrl: null, termsText: null, privacyUrl: null, privacyText: null };

/** Registers the calls about terms and privacy policies: what people read, and what operators publish. */
export function routes(
  app: FastifyInstance,
  { authenticator, db, hosts }: Pick<ServerDependencies, 'authenticator' | 'db' | 'hosts'>,
): void {
  registerEndpoint(app, authenticator, 'GET /api/terms', async ({ query, request }) => {
    const brand = await hosts.getBrandOrDefault(query.host ?? request.headers.host ?? '');
    return toTerms((await findCurrentTerms(db, brand.id)) ?? NO_TERMS);
  });

  registerEndpoint(app, authenticator, 'GET /api/operator/terms', ({ operator }) => readBrandTerms(db, operator));

  registerEndpoint(app, authenticator, 'GET /api/operator/terms/:id', ({ operator, params }) =>
    readKeptTerms(db, operator, params.id),
  );

  registerEndpoint(app, authenticator, 'POST /api/operator/terms/:id/versions', ({ operator, params, body, request }) =>
    runOnce(db, operator, { request, body }, (tx) =>
      publishTerms(tx, operator, { brandId: params.id, body, requestId: request.id }),
    ),
  );
}
