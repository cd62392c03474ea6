import { useQueryClient } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { ProductList } from './listing/product-list.tsx';
import type { Opener } from './listing/product-tile.tsx';
import { ProductDialog } from './product/product-dialog.tsx';
import { dialogQuery } from './product/product-query.ts';
import { useDialogAddress } from './product/use-dialog-address.ts';

/** The catalogue, in which a product opens in a dialog above the list. */
export function ProductsModalPage() {
  const [address] = useSearchParams();
  const dialog = useDialogAddress();
  return (
    <>
      <ProductList Opener={DialogLink} />
      <ProductDialog productId={Number(address.get('product')) || undefined} onClose={dialog.close} />
    </>
  );
}

const DialogLink: Opener = ({ product, className }) => {
  const client = useQueryClient();
  const { link, state } = useDialogAddress();
  return (
    <Link
      to={link(product.id)}
      state={state}
      preventScrollReset
      aria-haspopup="dialog"
      className={className}
      onPointerEnter={() => void client.prefetchQuery(dialogQuery(product.id))}
    >
      {product.name}
    </Link>
  );
};
