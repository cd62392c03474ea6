import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { toColourParam } from './choosing/selection-url-state.ts';
import { ProductList } from './listing/product-list.tsx';
import { productDialogQuery } from './product/product-query.ts';
import { useDialogUrlState } from './product/use-dialog-url-state.ts';
import type { Opener } from './tiles/product-tile.tsx';

/** The catalogue for people who order in a dialog: a product opens above the list. */
export const ProductsModalPage = () => <ProductList Opener={DialogLink} />;

const DialogLink: Opener = ({ product, colour, className }) => {
  const client = useQueryClient();
  const { link, state } = useDialogUrlState();
  return (
    <Link
      to={link(product.id, colour && toColourParam(colour))}
      state={state}
      preventScrollReset
      aria-haspopup="dialog"
      className={className}
      onPointerEnter={() => void client.prefetchQuery(productDialogQuery(product.id))}
    >
      {product.name}
    </Link>
  );
};
