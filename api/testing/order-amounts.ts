import { setUpsOf } from './order-designs.ts';
import { isExchange, type ModelInvoice, type ModelLine, type ModelOrder, type OrderModel, sumOf } from './order-model.ts';

// Sums of money, according to the model.

/** The tax on an amount, rounded half up. */
export const taxOf = (net: number) => Math.floor(net / 5 + 0.5);
const withTax = (net: number) => net + taxOf(net);

/** Amounts of an order as its page shows them; `total` including tax and delivery. An exchange costs nothing. */
export function amountsOf(model: OrderModel, order: ModelOrder) {
  const { lines } = order;
  const refunded = sumOf(model.returns, ({ refund }) => (refund && lines.includes(refund.line) ? refund.net + refund.tax : 0));
  if (isExchange(order)) return { goods: 0, shipped: 0, cancelled: 0, pending: 0, total: 0, charged: 0, refunded };
  const worthOf = (line: ModelLine) => line.cancelledValue + (line.quantity - line.cancelled) * line.unit;
  const goods = sumOf(lines, worthOf);
  const shipped = sumOf(lines, (line) => line.shipped * line.unit);
  const cancelled = sumOf(lines, ({ cancelledValue }) => cancelledValue);
  const isCharged = lines.some((line) => line.cancelled < line.quantity);
  const tax = sumOf(lines, (line) => taxOf(worthOf(line)));
  // Delivery and set-ups are charged beside the goods.
  const delivery = (isCharged ? withTax(order.delivery) : 0) + sumOf(setUpsOf(order), ({ net }) => withTax(net));
  const total = goods + tax + delivery;
  const charged = sumOf(lines, ({ quantity, cancelled: gone, unit }) => withTax((quantity - gone) * unit)) + delivery;
  return { goods, shipped, cancelled, pending: goods - shipped - cancelled, total, charged, refunded };
}

/** The line that was charged for the pieces of a line: the first of the chain of exchanges. */
export const chargedFor = (line: ModelLine): ModelLine => (line.exchange ? chargedFor(line.exchange.of) : line);

/** What is refunded for pieces of a line: all refunds of the line together have the tax of their pieces. */
export function refundFor(
  { returns }: OrderModel,
  line: ModelLine,
  pieces: number,
): { line: ModelLine; net: number; tax: number } {
  const charged = chargedFor(line);
  const before = sumOf(returns, ({ refund, received }) => (refund?.line === charged && received ? received.quantity : 0));
  const taxFor = (count: number) => taxOf(charged.unit * count);
  return { line: charged, net: charged.unit * pieces, tax: taxFor(before + pieces) - taxFor(before) };
}

export const totalOf = ({ lines }: ModelInvoice) => sumOf(lines, ({ net, tax }) => net + tax);
export const openOf = (invoice: ModelInvoice) => totalOf(invoice) - invoice.settled;
