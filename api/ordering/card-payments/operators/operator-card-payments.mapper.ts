import { formatMoney } from '#api/catalogue/pricing/format-money.rules.ts';
import { toMajorUnits } from '#api/catalogue/pricing/pricing.rules.ts';
import { assertAsSeen, createFingerprint } from '#api/platform/http/fingerprint.ts';
import type { ReplyOf } from '#contract/index.ts';
import { toUtcString } from '../../order-states/order-states.rules.ts';
import { toReceiptSummary } from '../receipts/receipts.mapper.ts';
import { type ComparedMovement, sumMovements } from './comparison.rules.ts';
import type { OperatorPaymentRow, PaymentActivity } from './operator-card-payments.queries.ts';

type WireSummary = ReplyOf<'GET /api/operator/cardpayments'>['cardPayments'][number];
type WirePayment = ReplyOf<'GET /api/operator/cardpayments/:id'>['cardPayments'][number];

const toOptional = (minor: number | null) => (minor === null ? null : toMajorUnits(minor));
const toOptionalTime = (time: string | null) => (time === null ? null : toUtcString(time));

/** What can still be refunded, in minor units. A held payment is decided first. */
export const getRefundable = ({ state, receivedMinor, claimedMinor }: OperatorPaymentRow): number =>
  state === 'paid' ? (receivedMinor ?? 0) - claimedMinor : 0;

/** An attempt in the list. */
export const toOperatorSummary = (row: OperatorPaymentRow): WireSummary => ({
  id: row.id,
  orderId: row.orderId,
  organisationId: row.organisationId,
  organisationName: row.organisationName,
  brandId: row.brandId,
  personName: row.personName,
  payer: row.payer,
  attempt: row.attempt,
  state: row.state,
  amount: toMajorUnits(row.amountMinor),
  received: toOptional(row.receivedMinor),
  refunded: toMajorUnits(row.refundedMinor),
  refundable: toMajorUnits(getRefundable(row)),
  currencyCode: row.currencyCode,
  provider: row.provider,
  paymentReference: row.paymentReference,
  problem: row.problem,
  needsDecision: row.needsDecision,
  hasRefusedRefund: row.hasRefusedRefund,
  hasOpenDispute: row.hasOpenDispute,
  createdOnUtc: toUtcString(row.createdAt),
});

/** What of a payment can change while an operator looks at it. */
const toShownPayment = (row: OperatorPaymentRow) => ({
  state: row.state,
  received: row.receivedMinor,
  claimed: row.claimedMinor,
  order: row.orderStateId,
});

/** Throws 409 with what has changed when a payment is no longer what the operator who decides has seen. It must be locked. */
export const assertPaymentAsSeen = (fingerprint: string | null | undefined, row: OperatorPaymentRow): void =>
  assertAsSeen(fingerprint, toShownPayment(row), {
    key: 'cardPayment',
    subject: 'The payment',
    wording: {
      state: `It is ${row.state} now.`,
      received: `${formatMoney(row.receivedMinor ?? 0, row.currencyCode)} has arrived.`,
      claimed: `${formatMoney(row.claimedMinor, row.currencyCode)} of it is being refunded.`,
      order: 'The order is in another state.',
    },
  });

/** An attempt with everything that has happened to it. */
export function toOperatorPayment(row: OperatorPaymentRow, activity: PaymentActivity): WirePayment {
  return {
    ...toOperatorSummary(row),
    sessionReference: row.sessionReference,
    expiresOnUtc: toUtcString(row.expiresAt),
    orderStatusId: row.orderStateId,
    attempts: activity.attempts.map(({ id, attempt, state, amountMinor, createdAt }) => ({
      ...{ id, attempt, state },
      amount: toMajorUnits(amountMinor),
      createdOnUtc: toUtcString(createdAt),
    })),
    events: activity.events.map(({ kind, outcome, amountMinor, occurredAt, receivedAt }) => ({
      ...{ kind, outcome },
      amount: toOptional(amountMinor),
      occurredOnUtc: toUtcString(occurredAt),
      receivedOnUtc: toUtcString(receivedAt),
    })),
    refunds: activity.refunds.map((refund) => ({
      id: refund.id,
      amount: toMajorUnits(refund.amountMinor),
      reason: refund.reason,
      state: refund.state,
      refundReference: refund.refundReference,
      attempts: refund.attempts,
      problem: refund.state === 'done' ? null : refund.error,
      nextAttemptOnUtc: refund.state === 'due' || refund.state === 'sent' ? toUtcString(refund.nextAttemptAt) : null,
      createdOnUtc: toUtcString(refund.createdAt),
      settledOnUtc: toOptionalTime(refund.settledAt),
    })),
    disputes: activity.disputes.map(({ reference, state, amountMinor, reason, openedAt, closedAt }) => ({
      ...{ reference, state, reason },
      amount: toMajorUnits(amountMinor),
      openedOnUtc: toUtcString(openedAt),
      closedOnUtc: toOptionalTime(closedAt),
    })),
    receipts: activity.receipts.map(toReceiptSummary),
    fingerprint: createFingerprint(toShownPayment(row)),
  };
}

/** A day on both sides. */
export function toComparison(
  day: string,
  movements: readonly ComparedMovement[],
): ReplyOf<'GET /api/operator/cardpayments/comparison'>['comparison'] {
  const currencies = [...new Set(movements.map(({ currencyCode }) => currencyCode))];
  return {
    day,
    currencyCode: currencies.length === 1 ? (currencies[0] as string) : null,
    totalHere: toMajorUnits(sumMovements(movements, 'hereMinor')),
    totalThere: toMajorUnits(sumMovements(movements, 'thereMinor')),
    differences: movements.filter(({ result }) => result !== 'same').length,
    movements: movements.map(({ kind, reference, paymentId, orderId, hereMinor, thereMinor, currencyCode, result }) => ({
      ...{ kind, reference, orderId, currencyCode, result },
      cardPaymentId: paymentId,
      here: toOptional(hereMinor),
      there: toOptional(thereMinor),
    })),
  };
}
