import Type from 'typebox';
import { customisation } from '../../catalogue/customisation/customisation.ts';
import { endpoint, signedIn } from '../../endpoint.ts';
import { ENTITLEMENT_UNITS } from '../../entitlement/accounts.ts';
import { reasoning } from '../../entitlement/reasoning.ts';
import {
  attributeDescription,
  bool,
  currencyCode,
  dateTime,
  described,
  entity,
  id,
  int,
  money,
  nullable,
  oneOf,
  paging,
  poNumber,
  sku,
  text,
  totalCount,
} from '../../values.ts';
import { orderAnswer } from '../checkout-questions/question-schemas.ts';
import { allowedRemaining, leastRemaining } from '../order-lines.ts';
import { APPROVAL_STATES } from '../order-states.ts';

/** Why an order can need approval. */
export const APPROVAL_REASON_KINDS = ['beyond', 'product', 'above_amount', 'cost_centre', 'first_order', 'always'] as const;

const tags = ['Orders'] as const;
const date = Type.String({ format: 'date' });
const amount = Type.Number();
const hiddenMoney = nullable(money);

const approvalReason = entity('ApprovalReason', {
  kind: oneOf(
    APPROVAL_REASON_KINDS,
    '`beyond`: pieces beyond the entitlement; `product`: a marked product; `above_amount`: worth more than a limit; `first_order`; `always`: every order.',
  ),
  text: described(text, 'The reason in words, for example `2 pieces beyond the entitlement`.'),
});
const reasons = described(Type.Array(approvalReason), 'Why the order needs approval, most specific first.');

const waitingOrder = entity('WaitingOrder', {
  orderId: int,
  customer: described(entity('PersonName', { id: int, firstName: text, lastName: text }), 'Person whose order it is.'),
  requestedOnUtc: described(dateTime, 'Since when it waits.'),
  pieces: described(int, 'Pieces that wait for the decision.'),
  goodsValue: described(hiddenMoney, 'Goods excluding tax and delivery; null for callers who see no prices.'),
  poNumberRequired: described(bool, 'Whether it cannot be approved without a PO number, and has none.'),
  reasons,
  fingerprint: described(text, 'What was shown, for the decision: see the order.'),
});

const balance = entity('ApprovalBalance', {
  label: described(text, 'Name of the group or product; of the wardrobe for a budget.'),
  unit: oneOf(ENTITLEMENT_UNITS, 'What is counted; money in the organisation’s currency, excluding tax.'),
  owed: described(nullable(amount), 'What the person is owed in the period; null without a limit.'),
  usedBefore: described(amount, 'What other orders have taken.'),
  inOrder: described(amount, 'What this order takes, all its lines together.'),
  left: described(nullable(amount), 'What is left with this order approved; null without a limit.'),
  reasoning: described(reasoning, 'The sum behind `left`; pieces of this order count as reserved.'),
});

const cardItem = entity('ApprovalLine', {
  id: described(int, 'Line of the order.'),
  productId: int,
  productName: described(text, 'Name when the order was placed.'),
  attributeDescription,
  sku,
  imageSrc: described(nullable(text), 'Picture of the garment; null when there is none.'),
  customisations: described(Type.Array(customisation), 'Logos, texts and badges on each piece; empty for none.'),
  quoteId: described(nullable(int), 'Quote at whose price it was ordered; null for none.'),
  quoteNumber: described(nullable(text), 'Its number, for example `Q70012`; null for none.'),
  quantity: described(int, 'Pieces to decide on: those neither sent nor cancelled. Once decided, those that were decided on.'),
  decision: described(
    nullable(
      entity({
        action: oneOf(['approve', 'reject', 'amend'], 'What was decided: approved, removed or sent back to the cart.'),
        approved: described(int, 'Pieces that were approved.'),
      }),
    ),
    'What was decided; null while the order waits, and when no one decided.',
  ),
  beyondQuantity: described(int, 'How many of them are beyond the entitlement.'),
  leastRemaining,
  allowedRemaining,
  reason: described(nullable(text), 'Why the person needs pieces beyond the entitlement; null when none was given.'),
  priceExclTax: described(
    hiddenMoney,
    'Price of these pieces excluding tax, of an approved order of the approved pieces; null for callers who see no prices.',
  ),
  wearerName: described(nullable(text), 'Who wears them, where it is not the person whose order it is.'),
  balance: described(nullable(balance), 'Balance in which the pieces count; null when they are outside any wardrobe.'),
  received: described(
    nullable(
      entity({
        productName: text,
        quantity: described(int, 'Pieces of the latest order with any, less those sent back.'),
        onUtc: described(dateTime, 'When they were sent.'),
      }),
    ),
    'What the wearer last received of the same product or the same group of the wardrobe; null for nothing yet.',
  ),
  stock: described(
    entity({
      available: described(
        nullable(int),
        'Pieces in stock for this line: those reserved for it, as far as they are there, and all that are free. Null where stock is not counted.',
      ),
      nextDeliveryOn: described(nullable(date), 'Day of the next delivery; null when none is known.'),
    }),
    'Stock now, and when more arrives.',
  ),
});

