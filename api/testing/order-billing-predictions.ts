import { advance, reverseOrderPayment } from './order-advance.ts';
import { openOf, taxOf } from './order-amounts.ts';
import { hasPart, setUpsOf } from './order-designs.ts';
import {
  type InvoiceLine,
  isExchange,
  type ModelInvoice,
  type ModelPayment,
  type ModelReturn,
  type ModelShipment,
  type OrderModel,
  type Prediction,
  refused,
  send,
  sumOf,
} from './order-model.ts';

// What the jobs that issue invoices and credit notes, and the payments that operators record, should do, according to the model.

const nothing = () => ({ quantity: 0, net: 0, tax: 0 });

/** The lines of the invoice for a shipment: the invoices of a line together have the tax of its pieces. */
function listInvoiceLines({ invoices }: OrderModel, { order, pieces }: ModelShipment): InvoiceLine[] {
  const earlier = invoices.filter((invoice) => invoice.order === order);
  const goods = pieces.flatMap(({ line, quantity: sent }): InvoiceLine[] => {
    const before = sumOf(earlier, ({ lines }) => sumOf(lines, (each) => (each.line === line ? each.quantity : 0)));
    // Pieces on account are sent before those that a card pays.
    const quantity = Math.min(sent, line.quantity - line.card - before);
    const taxFor = (count: number) => taxOf(line.unit * (line.card + count));
    const tax = taxFor(before + quantity) - taxFor(before);
    return quantity > 0 ? [{ line, quantity, net: line.unit * quantity, tax, credited: nothing() }] : [];
  });
  const net = order.delivery;
  const isCharged = earlier.length === 0 && net > 0;
  const isSetUp = (part: string) => earlier.some(({ lines }) => lines.some(({ setUp }) => setUp === part));
  const setUps = setUpsOf(order).filter(({ part }) => !isSetUp(part) && pieces.some(({ line }) => hasPart(line, part)));
  const charge = (amount: number, setUp?: string): InvoiceLine => ({
    ...{ line: null, quantity: 1, net: amount, tax: taxOf(amount), credited: nothing() },
    ...(setUp === undefined ? {} : { setUp }),
  });
  return [...goods, ...setUps.map((setUp) => charge(setUp.net, setUp.part)), ...(isCharged ? [charge(net)] : [])];
}

/** The job that issues an invoice for each shipment. An exchange is not invoiced: what it replaces was charged. */
export function billShipments(model: OrderModel): void {
  for (const shipment of model.shipments) {
    if (shipment.isBilled) continue;
    shipment.isBilled = true;
    if (isExchange(shipment.order)) {
      advance(model, shipment.order);
      continue;
    }
    const lines = shipment.order.card?.isAll ? [] : listInvoiceLines(model, shipment);
    if (lines.length === 0) {
      advance(model, shipment.order);
      continue;
    }
    model.invoices.push({ id: 0, order: shipment.order, lines, settled: 0 });
    send(model, 'invoice', shipment.order, 'director');
  }
}

/** The share of the tax of a line that belongs to a part of its net amount, with what was credited before. */
const shareOf = ({ net, tax, credited }: InvoiceLine, part: number) =>
  Math.max(0, Math.floor((tax * (credited.net + part)) / net + 0.5) - credited.tax);

/** What of a refund is credited by which invoice, the oldest first; undefined as long as too few pieces have been invoiced. */
function divideRefund({ invoices }: OrderModel, { refund, received }: ModelReturn) {
  let left = (received?.quantity ?? 0) - (refund?.card.pieces ?? 0);
  const parts = invoices.flatMap((invoice) =>
    invoice.lines.flatMap((line) => {
      const quantity = line.line === refund?.line ? Math.min(left, line.quantity - line.credited.quantity) : 0;
      left -= quantity;
      if (quantity === 0) return [];
      const net = (line.net / line.quantity) * quantity;
      const tax = shareOf(line, net);
      return [{ invoice, line, quantity, net, tax }];
    }),
  );
  const last = parts.at(-1);
  if (left > 0 || !last || !refund) return undefined;
  // All parts together have the tax of the refund, as far as the invoices leave room for it.
  const { credited, ...charged } = last.line;
  if (credited.net + last.net < charged.net) {
    const missing = refund.tax - refund.card.tax - sumOf(parts.slice(0, -1), ({ tax }) => tax);
    last.tax = Math.min(Math.max(missing, 0), charged.tax - credited.tax);
  }
  return parts;
}

