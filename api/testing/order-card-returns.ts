import { cardLeftOf, chargedFor, taxOf } from './order-amounts.ts';
import { isPaidByCard, refundAtMost } from './order-card-refunds.ts';
import type { ModelLine, ModelOrder, ModelReturn, OrderModel } from './order-model.ts';

// What returned and exchanged pieces do to what a card has paid, according to the model.

type Refund = NonNullable<ModelReturn['refund']>;

/** The order of which a line was charged. */
const orderOf = ({ orders }: OrderModel, line: ModelLine) =>
  orders.find(({ lines }) => lines.includes(chargedFor(line))) as ModelOrder;

/** Pieces that a card has paid move to the new size before others, and what this costs less goes back. */
export function moveCard(model: OrderModel, request: ModelReturn, arrived: number): void {
  const { line, exchange } = request;
  const newSize = exchange?.lines[0] as ModelLine;
  const moved = Math.min(arrived, cardLeftOf(model, line));
  if (moved === 0) return;
  newSize.card = Math.min(moved, newSize.quantity - newSize.cancelled) + newSize.cancelled;
  const worthOf = (unit: number) => unit * moved + taxOf(unit * moved);
  const order = orderOf(model, line);
  if (newSize.unit < line.unit && isPaidByCard(order))
    request.difference = refundAtMost(order, worthOf(line.unit) - worthOf(newSize.unit));
}

/** What a card paid goes back to it, as far as it has not been refunded otherwise. */
export function refundToCard(model: OrderModel, { line, difference }: ModelReturn, refund: Refund): Refund {
  const amount = refund.card.net + refund.card.tax;
  if (amount === 0) return refund;
  const refunded = refundAtMost(orderOf(model, line), amount - difference);
  const tax = Math.round((refunded * refund.card.tax) / amount);
  const card = { pieces: refund.card.pieces, net: refunded - tax, tax };
  return { line: refund.line, net: refund.net - refund.card.net + card.net, tax: refund.tax - refund.card.tax + tax, card };
}
