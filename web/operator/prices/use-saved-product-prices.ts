import { useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/index.ts';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { invalidateOperatorCalls } from '../session/operator-api.ts';
import { useUndoCataloguePrices } from './use-undo-prices.ts';

const CALL = 'GET /api/operator/products/:id/prices';

/** The catalogue prices and quantity tiers of a product. */
export type ProductPricesReply = ReplyOf<typeof CALL>;

/** Shows what a change of a product's prices has made of them, here and in the price lists. With `priceChangeId` it can be undone. */
export function useSavedProductPrices(
  productId: number,
): (saved: ProductPricesReply, message: string, priceChangeId?: number) => Promise<void> {
  const client = useQueryClient();
  const undo = useUndoCataloguePrices();
  return async ({ productPrices }, message, priceChangeId) => {
    client.setQueryData([CALL, { params: { id: productId } }], { productPrices });
    showSuccess(message, {
      ...(priceChangeId !== undefined && { action: { label: 'Undo', run: () => void undo(priceChangeId) } }),
    });
    await invalidateOperatorCalls(client, 'GET /api/operator/organisations/:id/prices');
  };
}
