import { expect, it } from 'vitest';
import { aStockedProduct } from '#api/testing/builders.ts';
import { aParcel, aReleasedOrder, deliver, operatorOrderOf, ship } from '#api/testing/fulfilment.ts';
import { billAll, creditAll, invoicesOf } from '#api/testing/invoices.ts';
import { orderOf, setApprovalRules, sizeOf } from '#api/testing/order-changes.ts';
import { askToExchange, askToReturn, listReturns, RETURN_ACTIONS, RETURN_REASONS } from '#api/testing/returns.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();

it('an order is shipped in two parts, exchanged twice, returned in part, invoiced and paid, for the supplier wholly by API key', async () => {
  await setApprovalRules(portal);
  const buyer = await signInAs(portal, {});
  const fleece = await aStockedProduct(portal.db, { stock: [5, 5, 5] });
  const [medium, large, extraLarge] = [0, 1, 2];
  const order = await aReleasedOrder(portal, buyer, [fleece, 3, medium]);
  const key = await portal.asApiKey(['orders:write', 'shipments:write', 'returns:write', 'invoices:write'], [1]);

  const send = async (orderId: number, quantity: number) => {
    expect((await key.post(`/api/operator/orders/${orderId}/picking`)).status).toBe(200);
    const line = (await operatorOrderOf(key, orderId))?.lines[0]?.id as number;
    const { status, body } = await ship(key, [aParcel([line, quantity])]);
    expect(status).toBe(200);
    expect((await deliver(key, body.shipments[0]?.id as number)).status).toBe(200);
    return line;
  };
  const receivePiece = async () => {
    const id = (await listReturns(buyer))[0]?.id as number;
    const received = await key.post<'POST /api/operator/returns/:id/receive'>(`/api/operator/returns/${id}/receive`, {
      quantity: 1,
      condition: 'asNew',
    });
    expect(received.status).toBe(200);
    return id;
  };
  const exchange = async (orderId: number, lineId: number, size: number) => {
    expect((await askToExchange(buyer, orderId, lineId, sizeOf(fleece, size))).status).toBe(200);
    await receivePiece();
    const exchangeOrderId = (await listReturns(buyer))[0]?.exchangeOrderId as number;
    return { exchangeOrderId, line: await send(exchangeOrderId, 1) };
  };

  // Sent in two parts, and one piece exchanged for L, then for XL.
  const line = await send(order.id, 2);
  await send(order.id, 1);
  expect(await orderOf(buyer, order.id)).toMatchObject({ shippingStatus: 'Delivered' });
  const toLarge = await exchange(order.id, line, large);
  const toExtraLarge = await exchange(toLarge.exchangeOrderId, toLarge.line, extraLarge);
  const chain = (await orderOf(buyer, toExtraLarge.exchangeOrderId))?.orderItems[0]?.exchangeChain;
  expect(chain?.map(({ orderId }) => orderId)).toEqual([order.id, toLarge.exchangeOrderId, toExtraLarge.exchangeOrderId]);

  // Invoiced for each parcel; a second piece is returned and credited.
  await billAll(portal);
  const asked = await askToReturn(buyer, {
    orderId: order.id,
    returnRequestReasonId: RETURN_REASONS.wrongOrdered,
    returnRequestActionId: RETURN_ACTIONS.credit,
    items: [{ id: line, quantity: 1 }],
  });
  expect(asked.status).toBe(200);
  const returnId = await receivePiece();
  const decided = await key.post<'POST /api/operator/returns/:id/decide'>(`/api/operator/returns/${returnId}/decide`, {
    decision: 'refund',
  });
  expect(decided.status).toBe(200);
  await creditAll(portal);

  // What is still open is paid.
  const documents = await invoicesOf(portal, order.id);
  expect(documents.map(({ kind }) => kind)).toEqual(['invoice', 'invoice', 'credit_note']);
  const open = documents
    .filter(({ kind, total_minor, settled_minor }) => kind === 'invoice' && total_minor > settled_minor)
    .map(({ id, total_minor, settled_minor }) => ({ invoiceId: id, amount: (total_minor - settled_minor) / 100 }));
  const amount = open.reduce((sum, each) => sum + each.amount, 0);
  const paid = await key.post<'POST /api/operator/payments'>('/api/operator/payments', {
    payment: { organisationId: 1, amount, receivedOn: '2026-03-12', reference: 'BACS 77', allocations: open },
  });
  expect([paid.status, paid.body.completedOrderIds]).toEqual([200, [order.id]]);
  expect(await orderOf(buyer, order.id)).toMatchObject({ orderStatus: 'Complete', paymentStatus: 'PartiallyRefunded' });
  for (const { exchangeOrderId } of [toLarge, toExtraLarge])
    expect(await orderOf(buyer, exchangeOrderId)).toMatchObject({ orderStatus: 'Complete', shippingStatus: 'Delivered' });
});
