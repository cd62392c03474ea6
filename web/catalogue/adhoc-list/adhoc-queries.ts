import { keepPreviousData } from '@tanstack/react-query';
import { apiQuery } from '#web/app/api.ts';

/** The choice of products: a business area and a wardrobe, 0 for all. */
export interface AdhocChoice {
  businessAreaId: number;
  collectionId: number;
}

const shared = { staleTime: 30_000, placeholderData: keepPreviousData };

/** The products of a choice with their combinations. */
export const adhocListQuery = (choice: AdhocChoice) => ({
  ...apiQuery('GET /api/organisation/getadhocproductlist', { query: { ...choice } }),
  ...shared,
});

/** The products of a choice, for tiles. */
export const adhocModalListQuery = (choice: AdhocChoice) => ({
  ...apiQuery('GET /api/organisation/getadhocproductlistmodal', { query: { ...choice } }),
  ...shared,
});

/** The combinations of one product, where the list has too many to contain them. */
export const adhocCombinationsQuery = (id: number) => ({
  ...apiQuery('GET /api/product/getbuynowcombinations', { query: { id, context: 'adhoc' } }),
  staleTime: 30_000,
});
