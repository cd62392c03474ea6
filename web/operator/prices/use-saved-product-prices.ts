import { useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/index.ts';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { invalidateOperatorCalls, operatorApi } from '../session/operator-api.ts';

const CALL = 'GET /api/operator/products/:id/prices';

/** The catalogue prices and quantity tiers of a product. */
export type ProductPricesReply = ReplyOf<typeof CALL>;

/**
 * Shows what a change of a product's prices has made of them, here, in the price lists and on the page of the product. With `priceChangeId`, undoing the
 * change is offered.
 */
export function useSavedProductPrices(
  productId: number,
): (saved: ProductPricesReply, message: string, priceChangeId?: number) => Promise<void> {
  const client = useQueryClient();
  const keep = async (saved: ProductPricesReply, message: string, priceChangeId?: number): Promise<void> => {
    client.setQueryData([CALL, { params: { id: productId } }], { productPrices: saved.productPrices });
    showSuccess(message, priceChangeId === undefined ? {} : { action: { label: 'Undo', run: () => void undo(priceChangeId) } });
    await invalidateOperatorCalls(
      client,
      'GET /api/operator/organisations/:id/prices',
      'GET /api/operator/products',
      'GET /api/operator/products/:id',
      'GET /api/operator/products/:id/clients',
      'GET /api/operator/products/:id/history',
    );
  };
  const undo = async (changeId: number): Promise<void> => {
    try {
      const undone = await operatorApi('POST /api/operator/products/:id/prices/changes/:changeId/undo', {
        params: { id: productId, changeId },
        body: {},
      });
      await keep(undone, 'Undone. The previous price is back.');
    } catch (error) {
      showError(error);
    }
  };
  return keep;
}
