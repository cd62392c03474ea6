import type { FastifyInstance } from 'fastify';
import { serve } from '#api/http/endpoint.ts';
import { brandsFor, categoriesFor, SIZING_BRANDS } from '#body/brands.ts';
import { refusal } from './errors.ts';
import { listGarments } from './garments.queries.ts';
import { toGarment } from './garments.wire.ts';
import type { Sizing } from './sizing.ts';

/** Garments of the portal, and the charts of other makers. */
export function garmentRoutes(app: FastifyInstance, { db, gate }: Sizing): void {
  serve(app, gate, 'GET /sizing/garment/list', async ({ visit }) => ({
    garments: (await listGarments(db, visit.scope)).map((garment) => toGarment(garment, false)),
  }));

  serve(app, gate, 'GET /sizing/garment/list/:id', async ({ params, visit }) => {
    const garments = await listGarments(db, visit.scope, params.id);
    if (garments.length === 0) throw refusal('GARMENT_NOT_FOUND');
    return { garments: garments.map((garment) => toGarment(garment, true)) };
  });

  serve(app, gate, 'GET /sizing/garment/brands/:gender/:type', async ({ params: { gender, type } }) => ({
    brands: brandsFor(gender, type).map(({ id, name }) => ({ id, name })),
  }));

  const brandOf = (id: number) => {
    const brand = SIZING_BRANDS.find((each) => each.id === id);
    if (!brand) throw refusal('BRAND_NOT_FOUND');
    return brand;
  };

  serve(app, gate, 'GET /sizing/garment/brandcategories/:brand/:gender', async ({ params: { brand, gender } }) => ({
    brandCategories: categoriesFor(brandOf(brand), gender).map(({ id, name }) => ({ id, name, brandId: brand })),
  }));

  serve(app, gate, 'GET /sizing/garment/brandcategorysizes/:brand/:category', async ({ params: { brand, category } }) => {
    const found = brandOf(brand).categories.find(({ id }) => id === category);
    if (!found) throw refusal('BRAND_NOT_FOUND');
    return { brandCategorySizes: found.sizes.map(({ id, name }, at) => ({ id, name, displayOrder: at })) };
  });
}
