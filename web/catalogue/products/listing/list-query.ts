import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { apiQuery } from '#web/app/api.ts';
import type { TileProduct } from '../catalogue-types.ts';
import type { ListUrlState } from './list-url-state.ts';

/** Only what a tile shows: the rest of a product is asked for when it is opened. */
const tileFields = (
  [
    'name',
    'shortDescription',
    'images',
    'price',
    'priceFrom',
    'oldPrice',
    'callForPrice',
    'isMadeToOrder',
  ] satisfies (keyof TileProduct)[]
).join(',');

/** The products that an address asks for. */
export const listQuery = ({ keyword, category, filters, page, limit }: ListUrlState) =>
  apiQuery('GET /api/products', {
    query: {
      keyword: keyword || undefined,
      category: category || undefined,
      filteredSpecOptionIds: filters.length > 0 ? [...filters] : undefined,
      page,
      limit,
      fields: tileFields,
    },
  });

/** While another page or filter is loaded, the products of before stay. */
export const useProductList = (address: ListUrlState) => useQuery({ ...listQuery(address), placeholderData: keepPreviousData });
