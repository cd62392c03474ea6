import { cardMinorOf } from './order-amounts.ts';
import type { ModelAttempt } from './order-card.ts';
import { type ModelOrder, type OrderModel, send, sumOf } from './order-model.ts';

// What goes back to cards, according to the model.

/** Whether a card has paid for an order. */
export const isPaidByCard = ({ card, payment }: ModelOrder): boolean =>
  card !== null && payment !== 'Pending' && payment !== 'Voided';

const leftOf = ({ received, claimed }: ModelAttempt) => received - claimed;

/**
 * Decides a refund of this amount, or of what is left: of the attempts that were paid, the newest first, or of one. Returns how much goes back.
 */
export function refundAtMost(
  order: ModelOrder,
  amount: number,
  { attempt, isExcess = false }: { attempt?: ModelAttempt; isExcess?: boolean } = {},
): number {
  const { attempts = [], refunds = [] } = order.card ?? {};
  const paid = attempt ? [attempt] : attempts.filter(({ state }) => state === 'paid').toReversed();
  const decided = Math.min(amount, sumOf(paid, leftOf));
  if (decided <= 0) return 0;
  let open = decided;
  for (const each of paid) {
    const taken = Math.min(open, leftOf(each));
    if (taken === 0) continue;
    each.claimed += taken;
    open -= taken;
    refunds.push({ attempt: each, amount: taken, isExcess, isDone: false });
  }
  order.events.push('refund_decided');
  return decided;
}

/** What a change of an order takes from what a card has paid goes back; `before` is what the card paid before it. */
export function settleCard(order: ModelOrder, before: number): void {
  if (isPaidByCard(order)) refundAtMost(order, before - cardMinorOf(order));
}

/** The job that sends refunds: the payment of an order is refunded in part, or wholly when nothing of it is kept. */
export function sendRefunds(model: OrderModel): void {
  for (const order of model.orders) {
    const { attempts = [], refunds = [] } = order.card ?? {};
    for (const refund of refunds) {
      if (refund.isDone) continue;
      refund.isDone = true;
      refund.attempt.refunded += refund.amount;
      if (!refund.isExcess) {
        const excess = sumOf(refunds, (each) =>
          each.isExcess && !each.isDone && each.attempt.state === 'paid' ? each.amount : 0,
        );
        const paid = attempts.filter(({ state }) => state === 'paid');
        const kept = sumOf(paid, ({ received, refunded }) => received - refunded) - excess;
        if (order.payment !== 'Refunded') order.payment = kept > 0 ? 'PartiallyRefunded' : 'Refunded';
        send(model, 'receipt', order, 'wearer');
      }
      order.events.push('refunded_to_card');
    }
  }
}
