import type { FastifyInstance } from 'fastify';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { notFound } from '#api/platform/http/errors.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { listWearers } from '../cart/wearers.queries.ts';
import { listWearerGroups } from '../cart/wearers.rules.ts';
import { listKeptSizes } from './kept-sizes.queries.ts';

/** The sizes that people have kept. */
export function routes(
  app: FastifyInstance,
  { authenticator, clock, db }: Pick<ServerDependencies, 'authenticator' | 'clock' | 'db'>,
): void {
  registerEndpoint(app, authenticator, 'GET /api/keptsizes', async ({ context: { effective }, query }) => {
    const { customerId = effective.customerId, productId } = query;
    if (customerId !== effective.customerId) {
      const wearers = await listWearers(db, effective, [customerId], listWearerGroups(effective));
      if (!wearers.has(customerId)) throw notFound('customer');
    }
    const productIds = productId === undefined ? undefined : [productId];
    const kept = await listKeptSizes(db, effective, { wearerIds: [customerId], productIds, now: new Date(clock.now()) });
    return { keptSizes: kept.map(({ wearerId: _, ...size }) => size) };
  });
}
