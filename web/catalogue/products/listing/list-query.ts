import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { apiQuery } from '#web/app/api.ts';
import type { TileProduct } from '../catalogue-types.ts';
import type { ListUrlState } from './list-url-state.ts';

/** The fields shown in a tile; the rest of a product is loaded when it is opened. */
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

/** The query for the products described by the URL. */
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

/** The product list; while another page or filter is loading, the previous products are kept. */
export const useProductList = (address: ListUrlState) => useQuery({ ...listQuery(address), placeholderData: keepPreviousData });
