import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Call, ReplyOf } from '#contract/index.ts';
import { preferredEncoding } from '../http/compression.ts';
import { serve, type Visit, Written } from '../http/endpoint.ts';
import { notFound } from '../http/errors.ts';
import { keepFields, pageOf } from '../http/paging.ts';
import { isAdmin } from '../http/scope.ts';
import type { Portal } from '../portal.ts';
import { audienceOf } from '../range/audience.rules.ts';
import { taxViewFor, toListItem } from './catalogue.wire.ts';
import { listCategories } from './categories.queries.ts';
import { flattenCategories } from './categories.rules.ts';
import { openListing } from './listing.actions.ts';
import { toColours, toMatrix } from './matrix.wire.ts';
import { findProduct, type ProductFacts } from './product.queries.ts';
import { toAttributes, toCombinations, toDetail, toProductListItem, type Viewer } from './product.wire.ts';
import { openProductAnswers } from './product-answers.actions.ts';
import { openRangeAnswers } from './range-answers.actions.ts';
import { listCrossSells, listFeatured, listRelated } from './related.queries.ts';
import { findSizeGuide } from './size-guide.queries.ts';
import type { WrittenAnswer } from './stored-answer.ts';

const plainKeyword = (keyword: string | undefined) =>
  keyword?.replaceAll('\0', '').trim().replaceAll(/\s+/g, ' ').toLowerCase() || null;

function written(reply: FastifyReply, { content, encoding }: WrittenAnswer): Written {
  reply.header('vary', 'accept-encoding');
  if (encoding) reply.header('content-encoding', encoding);
  return new Written(content);
}

