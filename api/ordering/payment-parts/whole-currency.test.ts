import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { anItem, aStockedProduct } from '#api/testing/builders.ts';
import { readCardMoney, sendAllRefunds } from '#api/testing/card-refunds.ts';
import { deliver, shipPieces } from '#api/testing/fulfilment.ts';
import { cancel, orderOf } from '#api/testing/order-changes.ts';
import { anOwnPayer, placeOrderPaidBy } from '#api/testing/own-payment.ts';
import { askToReturn, RETURN_ACTIONS, RETURN_REASONS } from '#api/testing/returns.ts';
import { usePaymentProvider } from '#api/testing/use-payment-provider.ts';
import { useMailJobs, usePortal } from '#api/testing/use-portal.ts';
import { createSimulatedProvider } from '../card-payments/providers/simulated-provider.ts';
import { canBePaidAsIs, toPayable, WHOLE_CURRENCIES } from './payable-amount.rules.ts';

const portal = usePortal();
const mailJobs = useMailJobs(portal);
const provider = usePaymentProvider(portal, { brandId: 1 });

beforeAll(async () => {
  await sql`update organisation set currency_code = 'JPY', return_days = 0, invoice_mode = 'shipment' where id = 1`.execute(
    portal.db,
  );
  await sql`update catalogue_setting set currency_code = 'JPY'`.execute(portal.db);
});

/** Sends all refunds to the provider of this file. */
const sendRefunds = () => {
  const { secretKey, webhookSecret } = provider.merchant;
  const access = { secretKey, webhookSecrets: [webhookSecret], host: provider.program.url, now: () => new Date() };
  return sendAllRefunds({ db: portal.db, jobs: mailJobs.jobs, vault: mailJobs.vault }, createSimulatedProvider(access));
};
const refundsOf = () => [...provider.program.ledger.refunds.values()].map(({ amount }) => amount);
const receiptsOf = async (orderId: number) =>
  (
    await sql<{ total: number; names: string[] }>`
      select total_minor as total, array(select l ->> 'name' from jsonb_array_elements(r.lines) l) as names from receipt r where r.order_id = ${orderId} order by r.id`.execute(
      portal.db,
    )
  ).rows;

describe('in yen, of which there are no hundredths', () => {
  it('the cart, the page, the payment, its receipts and its refunds say the same whole amount', async () => {
    // Three pieces of 103 with 20 % tax are 370.8.
    const shirt = await aStockedProduct(portal.db, { stock: [500], price: 10_300 });
    const { client } = await anOwnPayer(portal, { shirt, budgetMinor: 20_600 });
    const { orderId, summary } = await placeOrderPaidBy(portal.db, client, null, anItem(shirt, 5));
    expect(summary).toMatchObject({ payableValue: 371, cardPart: { amount: 371 } });
    expect(await orderOf(client, orderId)).toMatchObject({ payment: { amount: 371 } });
    expect(provider.findSession(orderId)).toMatchObject({ amount: 37_100, currency: 'JPY' });

    expect(await provider.pay(orderId)).toEqual([200]);
    expect(await orderOf(client, orderId)).toMatchObject({ paymentStatus: 'Paid', payment: { state: 'paid' } });
    expect(await receiptsOf(orderId)).toEqual([{ total: 37_100, names: [expect.any(String), 'Rounding'] }]);

    // Two pieces are 247.2.
    const [line] = (await orderOf(client, orderId)).orderItems;
    await cancel(client, orderId, { items: [{ id: line?.id, quantity: 1 }] });
    await sendRefunds();
    expect(refundsOf()).toEqual([12_400]);

    const operator = await portal.asOperator();
    await deliver(operator, await shipPieces(operator, [line?.id as number, 4]));
    const { body } = await askToReturn(client, {
      ...{ orderId, returnRequestReasonId: RETURN_REASONS.faulty, returnRequestActionId: RETURN_ACTIONS.credit, comments: '' },
      items: [{ id: line?.id, quantity: 2, exchangeCombinationId: null }],
    });
    const id = body.returnRequests[0]?.id;
    await operator.post(`/api/operator/returns/${id}/receive`, { quantity: 2, condition: 'worn' });
    await operator.post(`/api/operator/returns/${id}/decide`, { decision: 'refund' });
    await sendRefunds();
    expect(refundsOf()).toEqual([12_400, 24_700]);
    expect(await readCardMoney(portal.db, orderId)).toMatchObject({ received: 37_100, returned: 37_100 });
    expect((await receiptsOf(orderId)).map(({ total }) => total)).toEqual([37_100, -12_400, -24_700]);
  });

  it('an order that a card pays wholly is paid with a whole amount, delivery included', async () => {
    const shirt = await aStockedProduct(portal.db, { stock: [500], price: 10_300 });
    const { client } = await anOwnPayer(portal, { shirt, budgetMinor: 0 });
    const { orderId, summary } = await placeOrderPaidBy(portal.db, client, null, anItem(shirt, 1));
    const { payableValue, entitlementValue } = summary;
    expect([Number.isInteger(payableValue), entitlementValue]).toEqual([true, 0]);
    expect(provider.findSession(orderId).amount).toBe((payableValue as number) * 100);
    await provider.pay(orderId);
    expect(await orderOf(client, orderId)).toMatchObject({ paymentStatus: 'Paid', accountTotal: 0 });
  });

  it('less than half a yen is nothing to pay', async () => {
    const shirt = await aStockedProduct(portal.db, { stock: [500], price: 40 });
    const { client } = await anOwnPayer(portal, { shirt, budgetMinor: 40 });
    const { orderId, redirectUrl } = await placeOrderPaidBy(portal.db, client, null, anItem(shirt, 2));
    expect(redirectUrl).toBeNull();
    expect(await orderOf(client, orderId)).toMatchObject({ payment: null, canRetryPayment: false });
  });

  it('an adapter refuses a fraction', async () => {
    const { secretKey } = provider.merchant;
    const adapter = createSimulatedProvider({ secretKey, webhookSecrets: [], host: provider.program.url, now: () => new Date() });
    const refund = { idempotencyKey: 'fraction', paymentReference: 'pay', amountMinor: 50, currencyCode: 'JPY' };
    await expect(adapter.refund(refund)).rejects.toThrow('50 hundredths of JPY cannot be paid.');
  });
});

it('the database rounds as the rules do, and both know the currencies that are shown without decimals', async () => {
  const amounts = [0, 1, 49, 50, 99, 100, 149, 150, 360_001];
  for (const currency of [...WHOLE_CURRENCIES, 'GBP', 'KWD']) {
    const { rows } = await sql<{ payable: number }>`
      select payable_by_card(minor, ${currency}) as payable from unnest(${amounts}::bigint[]) with ordinality as m (minor, place) order by place`.execute(
      portal.db,
    );
    const payable = amounts.map((minor) => toPayable(minor, currency));
    expect(rows.map((row) => Number(row.payable))).toEqual(payable);
    expect(payable.every((minor) => canBePaidAsIs(minor, currency))).toBe(true);
  }
  const withoutDecimals = Intl.supportedValuesOf('currency').filter(
    (currency) => new Intl.NumberFormat('en-GB', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits === 0,
  );
  expect(withoutDecimals.filter((currency) => !WHOLE_CURRENCIES.includes(currency))).toEqual([]);
});
