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

/** The catalogue; each product opens on its own page. */
export const ProductsPage = () => <ProductList Opener={ProductLink} />;

/** The number of garments that a phone shows without scrolling. */
const INITIALLY_VISIBLE = 4;

/** Starts loading the product list described by the URL, its first pictures and the categories. */
export function prefetchProductsPage({ request }: LoaderFunctionArgs): void {
  const list = queryClient.fetchQuery(listQuery(parseListUrlState(new URL(request.url).searchParams)));
  const pictures = ({ products }: { products: readonly TileProduct[] }) =>
    preloadImages(products.slice(0, INITIALLY_VISIBLE).map(({ images }) => getGarmentSides(images).front));
  // The page itself reports errors.
  void list.then(pictures, () => {});
  void queryClient.prefetchQuery(categoriesQuery);
}
