import { ProductList } from './listing/product-list.tsx';
import { DialogLink } from './product/dialog-link.tsx';

/** The catalogue for people who order in a dialog: a product opens above the list. */
export const ProductsModalPage = () => <ProductList Opener={DialogLink} />;
