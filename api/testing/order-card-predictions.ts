import { cardMinorOf } from './order-amounts.ts';
import { type ModelAttempt, newAttempt } from './order-card.ts';
import { isPaidByCard, refundAtMost } from './order-card-refunds.ts';
import { awaitsProof } from './order-designs.ts';
import {
  type Caller,
  type ModelOrder,
  type OrderModel,
  type Prediction,
  pendingOf,
  refused,
  release,
  send,
} from './order-model.ts';
import { addToCart } from './order-model-cart.ts';
import { backInCart, endOrder } from './order-predictions.ts';
import { awaitsPayment } from './order-release.ts';

// What paying by card should do, according to the model.

const isGoingOn = ({ status }: ModelOrder) => status === 'Pending' || status === 'Processing';
/** Whether money for an order is taken. */
const isToBePaid = (order: ModelOrder) => (isGoingOn(order) || order.status === 'AwaitingApproval') && awaitsPayment(order);

/** An order is paid: the warehouse gets it unless it waits for a proof, or for approval anew. */
function take(model: OrderModel, order: ModelOrder): void {
  order.payment = 'Paid';
  if (order.card) order.card.isDue = false;
  if (order.status !== 'AwaitingApproval') {
    order.status = 'Processing';
    if (!awaitsProof(model, order)) release(model, order);
  }
  order.events.push('paid_by_card');
}

/** The provider says that an attempt was paid with `received`: it pays for the order, is held because it differs, or goes back. */
export function hearPaid(model: OrderModel, order: ModelOrder, attempt: ModelAttempt, received = attempt.amount): void {
  if (attempt.state === 'paid' || attempt.state === 'held') return;
  attempt.received = received;
  const owed = cardMinorOf(order);
  const isTaken = isToBePaid(order);
  if (received !== attempt.amount || (isTaken && owed > attempt.amount)) {
    attempt.state = 'held';
    if (order.card) order.card.isHeld = true;
    order.events.push('payment_held');
    return;
  }
  attempt.state = 'paid';
  if (isTaken) {
    take(model, order);
    refundAtMost(order, received - owed, { attempt, isExcess: true });
    send(model, 'receipt', order, 'wearer');
    return;
  }
  refundAtMost(order, received, { attempt, isExcess: true });
  order.events.push('payment_not_taken');
  send(model, 'payment-not-taken', order, 'wearer', order.placedBy);
}

/** The provider says that an attempt failed or expired. */
export function hearEnded(order: ModelOrder, attempt: ModelAttempt, as: 'failed' | 'expired'): void {
  if (attempt.state !== 'open') return;
  attempt.state = as;
  if (as === 'failed') order.events.push('payment_failed');
}

/** An open attempt is ended at the provider and with us; one that was paid there is paid. */
function endAttempt(model: OrderModel, order: ModelOrder, attempt: ModelAttempt, as: 'cancelled' | 'expired'): void {
  if (attempt.isPaidThere) hearPaid(model, order, attempt);
  else attempt.state = as;
}

export const openAttemptOf = ({ card }: ModelOrder): ModelAttempt | undefined =>
  card?.attempts.find(({ state }) => state === 'open');

/** The person wants to pay again: the page of the open attempt, or a new one. */
export function predictTryAgain(model: OrderModel, order: ModelOrder, caller: Caller): Prediction {
  if (caller !== 'wearer' && caller !== 'sales') return refused(404, 'order');
  const { card } = order;
  const canBePaid = () => card !== null && !card.isHeld && isGoingOn(order) && awaitsPayment(order);
  if (!card || !canBePaid()) return refused(409, 'order');
  const attempt = openAttemptOf(order);
  const review = () => {
    if (attempt?.isPaidThere) hearPaid(model, order, attempt);
    else if (attempt && attempt.amount !== cardMinorOf(order)) attempt.state = 'cancelled';
  };
  if (attempt?.isPaidThere) {
    // It turns out that it was paid.
    review();
    return refused(409, 'order');
  }
  return {
    status: 200,
    apply: () => {
      review();
      if (!openAttemptOf(order)) card.attempts.push(newAttempt(cardMinorOf(order)));
    },
  };
}

