import type { QueryClient } from '@tanstack/react-query';
import { api } from '#web/app/api.ts';
import { cacheCart, cartQuery } from '#web/app/cart.ts';
import { toDesignInput } from '#web/catalogue/customisation/design-input.ts';
import type { GarmentDesign } from '#web/catalogue/customisation/design-types.ts';
import { isSameDesign } from '#web/catalogue/customisation/same-designs.ts';
import type { CartItem } from './pending-quantities.ts';

/**
 * Gives a line of the cart these designs instead of its own, all or none of them, and stores the cart. Returns the line that it was added to where it then
 * equals another one. Throws `ApiError`.
 */
export async function saveLineDesigns(
  client: QueryClient,
  line: CartItem,
  designs: readonly GarmentDesign[],
): Promise<{ mergedInto: CartItem | undefined }> {
  // A response requested before this change must not overwrite it.
  await client.cancelQueries({ queryKey: cartQuery.queryKey });
  // The name of its wearer, which the line has by itself, stays that of the wearer unless it was changed.
  const byItself = line.customisations.filter(({ isMandatory }) => isMandatory);
  const customisations = designs.filter((design) => !byItself.some((old) => isSameDesign(old, design))).map(toDesignInput);
  const before = client.getQueryData(cartQuery.queryKey)?.items ?? [];
  const cart = await api('PUT /api/shopping_cart_items/:id', {
    params: { id: line.id },
    body: { shoppingCartItem: { customisations } },
  });
  cacheCart(client, cart);
  return { mergedInto: findGrownLine(before, cart.items, line.id) };
}

/** The line that the changed one is part of now: it has more pieces than before, which no change of designs does otherwise. */
function findGrownLine(before: readonly CartItem[], after: readonly CartItem[], lineId: number): CartItem | undefined {
  const quantities = new Map(before.map(({ id, quantity }) => [id, quantity]));
  const grown = after.find(({ id, quantity }) => quantity > (quantities.get(id) ?? quantity));
  return grown ?? (after.length < before.length ? after.find(({ id }) => id === lineId) : undefined);
}
