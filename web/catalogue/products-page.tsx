import { ProductList } from './listing/product-list.tsx';
import { ProductLink } from './product-link.tsx';

/** The catalogue; a product opens as a page of its own. */
export const ProductsPage = () => <ProductList Opener={ProductLink} />;
