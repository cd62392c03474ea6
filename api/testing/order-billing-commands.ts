import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { openOf } from './order-amounts.ts';
import {
  billShipments,
  creditReturns,
  predictAllocation,
  predictCredit,
  predictPayment,
  predictReversal,
  unusedOf,
} from './order-billing-predictions.ts';
import { canChoose, checkOrder, choose, command, expectEqual, follow, type OrderCommand } from './order-command.ts';
import type { OrderFixture } from './order-fixture.ts';
import type { InvoiceLine, ModelInvoice, OrderModel } from './order-model.ts';
import { uniqueText } from './unique-text.ts';

// Commands about invoices, credit notes and payments.

interface StoredInvoice {
  id: number;
  /** Its place among the invoices of the sequence, by its number. */
  place: number;
  orderId: number;
  lines: [lineId: number | null, quantity: number, net: number, tax: number][];
  net: number;
  tax: number;
  total: number;
  settled: number;
}

interface StoredPayment {
  id: number;
  isCreditNote: boolean;
  amount: number;
  unused: number;
  isReversed: boolean;
}

/** The invoices of the sequence with their lines, and the payments and credit notes that are about them, the oldest first. */
async function readDocuments({ portal: { db }, firstPaymentId }: OrderFixture, orderIds: number[]) {
  const { rows } = await sql<{ invoices: StoredInvoice[]; payments: StoredPayment[] }>`
    select (select coalesce(json_agg(json_build_object('id', i.id, 'place', i.place, 'orderId', i.order_id, 'lines', i.lines, 'net', i.net_minor, 'tax', i.tax_minor,
          'total', i.total_minor, 'settled', i.settled_minor) order by i.id), '[]')
        from (
          select i.*, l.order_id, l.lines, i.serial - min(i.serial) over () as place
          from invoice i join lateral (
            select min(x.order_id) as order_id, json_agg(json_build_array(x.order_line_id, x.quantity, x.net_minor, x.tax_minor) order by x.id) as lines
            from invoice_line x where x.organisation_id = i.organisation_id and x.invoice_id = i.id) l on l.order_id = any (${orderIds}::bigint[])
          where i.organisation_id = 1 and i.kind = 'invoice') i) as invoices,
      (select coalesce(json_agg(json_build_object('id', p.id, 'isCreditNote', p.kind = 'credit_note', 'amount', p.amount_minor,
          'unused', p.amount_minor - p.allocated_minor, 'isReversed', p.reversed_by_id is not null) order by p.id), '[]')
        from payment_record p where p.organisation_id = 1 and p.kind <> 'reversal' and p.id > ${firstPaymentId}) as payments`.execute(
    db,
  );
  return rows[0] as (typeof rows)[number];
}

/** Compares invoices and payments with the model, lets it know their ids, and compares the orders of the invoices. */
async function checkDocuments(model: OrderModel, fixture: OrderFixture): Promise<void> {
  const stored = await readDocuments(
    fixture,
    model.orders.map(({ id }) => id),
  );
  for (const [index, { id }] of stored.invoices.entries())
    if (model.invoices[index]) (model.invoices[index] as ModelInvoice).id = id;
  for (const [index, { id }] of stored.payments.entries())
    if (model.payments[index]) (model.payments[index] as { id: number }).id = id;
  const sum = (lines: readonly InvoiceLine[], of: 'net' | 'tax') => lines.reduce((total, line) => total + line[of], 0);
  expectEqual(
    'the invoices',
    stored.invoices,
    model.invoices.map((invoice, place): StoredInvoice => {
      const { id, order, lines, settled } = invoice;
      const [net, tax] = [sum(lines, 'net'), sum(lines, 'tax')];
      const listed = lines.map((each): StoredInvoice['lines'][number] => [
        each.line?.id ?? null,
        each.quantity,
        each.net,
        each.tax,
      ]);
      return { id, place, orderId: order.id, lines: listed, net, tax, total: net + tax, settled };
    }),
  );
  expectEqual(
    'the payments',
    stored.payments,
    model.payments.map((payment) => {
      const { id, isCreditNote, amount, isReversed } = payment;
      return { id, isCreditNote, amount, unused: unusedOf(payment), isReversed };
    }),
  );
}

async function checkOrdersOf(model: OrderModel, fixture: OrderFixture, invoices: readonly ModelInvoice[]): Promise<void> {
  await checkDocuments(model, fixture);
  for (const order of new Set(invoices.map((invoice) => invoice.order))) await checkOrder(model, fixture, order);
}

/** The jobs that issue invoices and credit notes run. */
export const runBilling = (): OrderCommand =>
  command(
    'invoices and credit notes are issued',
    async (model, fixture) => {
      const before = model.invoices.length + model.credits.length;
      await fixture.portal.runBillingJobs();
      billShipments(model);
      creditReturns(model);
      const issued = model.invoices.length + model.credits.length - before;
      const key = `bill: ${issued === 0 ? 'nothing' : 'with effect'}`;
      fixture.counts.set(key, (fixture.counts.get(key) ?? 0) + 1);
      await checkOrdersOf(model, fixture, model.invoices);
    },
    ({ shipments }) => shipments.length > 0,
  );

