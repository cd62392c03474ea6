import { cardMinorOf } from './order-amounts.ts';
import { newAttempt, newCard } from './order-card.ts';
import type { DesignName } from './order-design-kinds.ts';
import { plainDesign } from './order-designs.ts';
import {
  beyondOf,
  canReserve,
  decidersOf,
  markedIn,
  needsApproval,
  newOrder,
  newRequest,
  type OrderModel,
  othersIn,
  type Prediction,
  pendingGoods,
  send,
  sumOf,
} from './order-model.ts';
import { addToCart, inCart } from './order-model-cart.ts';
import { coverCart, deliveryOf, isSoldIn } from './order-prices.ts';
import { awaitsPayment, releaseUnlessHeld } from './order-release.ts';

// What filling a cart and placing it should do, according to the model.

/** Pieces to order. A polo without a word about its design has what is required alone. */
export interface ItemToPlace {
  size: number;
  quantity: number;
  design?: DesignName | undefined;
}

const inItems = (items: readonly ItemToPlace[], size: number) => sumOf(items, (item) => (item.size === size ? item.quantity : 0));

/** Adding pieces for the wearer to an empty cart. */
export const predictFilling = (model: OrderModel, items: readonly ItemToPlace[], hasReason: boolean): Prediction =>
  items.some(({ size, quantity }) => !canReserve(model, size, inItems(items, size)) || !isSoldIn(model, size, quantity))
    ? { status: 400 }
    : {
        status: 200,
        apply: () => {
          for (const { size, design = plainDesign(size), quantity } of items)
            addToCart(model, { size, design, quantity, hasReason, ...ofWearer(model), namesPart: false });
        },
      };

/** What a line of the cart says of its wearer when it is for the person of the cart: whoever orders for others has to say so. */
const ofWearer = ({ ordersForOthers }: OrderModel) => ({ wearer: 0 as const, namesWearer: ordersForOthers });

/** Placing what is in the cart. `id` is known once the order has been placed. */
export function predictPlacing(
  model: OrderModel,
  placedBy: 'wearer' | 'sales',
  id: () => number,
  isCollected = false,
): Prediction {
  if (model.cart.length === 0) return { status: 400 };
  const canPlace = ({ size, quantity }: { size: number; quantity: number }) =>
    canReserve(model, size, inCart(model, size)) && isSoldIn(model, size, quantity);
  if (!model.cart.every(canPlace)) return { status: 400 };
  const lines = coverCart(model);
  if (lines.some((line) => beyondOf(line) > line.card && !line.hasReason)) return { status: 422 };
  return {
    status: 200,
    apply: () => {
      const waits = needsApproval(model, lines);
      const order = newOrder({
        id: id(),
        placedBy,
        isCollected,
        status: waits ? 'AwaitingApproval' : 'Pending',
        // The reason is saved with pieces beyond the entitlement only.
        lines: lines.map((line) => ({ ...line, hasReason: line.hasReason && beyondOf(line) > 0 })),
        request: waits ? newRequest(model) : null,
        named: markedIn(model, lines),
        card: lines.some(({ card }) => card > 0) ? newCard(lines.every(({ card, quantity }) => card === quantity)) : null,
        delivery: deliveryOf(pendingGoods(lines)),
      });
      if (lines.some(({ design }) => design === 'text')) model.proof ??= 'asked';
      if (!waits) releaseUnlessHeld(model, order);
      if (!waits && order.card && awaitsPayment(order)) {
        order.card.isDue = true;
        order.card.attempts.push(newAttempt(cardMinorOf(order)));
      }
      model.orders.push(order);
      model.cart = [];
      send(model, 'order-placed', order, 'wearer');
      send(model, 'ordered-for-you', order, ...othersIn(lines));
      if (waits) send(model, 'approval-requested', order, ...decidersOf(order));
    },
  };
}