/** The time to pay for an order is over: what it reserves is given back, and its lines are in the cart. */
export function expirePayment(model: OrderModel, order: ModelOrder): void {
  const { card } = order;
  const isOverdue = () => card !== null && !card.isHeld && isGoingOn(order) && !order.isPicked && awaitsPayment(order);
  if (!isOverdue()) return;
  const attempt = openAttemptOf(order);
  if (attempt) endAttempt(model, order, attempt, 'expired');
  if (!isOverdue()) return;
  returnToCart(model, order);
  endOrder(order, 'Cancelled', 'payment_expired');
  send(model, 'payment-expired', order, 'wearer', order.placedBy);
}

function returnToCart(model: OrderModel, { lines }: ModelOrder): void {
  for (const line of lines)
    if (pendingOf(line) > 0) addToCart(model, { ...backInCart(line), quantity: pendingOf(line), hasReason: line.hasReason });
}

/** The job that ends attempts by which their orders are no longer to be paid. */
export function endStaleAttempts(model: OrderModel): void {
  for (const order of model.orders) {
    const attempt = openAttemptOf(order);
    const isStale = attempt && (!isGoingOn(order) || order.payment !== 'Pending' || cardMinorOf(order) !== attempt.amount);
    if (isStale) endAttempt(model, order, attempt, 'cancelled');
  }
}

/** An operator refunds some of what was paid. */
export function predictRefund(order: ModelOrder, attempt: ModelAttempt, amount: number): Prediction {
  if (attempt.state !== 'paid' || amount > attempt.received - attempt.claimed) return refused(409, 'cardPayment');
  return {
    status: 200,
    apply: () => {
      refundAtMost(order, amount, { attempt });
    },
  };
}

/** An operator takes a held payment as it is. */
export function predictAcceptance(model: OrderModel, order: ModelOrder, attempt: ModelAttempt): Prediction {
  if (!isUndecided(attempt) || !isToBePaid(order)) return refused(409, 'cardPayment');
  return {
    status: 200,
    apply: () => {
      attempt.state = 'paid';
      take(model, order);
      endHold(order);
      send(model, 'receipt', order, 'wearer');
    },
  };
}

/** An operator refunds a held payment; an order that waits for it is cancelled. */
export function predictRejection(model: OrderModel, order: ModelOrder, attempt: ModelAttempt): Prediction {
  if (!isUndecided(attempt)) return refused(409, 'cardPayment');
  return {
    status: 200,
    apply: () => {
      refundAtMost(order, attempt.received, { attempt, isExcess: true });
      endHold(order);
      if (isGoingOn(order) && isToBePaid(order)) {
        returnToCart(model, order);
        endOrder(order, 'Cancelled', 'payment_rejected');
      }
      send(model, 'payment-rejected', order, 'wearer', order.placedBy);
    },
  };
}

const isUndecided = ({ state, claimed }: ModelAttempt) => state === 'held' && claimed === 0;

function endHold({ card }: ModelOrder): void {
  if (card) card.isHeld = card.attempts.some(isUndecided);
}

/** What the page of an order says of its payment by card; null where nothing is to be paid. */
export function paymentStateOf(order: ModelOrder): string | null {
  const { card, status } = order;
  if (!card) return null;
  if (card.isHeld) return 'held';
  if (order.payment === 'Voided' || status === 'Cancelled' || status === 'Rejected') return 'cancelled';
  if (isPaidByCard(order)) return 'paid';
  if (cardMinorOf(order) === 0) return null;
  if (status === 'AwaitingApproval') return 'approval';
  const last = card.attempts.at(-1)?.state;
  if (last === 'failed') return 'failed';
  return last === undefined || last === 'open' ? 'waiting' : 'ended';
}
