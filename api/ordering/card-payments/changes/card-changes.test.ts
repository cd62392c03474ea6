import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { anItem, aStockedProduct, setProductPrice } from '#api/testing/builders.ts';
import { cardMoneyOf, payByCard } from '#api/testing/card-paid.ts';
import { createFakePaymentProvider } from '#api/testing/fake-payment-provider.ts';
import { deliver, shipPieces } from '#api/testing/fulfilment.ts';
import { billAll, invoiceLinesOf, invoicesOf } from '#api/testing/invoices.ts';
import { cancel, changeLine, orderOf, sizeOf } from '#api/testing/order-changes.ts';
import {
  anOwnPayer,
  type OwnPayer,
  placeMixedOrder,
  placeOrderPaidBy,
  placeOrganisationCardOrder,
} from '#api/testing/own-payment.ts';
import type { TestOperatorClient } from '#api/testing/portal.ts';
import { askToExchange } from '#api/testing/returns.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal({ findPaymentProvider: createFakePaymentProvider().find });
let operator: TestOperatorClient;

beforeAll(async () => {
  operator = await portal.asOperator();
  await sql`update organisation set invoice_mode = 'shipment', return_days = 0 where id = 1`.execute(portal.db);
});

/** An own payer whose shirt has two sizes, with a mixed order of five: two pieces on account, three by card. */
async function aMixedOrder(): Promise<OwnPayer & { orderId: number; lineId: number }> {
  const shirt = await aStockedProduct(portal.db, { stock: [500, 500] });
  const payer = await anOwnPayer(portal, { shirt, budgetMinor: 2900 });
  const { orderId } = await placeMixedOrder(portal.db, payer);
  const { orderItems } = await orderOf(payer.client, orderId);
  return { ...payer, orderId, lineId: orderItems[0]?.id as number };
}
const linesOf = async (orderId: number) =>
  (
    await sql<{ pieces: number[] }>`
      select array[quantity, cancelled_quantity, covered_quantity, card_quantity] as pieces from order_line where order_id = ${orderId} order by id`.execute(
      portal.db,
    )
  ).rows.map(({ pieces }) => pieces);
const openAmount = async () =>
  (await sql<{ open: number }>`select open_amount(1) as open`.execute(portal.db)).rows[0]?.open as number;
const paymentOf = async ({ client, orderId }: Pick<Awaited<ReturnType<typeof aMixedOrder>>, 'client' | 'orderId'>) =>
  (await orderOf(client, orderId)).payment;

describe('a change of size', () => {
  it('that makes the part of the person dearer is refused once it is paid', async () => {
    const { client, orderId, lineId, shirt } = await aMixedOrder();
    await payByCard(portal.db, orderId);
    await setProductPrice(portal.db, shirt.id, 1200);
    const { status, errors } = await changeLine(client, orderId, lineId, { combinationId: sizeOf(shirt, 1), quantity: 5 });
    expect([status, errors]).toEqual([
      400,
      { orderItem: ['This size costs more than you have paid for it by card. Please cancel the line and order again.'] },
    ]);
    expect(await cardMoneyOf(portal.db, orderId)).toEqual({ received: 3600, refunded: 0 });
  });

  it('that makes it cheaper refunds the difference, and the pieces on account change first', async () => {
    const { client, orderId, lineId, shirt } = await aMixedOrder();
    await payByCard(portal.db, orderId);
    await setProductPrice(portal.db, shirt.id, 800);
    const changed = await changeLine(client, orderId, lineId, { combinationId: sizeOf(shirt, 1), quantity: 3 });
    expect([changed.status, changed.errors]).toEqual([200, {}]);
    // Two on account and one by card became the new size.
    expect(await linesOf(orderId)).toEqual([
      [2, 0, 0, 2],
      [3, 0, 2, 1],
    ]);
    expect(changed.body.outcome).toContain('£2.40 goes back to the card that paid for it, including tax.');
    expect(await cardMoneyOf(portal.db, orderId)).toEqual({ received: 3600, refunded: 240 });
  });

  it('changes what is to be paid while it is not', async () => {
    const order = await aMixedOrder();
    const { client, orderId, lineId, shirt } = order;
    await setProductPrice(portal.db, shirt.id, 1200);
    const { body } = await changeLine(client, orderId, lineId, { combinationId: sizeOf(shirt, 1), quantity: 5 });
    expect(body.outcome).toContain('To be paid by card: £43.20 instead of £36.00, including tax.');
    const cancelled = await cancel(client, orderId, { items: [{ id: lineId, quantity: 1 }] });
    expect(cancelled.body.outcome).toContain('To be paid by card: £28.80 instead of £43.20, including tax.');
    expect(await paymentOf(order)).toMatchObject({ amount: 28.8 });
  });
});

