import { apiQuery } from '#web/app/api.ts';

/** One product with everything that its page shows. */
export const productQuery = (id: number) => ({ ...apiQuery('GET /api/products/:id', { params: { id } }), staleTime: 30_000 });

/** What the dialog needs of a product. */
export const productDialogQuery = (id: number) => ({
  ...apiQuery('GET /api/product/getbuynowcombinations', { query: { id, context: 'product' } }),
  staleTime: 30_000,
});
