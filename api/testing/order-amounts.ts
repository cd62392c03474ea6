import { setUpsOf } from './order-designs.ts';
import {
  accountOf,
  cardOf,
  isExchange,
  type ModelInvoice,
  type ModelLine,
  type ModelOrder,
  type ModelReturn,
  type OrderModel,
  sumOf,
} from './order-model.ts';

// Sums of money, according to the model.

/** The tax on an amount, rounded half up. */
export const taxOf = (net: number) => Math.floor(net / 5 + 0.5);
const withTax = (net: number) => net + taxOf(net);

/** What pieces of a line on account cost with tax: the tax that those of the card leave. */
const accountValueOf = (line: ModelLine) => {
  const pieces = accountOf(line);
  return line.unit * pieces + taxOf(line.unit * (line.card + pieces)) - taxOf(line.unit * line.card);
};
const cardValueOf = (line: ModelLine) => withTax(line.unit * cardOf(line));

/** Delivery and set-ups, with tax. */
const chargesOf = (order: ModelOrder) =>
  (order.lines.some((line) => line.cancelled < line.quantity) ? withTax(order.delivery) : 0) +
  sumOf(setUpsOf(order), ({ net }) => withTax(net));

/** What a card pays of an order, without what was cancelled. */
export const cardMinorOf = (order: ModelOrder): number =>
  order.card ? sumOf(order.lines, cardValueOf) + (order.card.isAll ? chargesOf(order) : 0) : 0;
/** What is on account of an order, without what was cancelled. */
export const accountMinorOf = (order: ModelOrder): number =>
  order.card?.isAll ? 0 : sumOf(order.lines, accountValueOf) + chargesOf(order);

/** What a card would pay of an order after a change of its lines, which is taken back. */
export function cardMinorAfter(order: ModelOrder, change: () => void): number {
  const { delivery, lines } = order;
  const kept = lines.map((line) => ({ ...line }));
  order.lines = [...lines];
  change();
  const minor = cardMinorOf(order);
  for (const [index, line] of kept.entries()) Object.assign(lines[index] as ModelLine, line);
  Object.assign(order, { delivery, lines });
  return minor;
}

/** Amounts of an order as its page shows them; `total` including tax and delivery. An exchange costs nothing. */
export function amountsOf(model: OrderModel, order: ModelOrder) {
  const { lines } = order;
  const credited = sumOf(model.returns, ({ refund }) =>
    refund && lines.includes(refund.line) ? refund.net + refund.tax - refund.card.net - refund.card.tax : 0,
  );
  const refunded =
    credited + sumOf(order.card?.refunds ?? [], ({ isDone, isExcess, amount }) => (isDone && !isExcess ? amount : 0));
  if (isExchange(order)) return { goods: 0, shipped: 0, cancelled: 0, pending: 0, total: 0, charged: 0, refunded };
  const worthOf = (line: ModelLine) => line.cancelledValue + (line.quantity - line.cancelled) * line.unit;
  const goods = sumOf(lines, worthOf);
  const shipped = sumOf(lines, (line) => line.shipped * line.unit);
  const cancelled = sumOf(lines, ({ cancelledValue }) => cancelledValue);
  const tax = sumOf(lines, (line) => taxOf(worthOf(line)));
  // Delivery and set-ups are charged beside the goods.
  const total = goods + tax + chargesOf(order);
  const charged = sumOf(lines, (line) => cardValueOf(line) + accountValueOf(line)) + chargesOf(order);
  return { goods, shipped, cancelled, pending: goods - shipped - cancelled, total, charged, refunded };
}

/** The line that was charged for the pieces of a line: the first of the chain of exchanges. */
export const chargedFor = (line: ModelLine): ModelLine => (line.exchange ? chargedFor(line.exchange.of) : line);

/** Pieces of a line that a card has paid, and that neither were cancelled nor have come back. */
export const cardLeftOf = ({ returns, orders }: OrderModel, line: ModelLine): number => {
  const refunded = sumOf(returns, (each) => (each.line === line ? (each.refund?.card.pieces ?? 0) : 0));
  const moved = sumOf(orders, ({ lines }) =>
    sumOf(lines, (each) => (each.exchange?.of === line ? Math.max(0, each.card - each.cancelled) : 0)),
  );
  return Math.max(0, line.card - line.cancelled - refunded - moved);
};

/**
 * What is refunded for pieces of a line. Those that a card paid come back first, at the price of the line; the others at the price that was charged. All
 * refunds of the line together have the tax of their pieces.
 */
export function refundFor(model: OrderModel, line: ModelLine, pieces: number): NonNullable<ModelReturn['refund']> {
  const charged = chargedFor(line);
  const left = cardLeftOf(model, line);
  const ofCard = Math.min(pieces, left);
  const card = {
    pieces: ofCard,
    net: line.unit * ofCard,
    tax: taxOf(line.unit * left) - taxOf(line.unit * (left - ofCard)),
  };
  const before = sumOf(model.returns, ({ refund, received }) =>
    refund?.line === charged && received ? received.quantity - refund.card.pieces : 0,
  );
  const taxFor = (count: number) => taxOf(charged.unit * (charged.card + count));
  const [net, tax] = [charged.unit * (pieces - ofCard), taxFor(before + pieces - ofCard) - taxFor(before)];
  return { line: charged, net: net + card.net, tax: tax + card.tax, card };
}

export const totalOf = ({ lines }: ModelInvoice) => sumOf(lines, ({ net, tax }) => net + tax);
export const openOf = (invoice: ModelInvoice) => totalOf(invoice) - invoice.settled;
