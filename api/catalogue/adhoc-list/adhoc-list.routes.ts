import type { FastifyInstance, FastifyReply } from 'fastify';
import { preferredEncoding } from '#api/platform/http/compression.ts';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import { getPriceView } from '../pricing/pricing.mapper.ts';
import { createAudienceKeys } from '../products/audience-keys.ts';
import { createListingReader } from '../products/listing.actions.ts';
import { createListingCache } from '../products/listing-cache.actions.ts';
import { createProductFactsReader } from '../products/product-facts.actions.ts';
import { toSerialized } from '../products/serialized.ts';
import { readAdhocModalProducts, readAdhocProducts } from './adhoc-list.actions.ts';
import { findAdhocWardrobes } from './adhoc-list.queries.ts';
import { chooseAdhocWardrobes } from './adhoc-list.rules.ts';

/** Registers the ad hoc lists. */
export function routes(app: FastifyInstance, { db, authenticator }: Pick<ServerDependencies, 'authenticator' | 'db'>): void {
  const audienceKeys = createAudienceKeys();
  const listing = createListingReader(db, audienceKeys);
  const facts = createProductFactsReader(db);
  const listingCache = createListingCache(db);

  async function respond(
    scope: Scope,
    reply: FastifyReply,
    query: { businessAreaId?: number; collectionId?: number },
    withCombinations: boolean,
  ) {
    const collectionId = query.collectionId || null;
    const collectionIds = chooseAdhocWardrobes(await findAdhocWardrobes(db, scope, collectionId), collectionId);
    const view = getPriceView(scope);
    const filter = {
      keyword: null,
      categoryId: null,
      businessAreaId: query.businessAreaId || null,
      jobRoleId: null,
      collectionIds,
      optionIds: [],
      order: { by: 'position', tax: null } as const,
    };
    const response = await listingCache.respond({
      organisationId: scope.organisationId,
      keyAt: (version) => {
        const audience = version === undefined ? audienceKeys.keyOf(scope) : audienceKeys.keyAt(scope, version);
        return audience === undefined ? undefined : JSON.stringify([audience, filter, view, withCombinations]);
      },
      encoding: preferredEncoding(reply.request.headers['accept-encoding']),
      load: async () => {
        const page = await listing.readPage(scope, filter, { offset: 0, limit: Number.POSITIVE_INFINITY });
        const products = withCombinations
          ? await readAdhocProducts(db, facts, scope, page, view)
          : await readAdhocModalProducts(db, scope, page, view);
        // Several megabytes: the serializer of the schema takes four times as long, and its text must be copied before it is compressed.
        return { version: page.version, stock: page.stock, json: JSON.stringify({ products }) };
      },
    });
    return toSerialized(reply, response);
  }

  registerEndpoint(app, authenticator, 'GET /api/organisation/getadhocproductlist', ({ context, reply, query }) =>
    respond(context.effective, reply, query, true),
  );
  registerEndpoint(app, authenticator, 'GET /api/organisation/getadhocproductlistmodal', ({ context, reply, query }) =>
    respond(context.effective, reply, query, false),
  );
}