const approvalCard = entity('Approval', {
  orderId: int,
  customOrderNumber: described(text, 'Number of the order as customers know it.'),
  createdOnUtc: dateTime,
  currencyCode,
  customer: described(
    entity({
      id: int,
      firstName: text,
      lastName: text,
      jobRole: described(nullable(text), 'Job role; null for none.'),
      site: described(nullable(text), 'Destination, otherwise the group, in which the order was placed.'),
      startedOn: described(nullable(date), 'First day of work; null when unknown.'),
    }),
    'Person whose order it is.',
  ),
  placedBy: described(nullable(text), 'Name of the person who placed it for them; null when they did themselves.'),
  replacesOrderId: described(nullable(int), 'Order that was sent back and that this one replaces; null for none.'),
  status: oneOf(APPROVAL_STATES, 'Status of the approval.'),
  canDecide: described(bool, 'Whether the caller can decide on it now.'),
  fingerprint: described(nullable(text), 'What was shown, for the decision: see the order. Null unless the caller can decide.'),
  requestedOnUtc: dateTime,
  expiresOnUtc: described(dateTime, 'When the order is cancelled if no one has decided.'),
  closedOnUtc: described(nullable(dateTime), 'When it was decided or closed; null while it waits.'),
  decidedBy: described(nullable(text), 'Who decided; null when no one did.'),
  decisionReason: described(nullable(text), 'Why it was rejected or sent back.'),
  reasons,
  comments: described(nullable(text), 'Comment with the order.'),
  answers: described(Type.Array(orderAnswer), 'Answers to the questions at checkout.'),
  poNumber,
  poNumberRequired: described(bool, 'Whether it cannot be approved without a PO number, and has none.'),
  goodsValue: described(
    hiddenMoney,
    'Goods that wait, excluding tax and delivery; once decided, those that were approved, or all where none were. Null for callers who see no prices.',
  ),
  setupValue: described(
    hiddenMoney,
    'Setting up the designs of the order, once, excluding tax and beside the goods; 0 for none. Null for callers who see no prices.',
  ),
  answersValue: described(
    hiddenMoney,
    'What the answers add to the order, excluding tax and beside the goods; 0 for nothing. Null for callers who see no prices.',
  ),
  personPays: described(
    nullable(money),
    'What the person pays by card, including tax; 0 for nothing. Null for callers who see no prices.',
  ),
  budgets: described(
    Type.Array(balance),
    'Budgets in points or money that the order takes from. Those in money are left out for callers who see no prices.',
  ),
  items: described(Type.Array(cardItem), 'Lines of the order.'),
});

/** What an approver sees: the orders that wait, and everything needed to decide on one. */
export const approvalCardEndpoints = {
  'GET /api/approvals': endpoint({
    name: 'listApprovals',
    summary: 'List the orders that wait for the caller’s decision',
    description: 'Those on which the caller can decide, the longest waiting first. Empty for anyone else.',
    tags,
    access: signedIn,
    whileImpersonating: 'refused',
    query: Type.Object({ ...paging }),
    reply: Type.Object({ approvals: Type.Array(waitingOrder), totalCount, currencyCode }),
  }),

  'GET /api/orders/:id/approval': endpoint({
    name: 'getApproval',
    summary: 'Get what is needed to decide on an order',
    description:
      'For those who can decide on the order or have decided on it; 404 for anyone else. Reading it decides nothing. An order that has needed approval several times shows the latest request.',
    tags,
    access: signedIn,
    whileImpersonating: 'refused',
    params: Type.Object({ id: id('order') }),
    reply: Type.Object({ approval: approvalCard }),
  }),
};
