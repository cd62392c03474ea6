import { type RawBuilder, sql } from 'kysely';
import { withTax } from '#api/catalogue/pricing/pricing.rules.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ReplyOf } from '#contract/index.ts';
import { lastAttemptState } from '../card-payments/payable-order.queries.ts';
import { namePaymentState, type PaymentSituation } from '../card-payments/payment-words.rules.ts';
import { toReceiptSummary } from '../card-payments/receipts/receipts.mapper.ts';
import { type ListedReceipt, receiptsOfOrder } from '../card-payments/receipts/receipts.queries.ts';
import { ENTITLEMENT_PAYMENT } from '../checkout/checkout.rules.ts';
import { EXCHANGE_PAYMENT } from '../order-lines/exchange-pieces.queries.ts';
import { toUtcString } from '../order-states/order-states.rules.ts';
import { countCardPieces } from '../payment-parts/payment-parts.rules.ts';
import { toVisibleAmount } from './orders.queries.ts';
import { ifWhole } from './seen-orders.queries.ts';

type OrderDetail = ReplyOf<'GET /api/orders/:id'>['orders'][number];

/** How an order is paid; what a card pays of it, how that stands, what was refunded, and the receipts. Money in minor units. */
export interface PaymentColumns {
  /** Null for a wearer of someone else's order. */
  payment_method: string | null;
  /** As the organisation's payment option calls it. */
  payment_name: string | null;
  receipts: ListedReceipt[];
  /** Null where no card pays anything, and for a wearer of someone else's order. */
  card:
    | (PaymentSituation & {
        dueAt: string | null;
        isAll: boolean;
        lastState: string | null;
        /** What is on account, without cancelled pieces. */
        accountMinor: number;
        refunds: {
          id: number;
          amountMinor: number;
          state: OrderDetail['refunds'][number]['state'];
          reason: string;
          createdAt: string;
          settledAt: string | null;
        }[];
      })
    | null;
}

/** The columns of the payment of an order `o` with its payment option `po`. */
export const paymentColumns = (scope: Scope): RawBuilder<unknown> =>
  sql`${ifWhole(scope, sql`o.payment_method`)} as payment_method, po.name as payment_name, ${receiptsOfOrder(scope)} as receipts, ${ifWhole(
    scope,
    sql`case when o.card_payer is not null then json_build_object('cardPayer', o.card_payer, 'cardMinor', o.card_minor, 'isAll', o.is_all_by_card,
    'orderState', o.order_state_id, 'paymentState', o.payment_state_id, 'isHeld', o.payment_held_at is not null, 'dueAt', o.payment_due_at,
    'lastState', ${lastAttemptState}, 'accountMinor', account_value_of_order(o.organisation_id, o.id), 'refunds', (
      select coalesce(json_agg(json_build_object('id', f.id, 'amountMinor', f.amount_minor, 'state', f.state, 'reason', f.reason,
        'createdAt', f.created_at, 'settledAt', f.settled_at) order by f.id), '[]')
      from card_refund f where f.organisation_id = o.organisation_id and f.order_id = o.id)) end`,
  )} as card`;

/** Whether the caller sees what a card pays: whoever sees prices, and the person of the order, because they pay it. */
const seesCardPart = (scope: Scope, personId: number) => ({
  pricesVisible: scope.pricesVisible || personId === scope.customerId,
});

/** The part of an order that is paid by card, as its detail shows it. */
export function toPaymentReply(
  { card, customer_id: personId, receipts: stored }: PaymentColumns & { customer_id: number },
  scope: Scope,
): Pick<OrderDetail, 'payment' | 'accountTotal' | 'refunds' | 'receipts'> {
  const state = card && namePaymentState(card, card.lastState);
  const receipts = stored.map(toReceiptSummary);
  if (!card || !state) return { payment: null, accountTotal: null, refunds: [], receipts };
  const viewer = seesCardPart(scope, personId);
  return {
    payment: {
      state,
      dueOnUtc: card.dueAt && toUtcString(card.dueAt),
      amount: toVisibleAmount(card.cardMinor, viewer),
      isAll: card.isAll,
      payer: card.cardPayer as 'person' | 'organisation',
    },
    accountTotal: toVisibleAmount(card.accountMinor, scope),
    receipts,
    refunds: card.refunds.map(({ id, amountMinor, state: refundState, reason, createdAt, settledAt }) => ({
      id,
      amount: toVisibleAmount(amountMinor, viewer),
      state: refundState,
      reason,
      createdOnUtc: toUtcString(createdAt),
      settledOnUtc: settledAt && toUtcString(settledAt),
    })),
  };
}

/** The pieces of a line that a card pays and that have not left it, and what they cost with tax. */
export function toLineCardPart(
  line: {
    card_quantity: number;
    card_cancelled_quantity: number;
    returned_quantity: number;
    unit_price_minor: number;
    tax_rate: number;
  },
  scope: Scope,
  personId: number,
): Pick<OrderDetail['orderItems'][number], 'cardQuantity' | 'cardTotal'> {
  const cardQuantity = countCardPieces({
    cardQuantity: line.card_quantity,
    cardCancelledQuantity: line.card_cancelled_quantity,
    returnedQuantity: line.returned_quantity,
  });
  const minor = withTax(line.unit_price_minor * cardQuantity, line.tax_rate);
  const viewer = cardQuantity === 0 ? scope : seesCardPart(scope, personId);
  return { cardQuantity, cardTotal: toVisibleAmount(minor, viewer) };
}

/** Names of the payment methods that are none of the organisation's payment options. */
const UNLISTED_PAYMENTS: Readonly<Record<string, string>> = {
  [ENTITLEMENT_PAYMENT.systemName]: 'Paid from the entitlement',
  [EXCHANGE_PAYMENT]: 'Exchange, nothing to pay',
};

/** The name of the way to pay; null for wearers of someone else's order. */
export function namePayment(
  { payment_method: method, payment_name: name, customer_id: personId }: PaymentColumns & { customer_id: number },
  scope: Scope,
) {
  if (method === null) return null;
  if (method === ENTITLEMENT_PAYMENT.systemName && personId === scope.customerId) return ENTITLEMENT_PAYMENT.name;
  return UNLISTED_PAYMENTS[method] ?? name ?? method;
}