export const PAYMENTS = ['whole', 'half', 'more', 'too much of it', 'oldest'] as const;
const today = () => new Date().toISOString().slice(0, 10);
const hasInvoices = ({ invoices }: OrderModel) => invoices.length > 0;
const isUnpaid = (invoice: ModelInvoice) => openOf(invoice) > 0;

/** Records a payment for an invoice: the whole amount, half of it, more than it, more of it than is open; or for the oldest invoices. */
export const pay = (chosen: number, how: (typeof PAYMENTS)[number]): OrderCommand =>
  command(
    `pay ${how} of invoice ${chosen}`,
    async (model, fixture) => {
      const invoice = choose(model.invoices, chosen, isUnpaid);
      const open = openOf(invoice);
      const amounts = { whole: open, oldest: open, half: Math.floor(open / 2), more: open + 100, 'too much of it': open + 100 };
      const amount = Math.max(1, amounts[how]);
      const part = how === 'oldest' ? undefined : how === 'more' ? Math.max(1, open) : amount;
      let id = 0;
      const prediction = predictPayment(model, { invoice, amount, part }, () => id);
      const response = await fixture.operator.post<'POST /api/operator/payments'>('/api/operator/payments', {
        payment: {
          organisationId: 1,
          amount: amount / 100,
          receivedOn: today(),
          reference: uniqueText(),
          ...(part === undefined ? {} : { allocations: [{ invoiceId: invoice.id, amount: part / 100 }] }),
        },
      });
      if (response.status === 200) id = response.body.payments[0]?.id ?? 0;
      follow(fixture, `pay ${how}`, response, prediction);
      await checkOrdersOf(model, fixture, model.invoices);
    },
    ({ invoices }) => canChoose(invoices, chosen, isUnpaid),
  );

/** Uses what is left of a payment or credit note for an invoice. */
export const useCredit = (chosen: number, chosenInvoice: number): OrderCommand =>
  command(
    `use payment ${chosen} for invoice ${chosenInvoice}`,
    async (model, fixture) => {
      const payment = choose(model.payments, chosen, (each) => unusedOf(each) > 0 && !each.isReversed);
      const invoice = choose(model.invoices, chosenInvoice, isUnpaid);
      const amount = Math.max(1, Math.min(unusedOf(payment), openOf(invoice)));
      const prediction = predictAllocation(model, payment, invoice, amount);
      const response = await fixture.operator.post(`/api/operator/payments/${payment.id}/allocations`, {
        allocations: [{ invoiceId: invoice.id, amount: amount / 100 }],
      });
      follow(fixture, 'use credit', response, prediction);
      await checkOrdersOf(model, fixture, [invoice]);
    },
    (model) => hasInvoices(model) && model.payments.length > 0,
  );

/** Reverses a payment. */
export const reversePayment = (chosen: number): OrderCommand =>
  command(
    `reverse payment ${chosen}`,
    async (model, fixture) => {
      const payment = choose(model.payments, chosen, ({ isCreditNote, isReversed }) => !isCreditNote && !isReversed);
      const paid = [...payment.covered.keys()];
      const prediction = predictReversal(model, payment);
      const response = await fixture.operator.post(`/api/operator/payments/${payment.id}/reverse`, { reason: 'It bounced.' });
      follow(fixture, 'reverse a payment', response, prediction);
      await checkOrdersOf(model, fixture, paid);
    },
    ({ payments }) => payments.length > 0,
  );

/** Credits pieces of a line of an invoice. */
export const credit = (chosen: number, chosenLine: number, quantity: number): OrderCommand =>
  command(
    `credit ${quantity} of line ${chosenLine} of invoice ${chosen}`,
    async (model, fixture) => {
      const invoice = choose(model.invoices, chosen);
      const index = chosenLine % invoice.lines.length;
      const prediction = predictCredit(model, invoice, { line: invoice.lines[index] as InvoiceLine, quantity });
      const { operator } = fixture;
      const { body } = await operator.get<'GET /api/operator/invoices/:id'>(`/api/operator/invoices/${invoice.id}`);
      const lineId = body.invoices[0]?.lines.toSorted((a, b) => a.id - b.id)[index]?.id;
      const response = await operator.post(`/api/operator/invoices/${invoice.id}/credit`, {
        key: randomUUID(),
        reason: 'A goodwill gesture.',
        lines: [{ lineId, quantity }],
      });
      follow(fixture, 'credit an invoice', response, prediction);
      await checkOrdersOf(model, fixture, [invoice]);
    },
    hasInvoices,
  );
