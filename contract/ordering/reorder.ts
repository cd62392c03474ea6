import Type from 'typebox';
import { endpoint, orderers } from '../endpoint.ts';
import {
  attributeDescription,
  described,
  entity,
  id,
  imageSrc,
  int,
  money,
  msg,
  nullable,
  sku,
  success,
  text,
} from '../values.ts';
import { cartResponse } from './cart.ts';

/** What became of a line of the order. */
export const reorderedLine = entity('ReorderedLine', {
  orderItemId: described(int, 'Line of the order.'),
  productId: int,
  productName: described(text, 'Name when the order was placed.'),
  sku,
  imageSrc,
  attributeDescription,
  customerId: described(nullable(int), 'Wearer of the line; null when it is not for one person.'),
  customerName: described(nullable(text), 'Name of the wearer.'),
  quantity: described(int, 'Pieces of the order.'),
  addedQuantity: described(int, 'Pieces that were added to the cart; 0 when none could be.'),
  shoppingCartItemId: described(nullable(int), 'Line of the cart that they are in; null when none were added.'),
  unitPrice: described(
    nullable(money),
    'Unit price today, as `taxDisplayType` says; null when none were added, or the price is on request or hidden from the person.',
  ),
  previousUnitPrice: described(
    nullable(money),
    'Unit price when the order was placed, as `taxDisplayType` says; null when it is hidden from the person.',
  ),
  reasons: described(Type.Array(text), 'Why pieces were not added, as sentences; empty when all were.'),
  notes: described(Type.Array(text), 'What is different this time about the pieces that were added, as sentences.'),
});

const form = Type.Object({ orderId: id('order', 'Order id is required.') });

/** Ordering again what was ordered before. */
export const reorderEndpoints = {
  'POST /api/reorder': endpoint({
    name: 'reorder',
    summary: 'Order again',
    description:
      'Adds every line of an order to the cart again, as far as range, entitlement, prices and stock of today allow, and says line by line what could not be added and why. For the person of the order and for Admins who see it; others get 403, or 404 if they cannot see the order. 400 `order`, with a sentence for each line, when nothing can be added. Repeated within 10 seconds, it adds nothing and returns the first result, as long as something of it is still in the cart.',
    tags: ['Orders', 'Cart'],
    access: orderers,
    whileImpersonating: 'allowed',
    form,
    reply: entity({
      success,
      msg,
      ...cartResponse.properties,
      warnings: described(
        Type.Array(text),
        'Names each line of the order that was not added in full, and says why; empty when all were.',
      ),
      lines: described(Type.Array(reorderedLine), 'What became of each line of the order, in its order.'),
    }),
  }),

  'POST /api/reorder/undo': endpoint({
    name: 'undoReorder',
    summary: 'Undo ordering again',
    description:
      'Removes from the cart what the last re-order of this order added, as far as it is still there. Repeated, it changes nothing. Returns the cart.',
    tags: ['Orders', 'Cart'],
    access: orderers,
    whileImpersonating: 'allowed',
    form,
    reply: cartResponse,
  }),
};
