import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#web/app/api.ts';
import { type Cart, cacheCart, cartQuery } from '#web/app/cart.ts';
import { toDesignInput } from '#web/catalogue/customisation/design-input.ts';
import type { GarmentDesign } from '#web/catalogue/customisation/design-types.ts';
import type { Builder, GroupStep } from './builder-model.ts';

interface Choice {
  productId: number;
  combinationId: number;
  quantity: number;
  /** Logos, texts and badges of a new line, without those that it has by itself. */
  designs: readonly GarmentDesign[];
}

/** Puts a garment into the cart, or changes the line that is given. The cart is shown as the server returns it. */
export function useSaveGarment(builder: Builder, step: GroupStep, line: Cart['items'][number] | undefined) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ productId, combinationId, quantity, designs }: Choice) => {
      // A response requested before this change must not overwrite it.
      await client.cancelQueries({ queryKey: cartQuery.queryKey });
      const { group, superGroup } = step;
      const cart = line
        ? await api('PUT /api/shopping_cart_items/:id', {
            params: { id: line.id },
            body: { shoppingCartItem: { combinationId, ...(line.isEditable ? { quantity } : {}) } },
          })
        : await api('POST /api/shopping_cart_items/multiple', {
            body: {
              items: [
                {
                  productId,
                  combinationId,
                  quantity,
                  ...(designs.length > 0 && { customisations: designs.map(toDesignInput) }),
                  organisationCollectionId: builder.collection.id,
                  collectionGroupId: group.id,
                  superGroupId: superGroup?.id ?? null,
                  superGroupOptionId: group.superGroupOptionId,
                  source: 'builder',
                },
              ],
            },
          });
      cacheCart(client, cart);
    },
    onError: () => void client.invalidateQueries({ queryKey: cartQuery.queryKey }),
  });
}
