import { cardMinorOf, openOf, totalOf } from './order-amounts.ts';
import { isPaidByCard } from './order-card-refunds.ts';
import { type ModelOrder, type OrderModel, pendingOf, sumOf } from './order-model.ts';

// The states that follow from what was sent, delivered, cancelled, invoiced and paid.

/** Whether everything that was sent has been invoiced and paid for, and nothing more will be. */
function isPaid({ shipments, invoices }: OrderModel, order: ModelOrder): boolean {
  const isSent = order.lines.some(({ shipped }) => shipped > 0) && order.lines.every((line) => pendingOf(line) === 0);
  const isBilled = shipments.every((shipment) => shipment.order !== order || shipment.isBilled);
  return isSent && isBilled && invoices.every((invoice) => invoice.order !== order || openOf(invoice) === 0);
}

/** Whether the payment of an order is that of a card. */
const isByCard = (order: ModelOrder) => order.card !== null && (order.payment !== 'Pending' || cardMinorOf(order) > 0);

/** Whether an order is paid: of one with a part of a card, both parts are. */
const isWhollyPaid = (model: OrderModel, order: ModelOrder) =>
  isByCard(order) ? isPaidByCard(order) && (order.card?.isAll || isPaid(model, order)) : order.payment !== 'Pending';

/** Brings the states of an order up to date. Returns true when it is cancelled because nothing was sent and nothing is pending. */
export function advance(model: OrderModel, order: ModelOrder): boolean {
  if (order.status === 'Pending' || order.status === 'Processing') {
    const pending = sumOf(order.lines, pendingOf);
    const shipped = sumOf(order.lines, (line) => line.shipped);
    if (pending === 0 && shipped === 0) {
      order.status = 'Cancelled';
      if (order.payment === 'Pending') order.payment = 'Voided';
      if (order.card) order.card.isDue = false;
      return true;
    }
    advanceShipping(model, order, { pending, shipped });
    if (!isByCard(order) && order.payment === 'Pending' && isPaid(model, order))
      Object.assign(order, { payment: 'Paid', status: 'Processing' });
    if (order.shipping === 'Delivered' && isWhollyPaid(model, order)) {
      order.status = 'Complete';
      order.events.push('completed');
    }
  }
  if (!isByCard(order) && (order.status === 'Processing' || order.status === 'Complete')) refund(model, order);
  return false;
}

/** After a payment was reversed: an order with an invoice that is open again is neither paid nor complete. */
export function reverseOrderPayment({ invoices }: OrderModel, order: ModelOrder): void {
  if (order.payment === 'Pending' || order.payment === 'Voided') return;
  if (invoices.every((invoice) => invoice.order !== order || openOf(invoice) === 0)) return;
  if (isByCard(order)) {
    // What the card has paid stays paid.
    if (order.status !== 'Complete' || order.card?.isAll) return;
    order.status = 'Processing';
    order.events.push('payment_reversed');
    return;
  }
  order.payment = 'Pending';
  if (order.status === 'Complete') order.status = 'Processing';
  order.events.push('payment_reversed');
}

function advanceShipping(
  { shipments }: OrderModel,
  order: ModelOrder,
  { pending, shipped }: { pending: number; shipped: number },
): void {
  if (shipped === 0) return;
  const isOnTheWay = shipments.some((shipment) => shipment.order === order && shipment.deliveredOn === null);
  order.shipping = pending > 0 ? 'PartiallyShipped' : isOnTheWay ? 'Shipped' : 'Delivered';
  order.status = 'Processing';
}

/** Once an order is paid, credit notes refund it in part or wholly. */
function refund({ credits, invoices }: OrderModel, order: ModelOrder): void {
  const credited = sumOf(credits, (credit) => (credit.order === order ? credit.total : 0));
  const invoiced = sumOf(invoices, (invoice) => (invoice.order === order ? totalOf(invoice) : 0));
  if (credited > 0 && (order.payment === 'Paid' || order.payment === 'PartiallyRefunded'))
    order.payment = credited >= invoiced ? 'Refunded' : 'PartiallyRefunded';
}
