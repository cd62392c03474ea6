import type { Tx } from '#api/platform/db/database.ts';
import { badRequest } from '#api/platform/http/errors.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import { readCart } from '../cart/cart.actions.ts';
import type { TripForm } from '../cart/trip-carts.ts';
import { assertReady, type CheckoutInput, type DraftDependencies, draftOrder, toCartOfTrip } from './checkout.actions.ts';
import { lockCart } from './checkout.queries.ts';

/**
 * Returns the cart of a trip to the buyer's system, within the caller's transaction, which ends the trip: checks everything again and that it is what the last summary
 * showed. Nothing is reserved or ordered. A cart that was returned already gives its form again. Throws 400 or 422 with messages when it cannot be returned; the caller
 * then rolls back, and the trip goes on.
 */
export async function returnCart(
  tx: Tx,
  dependencies: DraftDependencies,
  context: Pick<RequestContext, 'caller' | 'effective'>,
  input: CheckoutInput,
): Promise<TripForm> {
  const { effective: scope } = context;
  const { tripCarts } = dependencies;
  // Whoever ends a trip locks it before its cart.
  const returned = await tripCarts.lockTrip(tx, scope);
  if (returned) return returned;
  if (scope.trip?.operation === 'inspect') return tripCarts.closeTrip(tx, scope);
  if (input.removeAll && scope.trip?.operation === 'edit') {
    await lockCart(tx, scope, {});
    if ((await readCart(tx, dependencies, scope)).length > 0)
      throw badRequest('cart', 'There are items in your cart. Please remove them first, or return the cart with them.');
    return tripCarts.returnCart(tx, scope, { lines: [], charges: [] });
  }
  const draft = await draftOrder(tx, dependencies, context, input, 'order');
  assertReady(draft, scope, input);
  return tripCarts.returnCart(tx, scope, { ...toCartOfTrip(draft), lines: draft.lines, shippingAddress: draft.shippingAddress });
}
