import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { preferredEncoding } from '#api/platform/http/compression.ts';
import { registerEndpoint, type SerializedResponse } from '#api/platform/http/endpoint.ts';
import { notFound } from '#api/platform/http/errors.ts';
import { selectFields, toOffsetAndLimit } from '#api/platform/http/paging.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import { isAdmin, type Scope } from '#api/platform/http/scope.ts';
import type { ServerDependencies } from '#api/platform/server-dependencies.ts';
import type { Call, ReplyOf } from '#contract/index.ts';
import { getPriceView } from '../pricing/pricing.mapper.ts';
import { createAudienceKeys } from './audience-keys.ts';
import { listCategoryCounts } from './categories.queries.ts';
import { flattenCategories } from './categories.rules.ts';
import { createListingReader } from './listing.actions.ts';
import { toStockedListItem } from './listing.mapper.ts';
import { getListingOrder } from './listing.rules.ts';
import { createListingCache } from './listing-cache.actions.ts';
import { toColours, toMatrix } from './matrix.mapper.ts';
import { type ProductViewer, toAttributes, toCombinations, toDetail, toProductListItem, toTierPrices } from './product.mapper.ts';
import { findProduct, type ProductFacts } from './product.queries.ts';
import { createProductCache } from './product-cache.actions.ts';
import { listCrossSells, listFeatured, listRelated } from './related.queries.ts';
import { toSerialized } from './serialized.ts';
import { findSizeGuide } from './size-guide.queries.ts';

const normaliseKeyword = (keyword: string | undefined) =>
  keyword?.replaceAll('\0', '').trim().replaceAll(/\s+/g, ' ').toLowerCase() || null;

