import { cardMinorOf } from './order-amounts.ts';
import { awaitsProof } from './order-designs.ts';
import { isExchange, type ModelOrder, type OrderModel, pendingOf, release } from './order-model.ts';

// When the warehouse gets an order, according to the model.

/** Whether an order waits for the payment by card. */
export const awaitsPayment = (order: ModelOrder): boolean => order.payment === 'Pending' && cardMinorOf(order) > 0;

/** The warehouse gets an order that needs no approval any more, unless it waits for a proof or its payment. */
export function releaseUnlessHeld(model: OrderModel, order: ModelOrder): void {
  if (!awaitsProof(model, order) && !awaitsPayment(order)) release(model, order);
}

/** The warehouse gets an order that waited for a proof or what a card was to pay alone, once it waits for neither. */
export function releaseProved(model: OrderModel, order: ModelOrder): void {
  const isHeld = order.released === null && (order.status === 'Pending' || order.status === 'Processing') && !isExchange(order);
  if (!isHeld || awaitsProof(model, order) || awaitsPayment(order)) return;
  if (order.lines.every((line) => pendingOf(line) === 0)) return;
  release(model, order);
  order.events.push(order.card?.isDue ? 'payment_not_needed' : 'proofs_approved');
  if (order.card) order.card.isDue = false;
}
