import Type from 'typebox';
import { endpoint, signedIn } from '../endpoint.ts';
import {
  bool,
  described,
  entity,
  id,
  msg,
  nullable,
  outcomeFingerprint,
  seenOutcomeFingerprint,
  success,
  text,
} from '../values.ts';
import { orderDetail } from './orders.ts';

const quantity = Type.Integer({ minimum: 1, maximum: 10_000, message: 'Please enter a number of pieces from 1 to 10,000.' });

const preview = described(Type.Optional(bool), 'Whether only to say what would happen. Nothing is saved then.');

const changeReply = entity('OrderChangeResult', {
  success,
  msg,
  orders: described(Type.Array(orderDetail), 'The order after the change; after a preview, as it would be.'),
  outcome: described(
    Type.Array(text),
    'What changes, as sentences: pieces, what the entitlement gets back, amounts, and whether approval is needed again. Empty when the request repeats an earlier one.',
  ),
  outcomeFingerprint,
});

/** Changing and cancelling orders until picking starts. */
export const orderChangeEndpoints = {
  'POST /api/orders/:id/cancel': endpoint({
    name: 'cancelOrder',
    summary: 'Cancel an order, lines or pieces',
    description:
      'Possible until picking starts, also while the order waits for approval. For the person of the order, the person who placed it, and Admins who see it; others get 403, or 404 if they cannot see the order. Without `items` the whole order is cancelled. Stock and entitlement are given back. When nothing is left, the order is cancelled and costs nothing to deliver. 409 `order`, with what happened, when it is too late. What remains is charged as what remains: today’s price where a line falls below the quantity tier that it was priced in, and today’s cost of delivery; cancelled pieces keep their price. 422 `items[n].quantity` for more than `cancellableQuantity`, and where fewer pieces would remain than the product is sold in (`leastRemaining`, `allowedRemaining`); 400 `cancellation` where what remains is dearer than a budget or the credit limit allows. Where what remains is dearer and a rule of the organisation applies, the order needs approval again. Honours `Idempotency-Key`; cancelling an order again returns it unchanged.',
    tags: ['Orders'],
    access: signedIn,
    whileImpersonating: 'allowed',
    params: Type.Object({ id: id('order') }),
    root: 'cancellation',
    refusesUnknown: true,
    body: Type.Object({
      items: described(
        Type.Optional(
          Type.Array(Type.Object({ id: id('orderItem'), quantity: described(quantity, 'Pieces of the line to cancel.') }), {
            minItems: 1,
            maxItems: 1000,
            message: 'Please choose at least one line.',
          }),
        ),
        'Lines and how many pieces of each to cancel; left out for the whole order.',
      ),
      reason: described(
        Type.Optional(nullable(Type.String({ maxLength: 500, message: 'The reason must not be longer than 500 characters.' }))),
        'Why, for the timeline of the order.',
      ),
      outcomeFingerprint: seenOutcomeFingerprint,
      preview,
    }),
    reply: changeReply,
  }),

  'PUT /api/orders/:id/items/:itemId': endpoint({
    name: 'updateOrderLine',
    summary: 'Change the size or colour of a line',
    description:
      'Possible until picking starts, for the same people as cancelling. The new size is reserved before the old one is released, and charged at the price of today. With `quantity`, only so many pieces change and become a line of their own; the others are charged as what remains, as after cancelling. A change that raises the amount, or concerns a product that has since been marked, asks for approval again where the rules of the organisation say so, before the warehouse picks. 400 `orderItem` when the new size cannot be ordered, 409 `order` when it is too late, 422 `combinationId` for another product and for the size and colour that the line has, and `quantity` for more than `cancellableQuantity`, and where fewer of the others would remain than the product is sold in. Honours `Idempotency-Key`.',
    tags: ['Orders'],
    access: signedIn,
    whileImpersonating: 'allowed',
    params: Type.Object({ id: id('order'), itemId: id('orderItem') }),
    root: 'orderItem',
    body: Type.Object({
      combinationId: described(id('combination'), 'The new size and colour, of the same product.'),
      quantity: described(Type.Optional(quantity), 'Pieces to change; all that are neither shipped nor cancelled when left out.'),
      outcomeFingerprint: seenOutcomeFingerprint,
      preview,
    }),
    reply: changeReply,
  }),
};