/** The job that issues credit notes for refunded returns: each settles the open amount of its invoice, and the rest is credit. */
export function creditReturns(model: OrderModel): void {
  for (const request of model.returns) {
    if (!request.refund || request.isCredited) continue;
    const parts = divideRefund(model, request);
    if (!parts) continue;
    request.isCredited = true;
    request.refund.tax = sumOf(parts, ({ tax }) => tax) + request.refund.card.tax;
    for (const [invoice, ofInvoice] of Map.groupBy(parts, (part) => part.invoice)) {
      for (const { line, quantity, net, tax } of ofInvoice) {
        line.credited.quantity += quantity;
        line.credited.net += net;
        line.credited.tax += tax;
      }
      const amount = sumOf(ofInvoice, ({ net, tax }) => net + tax);
      const note: ModelPayment = { id: 0, isCreditNote: true, amount, covered: new Map(), isReversed: false };
      cover(note, invoice, Math.min(amount, openOf(invoice)));
      model.payments.push(note);
      model.credits.push({ order: invoice.order, total: amount });
      send(model, 'invoice', invoice.order, 'director');
    }
    for (const order of new Set(parts.map(({ invoice }) => invoice.order))) advance(model, order);
  }
}

function cover(payment: ModelPayment, invoice: ModelInvoice, amount: number): void {
  if (amount === 0) return;
  payment.covered.set(invoice, (payment.covered.get(invoice) ?? 0) + amount);
  invoice.settled += amount;
}

/** What covers no invoice yet. */
export const unusedOf = ({ amount, covered }: ModelPayment) => amount - sumOf([...covered.values()], (each) => each);

/** A payment for an invoice: `amount` is received, of which the invoice gets `part`. Without a part the invoices that are open get it, the oldest first. */
export function predictPayment(
  model: OrderModel,
  { invoice, amount, part }: { invoice: ModelInvoice; amount: number; part: number | undefined },
  id: () => number,
): Prediction {
  if (part !== undefined && (part > openOf(invoice) || part > amount)) return refused(409, 'allocations');
  return {
    status: 200,
    apply: () => {
      const payment: ModelPayment = { id: id(), isCreditNote: false, amount, covered: new Map(), isReversed: false };
      model.payments.push(payment);
      const paid = part === undefined ? model.invoices.filter((each) => openOf(each) > 0) : [invoice];
      const touched: ModelInvoice[] = [];
      for (const each of paid) {
        const given = part ?? Math.min(unusedOf(payment), openOf(each));
        if (given > 0) touched.push(each);
        cover(payment, each, given);
      }
      for (const order of new Set(touched.map((each) => each.order))) advance(model, order);
    },
  };
}

/** What is left of a payment or credit note covers an invoice. */
export function predictAllocation(model: OrderModel, payment: ModelPayment, invoice: ModelInvoice, amount: number): Prediction {
  if (payment.isReversed) return refused(409, 'payment');
  if (amount > openOf(invoice) || amount > unusedOf(payment)) return refused(409, 'allocations');
  return {
    status: 200,
    apply: () => {
      cover(payment, invoice, amount);
      advance(model, invoice.order);
    },
  };
}

/** A payment is reversed: the invoices that it covered are open again, and their orders neither paid nor complete. */
export function predictReversal(model: OrderModel, payment: ModelPayment): Prediction {
  if (payment.isReversed || payment.isCreditNote) return refused(409, 'payment');
  return {
    status: 200,
    apply: () => {
      payment.isReversed = true;
      const invoices = [...payment.covered.keys()];
      for (const [invoice, amount] of payment.covered) invoice.settled -= amount;
      payment.covered.clear();
      for (const order of new Set(invoices.map((invoice) => invoice.order))) reverseOrderPayment(model, order);
    },
  };
}

/** An operator credits pieces of a line of an invoice. */
export function predictCredit(
  model: OrderModel,
  invoice: ModelInvoice,
  { line, quantity }: { line: InvoiceLine; quantity: number },
): Prediction {
  if (quantity > line.quantity - line.credited.quantity) return refused(409, 'invoice');
  return {
    status: 200,
    apply: () => {
      const net = (line.net / line.quantity) * quantity;
      const tax = shareOf(line, net);
      line.credited.quantity += quantity;
      line.credited.net += net;
      line.credited.tax += tax;
      const note: ModelPayment = { id: 0, isCreditNote: true, amount: net + tax, covered: new Map(), isReversed: false };
      cover(note, invoice, Math.min(note.amount, openOf(invoice)));
      model.payments.push(note);
      model.credits.push({ order: invoice.order, total: note.amount });
      send(model, 'invoice', invoice.order, 'director');
      advance(model, invoice.order);
    },
  };
}
