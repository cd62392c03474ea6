import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { payByCard } from '#api/testing/card-paid.ts';
import { anOwnPayer, placeMixedOrder } from '#api/testing/own-payment.ts';
import { usePaymentProvider } from '#api/testing/use-payment-provider.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
// That of Meridian.
usePaymentProvider(portal, { brandId: 1 });

it('says who pays what of an order and its lines, how the payment stands, and what was refunded', async () => {
  await sql`update organisation set po_number_required = false, wearers_see_prices = true where id = 1`.execute(portal.db);
  const payer = await anOwnPayer(portal);
  const { orderId, summary } = await placeMixedOrder(portal.db, payer);
  const read = async () => (await payer.client.get<'GET /api/orders/:id'>(`/api/orders/${orderId}`)).body.orders[0];
  expect(await read()).toMatchObject({
    payment: { payer: 'person', isAll: false, state: 'waiting', amount: 36 },
    accountTotal: summary.cardPart?.organisationAmount,
    canRetryPayment: true,
    refunds: [],
    receipts: [],
    orderItems: [{ quantity: 5, cardQuantity: 3, cardTotal: 36 }],
  });

  await payByCard(portal.db, orderId);
  await sql`
    insert into card_refund (organisation_id, payment_id, order_id, refund_key, amount_minor, reason, actor_kind)
    select organisation_id, id, order_id, 'test', 1200, 'Torn', 'system' from card_payment where order_id = ${orderId} and state = 'paid'`.execute(
    portal.db,
  );
  expect(await read()).toMatchObject({
    payment: { state: 'paid', amount: 36, dueOnUtc: null },
    canRetryPayment: false,
    refunds: [{ amount: 12, state: 'due', reason: 'Torn', settledOnUtc: null }],
  });
});
