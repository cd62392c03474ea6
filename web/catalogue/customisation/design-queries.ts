import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, apiQuery } from '#web/app/api.ts';
import { cartQuery } from '#web/app/cart.ts';
import type { DesignInput } from './design-types.ts';

/** What can be put on a product, with what the organisation requires; with a wardrobe, on garments that count in it. */
export const designOptionsQuery = (productId: number, organisationCollectionId?: number) => ({
  ...apiQuery('GET /api/products/customisationbuilder/:id', {
    params: { id: productId },
    ...(organisationCollectionId !== undefined && { query: { organisationCollectionId } }),
  }),
  staleTime: 60_000,
});

/** The designs that the person has saved for a product, newest first. */
export const savedDesignsQuery = (productId: number) =>
  queryOptions(apiQuery('GET /api/customisations', { query: { productId } }));

/** Saves a design, or changes the one with its id; lines of the cart follow. Throws `ApiError`. */
export async function saveDesign(client: QueryClient, customisation: DesignInput) {
  const saved = await api('POST /api/customisations', { body: { customisation } });
  await refreshDesigns(client);
  return saved.customisation;
}

/** Deletes a saved design, which removes it from lines of the cart. Throws `ApiError`, with status 409 where an order was placed with it. */
export async function deleteDesign(client: QueryClient, id: number): Promise<void> {
  await api('DELETE /api/customisations/:id', { params: { id } });
  await refreshDesigns(client);
}

const refreshDesigns = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: ['GET /api/customisations'] }),
    client.invalidateQueries({ queryKey: cartQuery.queryKey }),
  ]);
