import Type from 'typebox';
import { endpoint, signedIn } from '../endpoint.ts';
import {
  bool,
  described,
  entity,
  id,
  listOf,
  maybe,
  msg,
  outcomeFingerprint,
  seenFingerprint,
  seenOutcomeFingerprint,
  success,
  text,
} from '../values.ts';
import { orderListItem } from './orders.ts';

const MAX_LINES = 500;

const actions = [Type.Literal('approve'), Type.Literal('reject'), Type.Literal('amend')] as const;
const message = 'Action must be approve, reject or amend.';

/** Decisions about orders that wait for approval. */
export const decisionEndpoints = {
  'POST /api/orders/approvereject': endpoint({
    name: 'decideOrder',
    summary: 'Approve, reject or send back an order',
    description: [
      'For those who can decide on the order: `approvalAllowed` of the order is true for them. 404 for orders that the caller may not see, 403 for an',
      'order that the caller placed or that is theirs, and for anyone else who may not decide on it. Takes a form or JSON; only JSON can name single lines.',
      'What is not approved gives its stock and entitlement back. An order of which nothing is approved is rejected, or sent back if at least one line',
      'is. Lines that are sent back go to the cart of the person whose order it is. The person is mailed, and so is the one who placed the order for them.',
      'With `fingerprint`, the decision counts for what was seen: 409 with the code `changed` and what has changed when the order is another one by then.',
      'What remains of an order of which only a part is approved is charged as what remains: today’s price where a line falls below the quantity tier that it',
      'was priced in, and today’s cost of delivery. 422 `items[n].quantity` where fewer pieces would remain than the product is sold in, 400 `order` where what',
      'remains is dearer than a budget or the credit limit allows.',
      '409 with who decided, what and when if the order no longer waits; the same person repeating their decision gets the first answer again.',
    ].join(' '),
    tags: ['Orders'],
    access: signedIn,
    acceptsForm: true,
    refusesUnknown: true,
    body: entity('OrderDecision', {
      id: id('order'),
      action: described(
        Type.Union([...actions], { message }),
        '`approve`, `reject` or `amend`: send back to the cart of the person whose order it is. In any case of letters.',
      ),
      rejectReason: described(
        maybe(Type.String({ maxLength: 500, message: 'Please enter a reason of at most 500 characters.' })),
        'Why, for the person to read. Required to reject or send back an order or one of its lines.',
      ),
      poNumber: described(
        maybe(Type.String({ maxLength: 100, message: 'PO number must not be longer than 100 characters.' })),
        'Purchase order number. Required to approve an order without one where the organisation asks the approver for it. Ignored if the order has one.',
      ),
      fingerprint: seenFingerprint,
      items: described(
        maybe(
          Type.Array(
            entity('LineDecision', {
              id: id('orderItem'),
              action: described(
                Type.Optional(Type.Union([...actions, Type.Null()], { message })),
                'What is decided about this line; `approve` by default. `reject` drops all of it, `amend` sends all of it back.',
              ),
              quantity: described(
                maybe(Type.Integer({ minimum: 1, maximum: 1_000_000, message: 'Please enter a whole number of pieces from 1.' })),
                'Pieces that are approved, by default all. Only with `approve`; the others are dropped.',
              ),
            }),
            { maxItems: MAX_LINES, message: `At most ${MAX_LINES} lines can be decided at once.` },
          ),
        ),
        'Decisions about single lines, with action `approve` only. Lines that are not named are approved.',
      ),
      outcomeFingerprint: seenOutcomeFingerprint,
      preview: described(
        maybe(bool),
        'Whether only to say, in `outcome`, what remains would cost. Nothing is saved then, and neither a reason nor a PO number is needed.',
      ),
    }),
    reply: Type.Object({
      success,
      msg,
      ...listOf('orders', orderListItem).properties,
      outcome: described(
        Type.Array(text),
        'After a preview of approving a part, what remains costs, as sentences; empty for callers who see no prices.',
      ),
      outcomeFingerprint,
    }),
  }),
};
