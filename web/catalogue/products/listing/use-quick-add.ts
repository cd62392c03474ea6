import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { showError } from '#web/ui/feedback/alerts.ts';
import { useAddToCart } from '../add-to-cart.ts';
import type { TileColour, TileProduct } from '../catalogue-types.ts';
import { toColourParam } from '../choosing/selection-url-state.ts';
import { toOrderableGarment } from '../garment.ts';
import type { Wearer } from '../optimistic-cart.ts';
import { getMinQuantity } from '../price.ts';
import { productQuery } from '../product/product-query.ts';
import { useDialogUrlState } from '../product/use-dialog-url-state.ts';
import { getNotForSaleReason } from '../purchase-labels.ts';

/** Puts a listed product into the cart: one with nothing to choose at once, in the least quantity sold; for others, the dialog opens. */
export function useQuickAdd(source: 'product' | 'adhoc' = 'product', wearer?: Wearer) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { link, state } = useDialogUrlState();
  const addToCart = useAddToCart(source);
  const loading = useMutation({
    // The tile knows neither the quantities in which the product is sold nor what it costs in them.
    mutationFn: async ({ id, name }: TileProduct) => {
      const { products } = await client.fetchQuery(productQuery(id));
      const garment = products[0] && toOrderableGarment(products[0]);
      const combination = garment?.combinations[0];
      const reason = garment && getNotForSaleReason(garment);
      if (!garment || !combination || reason) throw new Error(reason ?? `${name} can’t be ordered any more.`);
      return { additions: [{ garment, combination, quantity: getMinQuantity(garment.limits) }], wearer };
    },
    onSuccess: (additions) => addToCart.mutate(additions),
    onError: (error) => showError(error),
  });

  const { mutate } = loading;
  const add = useCallback(
    (product: TileProduct, colour?: TileColour) => {
      if (product.combinationId !== null) mutate(product);
      else void navigate(link(product.id, colour && toColourParam(colour)), { state, preventScrollReset: true });
    },
    [mutate, navigate, link, state],
  );
  return { add, addingId: loading.isPending || addToCart.isPending ? loading.variables?.id : undefined };
}
