import { useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/index.ts';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { invalidateOperatorCalls } from '../session/operator-api.ts';

const CALL = 'GET /api/operator/products/:id/prices';

/** The catalogue prices and quantity tiers of a product. */
export type ProductPricesReply = ReplyOf<typeof CALL>;

/** Shows what a change of a product's prices has made of them, here and in the price lists. */
export function useSavedProductPrices(productId: number): (saved: ProductPricesReply, message: string) => Promise<void> {
  const client = useQueryClient();
  return async (saved, message) => {
    client.setQueryData([CALL, { params: { id: productId } }], saved);
    showSuccess(message);
    await invalidateOperatorCalls(client, 'GET /api/operator/organisations/:id/prices');
  };
}
