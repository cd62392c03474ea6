import type { LoaderFunctionArgs } from 'react-router';
import { queryClient } from '#web/app/query-client.ts';
import { preloadImages } from '#web/ui/browser/preload-images.ts';
import type { TileProduct } from './catalogue-types.ts';
import { getGarmentSides } from './garment-sides.ts';
import { categoriesQuery } from './listing/filter-panel.tsx';
import { listQuery } from './listing/list-query.ts';
import { parseListUrlState } from './listing/list-url-state.ts';
import { ProductList } from './listing/product-list.tsx';
import { ProductLink } from './product-link.tsx';

/** The catalogue; a product opens as a page of its own. */
export const ProductsPage = () => <ProductList Opener={ProductLink} />;

/** Garments of a list that a phone shows at first. */
const SEEN_FIRST = 4;

/** The list that the address asks for. */
export function prefetchProductsPage({ request }: LoaderFunctionArgs): void {
  const list = queryClient.fetchQuery(listQuery(parseListUrlState(new URL(request.url).searchParams)));
  const pictures = ({ products }: { products: readonly TileProduct[] }) =>
    preloadImages(products.slice(0, SEEN_FIRST).map(({ images }) => getGarmentSides(images).front));
  // What cannot be loaded is said by the page.
  void list.then(pictures, () => {});
  void queryClient.prefetchQuery(categoriesQuery);
}
