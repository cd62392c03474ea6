import { apiQuery } from '#web/app/api.ts';

/** One product with all data for its page. */
export const productQuery = (id: number) => ({ ...apiQuery('GET /api/products/:id', { params: { id } }), staleTime: 30_000 });

/** The data of a product that the dialog needs. */
export const productDialogQuery = (id: number) => ({
  ...apiQuery('GET /api/product/getbuynowcombinations', { query: { id, context: 'product' } }),
  staleTime: 30_000,
});
