import type { Tx } from '#api/platform/db/database.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import type { OrderRef, StepTaker } from '../../order-states/order-steps.queries.ts';
import { toPayable } from '../../payment-parts/payable-amount.rules.ts';
import { lockRefundablePayments } from '../refunds/refunds.queries.ts';
import { type RefundRequest, requestRefund } from '../refunds/request-refund.actions.ts';
import { readCardPart } from './card-change.queries.ts';
import { type CardChange, type CardShare, NO_CARD_CHANGE } from './card-change.rules.ts';

/**
 * Refunds within the caller's transaction as much as is left of what a card has paid for an order, `amountMinor` at most: an operator may have refunded some of it
 * before. It is rounded to what can be paid in the currency. Returns how much. The order must be locked.
 */
export async function refundAtMost(tx: Tx, ref: OrderRef, request: RefundRequest): Promise<number> {
  const payments = await lockRefundablePayments(tx, ref, undefined);
  const amountMinor = Math.min(
    toPayable(request.amountMinor, payments[0]?.currencyCode ?? ''),
    payments.reduce((sum, { leftMinor }) => sum + leftMinor, 0),
  );
  if (amountMinor <= 0) return 0;
  return (await requestRefund(tx, ref, { ...request, amountMinor })) ? amountMinor : 0;
}

/**
 * Settles with the card what a change of an order makes cheaper, within the caller's transaction and after its changes. `before` is what `readCardPart` answered
 * before them, with the order locked. What has been paid goes back; what has not is asked for at its new amount, by the next attempt. Undefined where the
 * change makes dearer what has been paid: the caller must refuse it and roll back.
 */
export async function settleCardChange(
  tx: Tx,
  { jobs }: Pick<MailDependencies, 'jobs'>,
  ref: OrderRef,
  before: CardShare,
  { actor, reason }: { actor: StepTaker; reason: string },
): Promise<CardChange | undefined> {
  const { payer } = before;
  if (payer === null) return NO_CARD_CHANGE;
  const { cardMinor } = await readCardPart(tx, ref);
  if (cardMinor === before.cardMinor) return NO_CARD_CHANGE;
  if (!before.isPaid) return { payer, refundMinor: 0, due: { beforeMinor: before.cardMinor, afterMinor: cardMinor } };
  if (cardMinor > before.cardMinor) return undefined;
  // What a card has paid only ever becomes less, so that the same amount names the same change.
  const refundMinor = await refundAtMost(tx, ref, {
    key: `order:${ref.orderId}:${cardMinor}`,
    amountMinor: before.cardMinor - cardMinor,
    reason,
    actor,
    jobs,
  });
  return { payer, refundMinor, due: null };
}
