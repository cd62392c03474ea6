import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { toColourParam } from '../choosing/selection-url-state.ts';
import type { Opener } from '../tiles/product-tile.tsx';
import { productDialogQuery } from './product-query.ts';
import { useDialogUrlState } from './use-dialog-url-state.ts';

/** Opens a product of a list in the dialog above the list. */
export const DialogLink: Opener = ({ product, colour, className }) => {
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
