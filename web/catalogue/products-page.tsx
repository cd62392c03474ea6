import type { LoaderFunctionArgs } from 'react-router';
import { queryClient } from '../query-client.ts';
import { categoriesQuery } from './listing/filter-panel.tsx';
import { readListAddress } from './listing/list-address.ts';
import { listQuery } from './listing/list-query.ts';
import { ProductList } from './listing/product-list.tsx';
import { ProductLink } from './product-link.tsx';

/** The catalogue; a product opens as a page of its own. */
export const ProductsPage = () => <ProductList Opener={ProductLink} />;

/** The list that the address asks for. */
export function ahead({ request }: LoaderFunctionArgs): void {
  void queryClient.prefetchQuery(listQuery(readListAddress(new URL(request.url).searchParams)));
  void queryClient.prefetchQuery(categoriesQuery);
}
