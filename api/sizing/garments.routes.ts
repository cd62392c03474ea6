import type { FastifyInstance } from 'fastify';
import { registerEndpoint } from '#api/platform/http/endpoint.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import { listBrandCategories, listSizingBrands, SIZING_BRANDS } from '#body/brands.ts';
import type { SizingDependencies } from './dependencies.ts';
import { sizingError } from './errors.ts';
import { pickTypicalGarments, toSizingGarment } from './garments.mapper.ts';
import { countSizingGarments, listSizingGarments } from './garments.queries.ts';

/** Registers the endpoints for the portal's garments and for size charts of other brands. */
export function routes(app: FastifyInstance, { db, authenticator }: SizingDependencies): void {
  registerEndpoint(app, authenticator, 'GET /sizing/garment/list', async ({ context, query }) => {
    const { hasSizeGuide, searchTerm, page, limit, typical } = query;
    const filter = { hasSizeGuide, searchTerm };
    if (typical) {
      const garments = pickTypicalGarments(await listSizingGarments(db, context.effective, { ...filter, hasSizeGuide: true }));
      return { garments, totalCount: garments.length };
    }
    const isPaged = page !== undefined || limit !== undefined;
    const garments = await listSizingGarments(db, context.effective, {
      ...filter,
      ...(isPaged ? toOffsetAndLimit({ page, limit }) : {}),
    });
    return {
      garments: garments.map((garment) => toSizingGarment(garment, false)),
      totalCount: isPaged ? await countSizingGarments(db, context.effective, filter) : garments.length,
    };
  });

  registerEndpoint(app, authenticator, 'GET /sizing/garment/list/:id', async ({ params, context }) => {
    const garments = await listSizingGarments(db, context.effective, { productIds: [params.id] });
    if (garments.length === 0) throw sizingError('GARMENT_NOT_FOUND');
    return { garments: garments.map((garment) => toSizingGarment(garment, true)) };
  });

  registerEndpoint(app, authenticator, 'GET /sizing/garment/brands/:gender/:type', async ({ params: { gender, type } }) => ({
    brands: listSizingBrands(gender, type).map(({ id, name }) => ({ id, name })),
  }));

  const getBrand = (id: number) => {
    const brand = SIZING_BRANDS.find((each) => each.id === id);
    if (!brand) throw sizingError('BRAND_NOT_FOUND');
    return brand;
  };

  registerEndpoint(
    app,
    authenticator,
    'GET /sizing/garment/brandcategories/:brand/:gender',
    async ({ params: { brand, gender } }) => ({
      brandCategories: listBrandCategories(getBrand(brand), gender).map(({ id, name }) => ({ id, name, brandId: brand })),
    }),
  );

  registerEndpoint(
    app,
    authenticator,
    'GET /sizing/garment/brandcategorysizes/:brand/:category',
    async ({ params: { brand, category } }) => {
      const found = getBrand(brand).categories.find(({ id }) => id === category);
      if (!found) throw sizingError('BRAND_NOT_FOUND');
      return { brandCategorySizes: found.sizes.map(({ id, name }, at) => ({ id, name, displayOrder: at })) };
    },
  );
}