export function catalogueRoutes(app: FastifyInstance, { db, gate }: Portal): void {
  const listing = openListing(db);
  const rangeAnswers = openRangeAnswers(db);
  const productAnswers = openProductAnswers(db);

  /** An answer about one product, written once for each of its states. Throws 404 when it is not for this person. */
  async function aboutProduct<C extends Call>(
    { visit, request, reply }: { visit: Visit; request: FastifyRequest; reply: FastifyReply },
    asked: { productId: number; name: string; taxId?: 0 | 10 },
    toReply: (product: ProductFacts, viewer: Viewer) => ReplyOf<C> | undefined,
  ): Promise<Written> {
    const answer = await productAnswers.answer(visit.scope, {
      productId: asked.productId,
      name: asked.name,
      view: taxViewFor(visit.scope, asked.taxId),
      encoding: preferredEncoding(request.headers['accept-encoding']),
      write: (product, viewer) => {
        const content = toReply(product, viewer);
        return content === undefined ? undefined : (reply.serialize(content as object) as string);
      },
    });
    if (!answer) throw notFound('product');
    return written(reply, answer);
  }

  serve(app, gate, 'GET /api/products/:id', (asked) =>
    aboutProduct<'GET /api/products/:id'>(
      asked,
      { productId: asked.params.id, name: 'detail', taxId: asked.query.taxId },
      (product, viewer) => ({ products: [toDetail(product, viewer)] }),
    ),
  );

  serve(app, gate, 'GET /api/products', async ({ query, visit, request, reply }) => {
    const filter = {
      keyword: plainKeyword(query.keyword),
      categoryId: query.category || null,
      businessAreaId: query.businessAreaId || null,
      jobRoleId: query.jobRoleId || null,
      optionIds: [...new Set(query.filteredSpecOptionIds)].sort((a, b) => a - b),
    };
    const view = taxViewFor(visit.scope, query.taxId);
    const fields = query.fields?.toLowerCase();
    const page = pageOf(query);
    const { scope } = visit;
    const answer = await rangeAnswers.answer({
      organisationId: scope.organisationId,
      nameAt: (version) => {
        const audience = listing.audienceThatCounts(scope, version);
        return audience === undefined ? undefined : JSON.stringify([audience, filter, page, view, fields]);
      },
      encoding: preferredEncoding(request.headers['accept-encoding']),
      make: async () => {
        const { version, listings, totalCount, facets } = await listing.readPage(scope, filter, page);
        const content = { products: listings.map((one) => toListItem(one, view)), totalCount, specifications: facets };
        const json =
          fields === undefined ? (reply.serialize(content) as string) : JSON.stringify(keepFields(content, 'products', fields));
        return { version, json };
      },
    });
    return written(reply, answer);
  });

  serve(app, gate, 'GET /api/relatedProducts', async ({ query, visit }) => {
    const related = await listRelated(db, visit.scope, query.productId);
    if (!related) throw notFound('product');
    const view = taxViewFor(visit.scope);
    return { products: related.map((one) => toListItem(one, view)) };
  });

  serve(app, gate, 'GET /api/crossSellProducts', async ({ visit }) => {
    const view = taxViewFor(visit.scope);
    return { products: (await listCrossSells(db, visit.scope)).map((one) => toListItem(one, view)) };
  });

  serve(app, gate, 'GET /api/featuredproducts', async ({ visit }) => {
    const view = taxViewFor(visit.scope);
    return { products: (await listFeatured(db, visit.scope)).map((one) => toListItem(one, view)) };
  });

  serve(app, gate, 'GET /api/product/getbuynowcombinations', (asked) => {
    const { collectionIds } = asked.visit.scope;
    const inBuilder = asked.query.context?.toLowerCase() === 'builder';
    return aboutProduct<'GET /api/product/getbuynowcombinations'>(
      asked,
      { productId: asked.query.id, name: inBuilder ? `builder of ${collectionIds.join()}` : 'combinations' },
      (product, viewer) => {
        // The uniform builder offers what is in the person's own wardrobe, nothing else.
        if (inBuilder && !product.collectionIds.some((id) => collectionIds.includes(id))) return undefined;
        return {
          product: toProductListItem(product, viewer),
          attributes: toAttributes(product, viewer),
          combinations: toCombinations(product, viewer),
        };
      },
    );
  });

  serve(app, gate, 'GET /api/product/combinations', (asked) => {
    const { productId, colourId = 0, fitId = 0 } = asked.query;
    return aboutProduct<'GET /api/product/combinations'>(
      asked,
      { productId, name: `grid ${colourId} ${fitId}` },
      (product, viewer) => ({
        combinations: toMatrix(product, viewer, { colourId, fitId }),
      }),
    );
  });

  serve(app, gate, 'GET /api/products/colours/:id', async ({ params, query, visit }) => {
    const ignoringLimits = Boolean(query.ignoreLimitations) && isAdmin(visit.caller);
    const [product, other] = await Promise.all([
      findProduct(db, visit.scope, params.id, { ignoringLimits }),
      query.limitToProductId ? findProduct(db, visit.scope, query.limitToProductId, { ignoringLimits }) : undefined,
    ]);
    if (!product || (query.limitToProductId && !other)) throw notFound('product');
    const colours = toColours(product);
    if (!other) return { colours };
    const names = new Set(toColours(other).map(({ name }) => name.toLowerCase()));
    return { colours: colours.filter(({ name }) => names.has(name.toLowerCase())) };
  });

  serve(app, gate, 'GET /api/products/sizeguide/:id', async ({ params, visit }) => {
    const sizeGuide = await findSizeGuide(db, visit.scope, params.id);
    if (!sizeGuide) throw notFound('sizeGuide');
    return { sizeGuide };
  });

  serve(app, gate, 'GET /api/categoriesFormated', async ({ visit: { scope }, request, reply }) => {
    const answer = await rangeAnswers.answer({
      organisationId: scope.organisationId,
      nameAt: () => `categories ${audienceOf(scope).key}`,
      encoding: preferredEncoding(request.headers['accept-encoding']),
      make: async () => {
        const { version, categories } = await listCategories(db, scope);
        return { version, json: reply.serialize({ categories: flattenCategories(categories) }) as string };
      },
    });
    return written(reply, answer);
  });
}
