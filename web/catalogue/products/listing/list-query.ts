import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { apiQuery } from '#web/app/api.ts';
import type { TileProduct } from '../catalogue-types.ts';
import type { ListSort, ListUrlState } from './list-url-state.ts';

/** The fields shown in a tile; the rest of a product is loaded when it is opened. */
const tileFields = (
  [
    'name',
    'images',
    'price',
    'priceFrom',
    'oldPrice',
    'callForPrice',
    'isMadeToOrder',
    'leadTimeDays',
    'stockStatus',
    'dueDateUtc',
    'disableBuyButton',
    'combinationId',
    'colours',
    'colourCount',
  ] satisfies (keyof TileProduct)[]
).join(',');

/** The codes of the orders in requests. */
const orderBy = { '': undefined, name: 5, 'name-desc': 6, price: 10, 'price-desc': 11, newest: 15 } as const satisfies Record<
  ListSort,
  number | undefined
>;

/** The query for the products described by the URL. */
export const listQuery = ({ keyword, category, filters, sort, page, limit }: ListUrlState) =>
  apiQuery('GET /api/products', {
    query: {
      keyword: keyword || undefined,
      category: category || undefined,
      filteredSpecOptionIds: filters.length > 0 ? [...filters] : undefined,
      orderBy: orderBy[sort],
      page,
      limit,
      fields: tileFields,
    },
  });

/** The product list; while another page or filter is loading, the previous products are kept. */
export const useProductList = (address: ListUrlState) => useQuery({ ...listQuery(address), placeholderData: keepPreviousData });