describe('an exchange', () => {
  it('for a dearer size is refused where the person has paid for the piece', async () => {
    const { client, orderId, lineId, shirt } = await aMixedOrder();
    await payByCard(portal.db, orderId);
    await deliver(operator, await shipPieces(operator, [lineId, 5]));
    await setProductPrice(portal.db, shirt.id, 1500);
    const { status, errors } = await askToExchange(client, orderId, lineId, sizeOf(shirt, 1));
    expect([status, errors]).toEqual([
      422,
      {
        'items[0].exchangeCombinationId': [
          'This size costs more than you have paid for by card. Please choose a size that does not, or return the piece and order the other one.',
        ],
      },
    ]);
  });

  it('for a cheaper size refunds the difference when the pieces have come back, and a return of it the rest', async () => {
    const { client, orderId, lineId, shirt } = await aMixedOrder();
    await payByCard(portal.db, orderId);
    await deliver(operator, await shipPieces(operator, [lineId, 5]));
    await setProductPrice(portal.db, shirt.id, 800);
    const asked = await askToExchange(client, orderId, lineId, sizeOf(shirt, 1));
    const { id, exchangeOrderId } = asked.body.returnRequests[0] as { id: number; exchangeOrderId: number };
    await operator.post(`/api/operator/returns/${id}/receive`, { quantity: 1, condition: 'asNew' });
    expect(await cardMoneyOf(portal.db, orderId)).toEqual({ received: 3600, refunded: 240 });

    const [sent] = (await orderOf(client, exchangeOrderId)).orderItems;
    await deliver(operator, await shipPieces(operator, [sent?.id as number, 1]));
    const back = await client.post<'POST /api/returnrequest'>('/api/returnrequest', {
      returnRequest: {
        orderId: exchangeOrderId,
        returnRequestReasonId: 3,
        returnRequestActionId: 3,
        items: [{ id: sent?.id, quantity: 1, exchangeCombinationId: null }],
      },
    });
    const returned = back.body.returnRequests[0]?.id;
    await operator.post(`/api/operator/returns/${returned}/receive`, { quantity: 1, condition: 'asNew' });
    const decided = await operator.post<'POST /api/operator/returns/:id/decide'>(`/api/operator/returns/${returned}/decide`, {
      decision: 'refund',
    });
    expect(decided.body.returnRequest).toMatchObject({ refundedAmount: 9.6 });
    expect(await cardMoneyOf(portal.db, orderId)).toEqual({ received: 3600, refunded: 1200 });
  });
});

describe('a mixed order', () => {
  it('is on account with its other part alone, and complete when both are paid', async () => {
    const before = await openAmount();
    const { client, orderId, lineId } = await aMixedOrder();
    const { orderTotal, payment, accountTotal } = await orderOf(client, orderId);
    expect([payment?.amount, (accountTotal ?? 0) + 36]).toEqual([36, orderTotal]);
    expect((await openAmount()) - before).toBe(Math.round(((orderTotal ?? 0) - 36) * 100));
    await payByCard(portal.db, orderId);
    await deliver(operator, await shipPieces(operator, [lineId, 5]));
    expect(await orderOf(client, orderId)).toMatchObject({ orderStatus: 'Processing', paymentStatus: 'Paid' });
    await billAll(portal);

    const [invoice] = await invoicesOf(portal, orderId);
    expect((await invoiceLinesOf(portal, orderId)).find(({ kind }) => kind === 'goods')).toMatchObject({
      quantity: 2,
      net_minor: 2000,
      tax_minor: 400,
    });
    const amount = (invoice?.total_minor ?? 0) / 100;
    expect(amount).toBe(accountTotal);
    const paid = await operator.post<'POST /api/operator/payments'>('/api/operator/payments', {
      payment: {
        organisationId: 1,
        receivedOn: '2026-03-12',
        reference: `Mixed ${orderId}`,
        amount,
        allocations: [{ invoiceId: invoice?.id, amount }],
      },
    });
    expect(await orderOf(client, orderId)).toMatchObject({ orderStatus: 'Complete', paymentStatus: 'Paid' });
    expect(await openAmount()).toBe(before);

    await operator.post(`/api/operator/payments/${paid.body.payments[0]?.id}/reverse`, { reason: 'Bounced' });
    expect(await orderOf(client, orderId)).toMatchObject({ orderStatus: 'Processing', paymentStatus: 'Paid' });
  });

  it('gives back what a card has paid when everything is cancelled', async () => {
    const { client, orderId } = await aMixedOrder();
    await payByCard(portal.db, orderId);
    const { body } = await cancel(client, orderId);
    expect(body.outcome).toContain('£36.00 goes back to the card that paid for it, including tax.');
    expect(await cardMoneyOf(portal.db, orderId)).toEqual({ received: 3600, refunded: 3600 });
  });
});

it('an order that a card pays wholly is on no invoice, and nothing of it is on account', async () => {
  const before = await openAmount();
  const { client, orderId } = await placeOrganisationCardOrder(portal);
  await payByCard(portal.db, orderId);
  const [line] = (await orderOf(client, orderId)).orderItems;
  await deliver(operator, await shipPieces(operator, [line?.id as number, 3]));
  await billAll(portal);
  expect(await invoicesOf(portal, orderId)).toEqual([]);
  expect(await openAmount()).toBe(before);
  expect(await orderOf(client, orderId)).toMatchObject({ orderStatus: 'Complete', accountTotal: 0, payment: { isAll: true } });
});

it('the price of an answer is invoiced once, with the first shipment', async () => {
  const shirt = await aStockedProduct(portal.db, { stock: [500] });
  const { client } = await anOwnPayer(portal, { shirt });
  const { orderId } = await placeOrderPaidBy(portal.db, client, null, anItem(shirt, 5));
  await sql`insert into order_charge (organisation_id, order_id, kind, name, charge_minor, tax_minor, tax_rate)
    values (1, ${orderId}, 'question', 'Gift box: Yes', 250, 50, 0.2)`.execute(portal.db);
  await payByCard(portal.db, orderId);
  const [line] = (await orderOf(client, orderId)).orderItems;
  for (const quantity of [1, 4]) {
    await shipPieces(operator, [line?.id as number, quantity]);
    await billAll(portal);
  }
  const questions = (await invoiceLinesOf(portal, orderId)).filter(({ kind }) => kind === 'question');
  expect(questions).toMatchObject([{ net_minor: 250, tax_minor: 50 }]);
});
