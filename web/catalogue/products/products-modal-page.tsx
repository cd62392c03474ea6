import { useQueryClient } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { ProductList } from './listing/product-list.tsx';
import type { Opener } from './listing/product-tile.tsx';
import { ProductOrderDialog } from './product/product-order-dialog.tsx';
import { productDialogQuery } from './product/product-query.ts';
import { useDialogUrlState } from './product/use-dialog-url-state.ts';

/** The catalogue for people who order in a dialog: a product opens above the list. */
export function ProductsModalPage() {
  const [address] = useSearchParams();
  const dialog = useDialogUrlState();
  return (
    <>
      <ProductList Opener={DialogLink} />
      <ProductOrderDialog productId={Number(address.get('product')) || undefined} onClose={dialog.close} />
    </>
  );
}

const DialogLink: Opener = ({ product, className }) => {
  const client = useQueryClient();
  const { link, state } = useDialogUrlState();
  return (
    <Link
      to={link(product.id)}
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
