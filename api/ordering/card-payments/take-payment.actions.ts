import type { Tx } from '#api/platform/db/database.ts';
import { actAsSystem, recordAct } from '../order-acts/record-act.actions.ts';
import { type OrderRef, takeStep } from '../order-states/order-steps.queries.ts';
import { isToBePaid } from './apply-event.rules.ts';
import { paymentNotTakenMail } from './card-payment-mails.ts';
import type { PaymentAttempt } from './card-payment-states.rules.ts';
import { type PayableOrder, readPayableOrder } from './payable-order.queries.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';
import { issueReceipt } from './receipts/issue-receipt.actions.ts';
import { requestRefund } from './refunds/request-refund.actions.ts';

/**
 * Takes the money of an attempt for its order, within the caller's transaction, in which the attempt has become paid: the order is paid and released unless
 * something else withholds it, and what it costs less by now goes back. Where the order needs no money any more, because it was cancelled or paid otherwise, all of
 * it goes back, and the person is told. Order and attempt must be locked. Returns whether it pays for the order.
 */
export async function takePayment(
  tx: Tx,
  dependencies: Pick<PaymentDependencies, 'jobs' | 'vault' | 'clock'>,
  { organisationId, orderId, id, amountMinor }: Pick<PaymentAttempt, 'organisationId' | 'orderId' | 'id' | 'amountMinor'>,
): Promise<boolean> {
  const ref: OrderRef = { organisationId, orderId };
  const acting = actAsSystem(dependencies);
  const { actor } = acting;
  const order = (await readPayableOrder(tx, ref)) as PayableOrder;
  const step = { actor };
  const isTaken =
    isToBePaid(order) && ((await takeStep(tx, ref, 'payByCard', step)) || (await takeStep(tx, ref, 'payWhileApproved', step)));
  const refund = { actor, paymentId: id, isExcess: true, jobs: dependencies.jobs };
  if (isTaken) {
    await recordAct(
      tx,
      acting,
      { ...ref, brandId: order.brandId },
      {
        events: [{ kind: 'paid_by_card' }],
        audits: [{ action: 'order.paid-by-card', subjectId: String(orderId), after: { paymentId: id, amountMinor } }],
      },
    );
    const excessMinor = amountMinor - order.cardMinor;
    if (excessMinor > 0)
      await requestRefund(tx, ref, {
        ...refund,
        key: `shrunk:${id}`,
        amountMinor: excessMinor,
        reason: 'The order has become cheaper since the payment page was opened',
      });
    await issueReceipt(tx, dependencies, { ...ref, paymentId: id }, dependencies.clock.now());
    return true;
  }
  const isCancelled = order.paymentState === 10 || order.paymentState === 50;
  const key = `late:${id}`;
  const reason = isCancelled ? 'The payment arrived after the order had been cancelled' : 'The order had been paid already';
  if (!(await requestRefund(tx, ref, { ...refund, key, amountMinor, reason })))
    throw new Error(`Attempt ${id} cannot be refunded, although nothing of it was.`);
  await recordAct(
    tx,
    acting,
    { ...ref, brandId: order.brandId },
    {
      events: [{ kind: 'payment_not_taken' }],
      audits: [{ action: 'order.payment-not-taken', subjectId: String(orderId), after: { paymentId: id, amountMinor } }],
      mail: {
        definition: paymentNotTakenMail,
        people: order,
        lines: [],
        occasion: key,
        toData: () => ({ amountMinor, currencyCode: order.currencyCode, isCancelled }),
      },
    },
  );
  return false;
}