/** Registers the endpoints of the catalogue that people browse. */
export function routes(app: FastifyInstance, { db, authenticator }: Pick<ServerDependencies, 'authenticator' | 'db'>): void {
  const audienceKeys = createAudienceKeys();
  const listing = createListingReader(db, audienceKeys);
  const listingCache = createListingCache(db);
  const productCache = createProductCache(db);

  const getAudienceKey = (scope: Scope, version?: number) =>
    version === undefined ? audienceKeys.keyOf(scope) : audienceKeys.keyAt(scope, version);

  /** Responds about one product, from the cache while the product is unchanged. Throws 404 when this person may not see it. */
  async function respondAboutProduct<C extends Call>(
    { context, request, reply }: { context: RequestContext; request: FastifyRequest; reply: FastifyReply },
    input: { productId: number; name: string; taxId?: 0 | 10; inOwnWardrobes?: boolean },
    toReply: (product: ProductFacts, viewer: ProductViewer) => ReplyOf<C>,
  ): Promise<SerializedResponse> {
    const response = await productCache.respond(context.effective, {
      productId: input.productId,
      key: input.name,
      view: getPriceView(context.effective, input.taxId),
      encoding: preferredEncoding(request.headers['accept-encoding']),
      inOwnWardrobes: input.inOwnWardrobes ?? false,
      serialize: (product, viewer) => reply.serialize(toReply(product, viewer) as object) as string,
    });
    if (!response) throw notFound('product');
    return toSerialized(reply, response);
  }

  registerEndpoint(app, authenticator, 'GET /api/products/:id', (input) =>
    respondAboutProduct<'GET /api/products/:id'>(
      input,
      { productId: input.params.id, name: 'detail', taxId: input.query.taxId },
      (product, viewer) => ({ products: [toDetail(product, viewer)] }),
    ),
  );

  registerEndpoint(app, authenticator, 'GET /api/products', async ({ query, context, request, reply }) => {
    const view = getPriceView(context.effective, query.taxId);
    const filter = {
      keyword: normaliseKeyword(query.keyword),
      categoryId: query.category || null,
      businessAreaId: query.businessAreaId || null,
      jobRoleId: query.jobRoleId || null,
      collectionIds: null,
      optionIds: [...new Set(query.filteredSpecOptionIds)].sort((a, b) => a - b),
      order: getListingOrder(query.orderBy ?? 0, view),
    };
    const fields = query.fields?.toLowerCase();
    const page = toOffsetAndLimit(query);
    const { effective } = context;
    const response = await listingCache.respond({
      organisationId: effective.organisationId,
      keyAt: (version) => {
        const audience = getAudienceKey(effective, version);
        return audience === undefined ? undefined : JSON.stringify([audience, filter, page, view, fields]);
      },
      encoding: preferredEncoding(request.headers['accept-encoding']),
      load: async () => {
        const { version, stock, listings, totalCount, facets } = await listing.readPage(effective, filter, page);
        const content = { products: listings.map((one) => toStockedListItem(one, view)), totalCount, specifications: facets };
        const json =
          fields === undefined ? (reply.serialize(content) as string) : JSON.stringify(selectFields(content, 'products', fields));
        return { version, stock, json };
      },
    });
    return toSerialized(reply, response);
  });

  registerEndpoint(app, authenticator, 'GET /api/relatedProducts', async ({ query, context }) => {
    const related = await listRelated(db, context.effective, query.productId);
    if (!related) throw notFound('product');
    const view = getPriceView(context.effective);
    return { products: related.map((one) => toStockedListItem(one, view)) };
  });

  registerEndpoint(app, authenticator, 'GET /api/crossSellProducts', async ({ context }) => {
    const view = getPriceView(context.effective);
    return { products: (await listCrossSells(db, context.effective)).map((one) => toStockedListItem(one, view)) };
  });

  registerEndpoint(app, authenticator, 'GET /api/featuredproducts', async ({ context }) => {
    const view = getPriceView(context.effective);
    return { products: (await listFeatured(db, context.effective)).map((one) => toStockedListItem(one, view)) };
  });

  registerEndpoint(app, authenticator, 'GET /api/product/getbuynowcombinations', (input) => {
    const inOwnWardrobes = input.query.context?.toLowerCase() === 'builder';
    return respondAboutProduct<'GET /api/product/getbuynowcombinations'>(
      input,
      { productId: input.query.id, name: 'combinations', inOwnWardrobes },
      (product, viewer) => ({
        product: {
          ...toProductListItem(product, viewer),
          customisationEnabled: product.customisationEnabled,
          customisationRequired: product.customisationRequired,
        },
        attributes: toAttributes(product, viewer),
        combinations: toCombinations(product, viewer),
        tierPrices: toTierPrices(product, viewer),
      }),
    );
  });

  registerEndpoint(app, authenticator, 'GET /api/product/combinations', (input) => {
    const { productId, colourId = 0, fitId = 0 } = input.query;
    return respondAboutProduct<'GET /api/product/combinations'>(
      input,
      { productId, name: `grid ${colourId} ${fitId}` },
      (product, viewer) => ({
        combinations: toMatrix(product, viewer, { colourId, fitId }),
      }),
    );
  });

  registerEndpoint(app, authenticator, 'GET /api/products/colours/:id', async ({ params, query, context }) => {
    const ignoringLimits = Boolean(query.ignoreLimitations) && isAdmin(context.caller);
    const [product, other] = await Promise.all([
      findProduct(db, context.effective, params.id, { ignoringLimits }),
      query.limitToProductId ? findProduct(db, context.effective, query.limitToProductId, { ignoringLimits }) : undefined,
    ]);
    if (!product || (query.limitToProductId && !other)) throw notFound('product');
    const colours = toColours(product);
    if (!other) return { colours };
    const names = new Set(toColours(other).map(({ name }) => name.toLowerCase()));
    return { colours: colours.filter(({ name }) => names.has(name.toLowerCase())) };
  });

  registerEndpoint(app, authenticator, 'GET /api/products/sizeguide/:id', async ({ params, context }) => {
    const sizeGuide = await findSizeGuide(db, context.effective, params.id);
    if (!sizeGuide) throw notFound('sizeGuide');
    return { sizeGuide };
  });

  registerEndpoint(app, authenticator, 'GET /api/categoriesFormated', async ({ context: { effective }, request, reply }) => {
    const response = await listingCache.respond({
      organisationId: effective.organisationId,
      keyAt: (version) => {
        const audience = getAudienceKey(effective, version);
        return audience === undefined ? undefined : `categories ${audience}`;
      },
      encoding: preferredEncoding(request.headers['accept-encoding']),
      load: async () => {
        const { version, limits, categories } = await listCategoryCounts(db, effective);
        audienceKeys.learn(effective.organisationId, version, limits);
        return { version, json: reply.serialize({ categories: flattenCategories(categories) }) as string };
      },
    });
    return toSerialized(reply, response);
  });
}
