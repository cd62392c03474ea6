import type { QueryClient } from '@tanstack/react-query';
import { api } from '#web/app/api.ts';
import { type Cart, cacheCart, cartQuery } from '#web/app/cart.ts';
import { toDesignInput } from '#web/catalogue/customisation/design-input.ts';
import type { GarmentDesign } from '#web/catalogue/customisation/design-types.ts';
import { isSameDesign } from '#web/catalogue/customisation/same-designs.ts';
import type { CartItem } from './pending-quantities.ts';

/**
 * Gives a line of the cart these designs instead of its own, one call for each that differs, and stores the cart. Returns the line that it was added to
 * where it then equals another one. Throws `ApiError`, and an `Error` where the line became part of another one before all designs were changed.
 */
export async function saveLineDesigns(
  client: QueryClient,
  line: CartItem,
  designs: readonly GarmentDesign[],
): Promise<{ mergedInto: CartItem | undefined }> {
  // A response requested before this change must not overwrite it.
  await client.cancelQueries({ queryKey: cartQuery.queryKey });
  const own = line.customisations.filter(({ isMandatory }) => !isMandatory);
  const changes = [
    ...designs
      .filter((design) => !own.some((old) => isSameDesign(old, design)))
      .map((design) => () => putOnLine(line.id, design)),
    ...own
      .filter(({ positionId }) => !designs.some((design) => design.positionId === positionId))
      .map(
        ({ id }) =>
          () =>
            api('DELETE /api/shopping_cart_items/customisation/:id', { params: { id } }),
      ),
  ];
  let cart: Cart | undefined;
  for (const [index, change] of changes.entries()) {
    const before = cart?.items ?? client.getQueryData(cartQuery.queryKey)?.items ?? [];
    cart = await change();
    cacheCart(client, cart);
    const isGone = !cart.items.some(({ id }) => id === line.id);
    const mergedInto = findGrownLine(before, cart.items, line.id);
    if (!isGone && !mergedInto) continue;
    if (index < changes.length - 1)
      throw new Error(
        'While the designs were changed, this line became equal to another one and was added to it. Check the designs of that line, and change the rest there.',
      );
    return { mergedInto };
  }
  return { mergedInto: undefined };
}

const putOnLine = (shoppingCartItemId: number, design: GarmentDesign) =>
  api('POST /api/shopping_cart_items/customisation', {
    body:
      design.customisationId === null
        ? { shoppingCartItemId, customisation: toDesignInput(design) }
        : { shoppingCartItemId, customisationId: design.customisationId },
  });

/** The line that the changed one is part of now: it has more pieces than before, which no change of designs does otherwise. */
function findGrownLine(before: readonly CartItem[], after: readonly CartItem[], lineId: number): CartItem | undefined {
  const quantities = new Map(before.map(({ id, quantity }) => [id, quantity]));
  const grown = after.find(({ id, quantity }) => quantity > (quantities.get(id) ?? quantity));
  return grown ?? (after.length < before.length ? after.find(({ id }) => id === lineId) : undefined);
}
