import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { anItem, aStockedProduct, orderItems } from '#api/testing/builders.ts';
import { createDecisions, PO } from '#api/testing/decisions.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { aWaitingOrder, HALLAM } from '#api/testing/waiting-orders.ts';
import { signInAs } from '#api/testing/wearers.ts';
import { anEndpoint, deliveriesOf } from '#api/testing/webhooks.ts';

const portal = usePortal();
const { decide, aColleague } = createDecisions(portal);
const url = 'https://erp.example/hooks';

const typesOf = async ({ id }: { id: number }) => (await deliveriesOf(portal, id)).map(({ eventType }) => eventType);

/** The lines of an order as events tell them. */
async function linesOf(orderId: number) {
  const { rows } = await sql<Record<string, unknown>>`
    select id as "orderItemId", combination_id as "combinationId", sku, quantity, shipped_quantity as "shippedQuantity",
      cancelled_quantity as "cancelledQuantity", quantity - shipped_quantity - cancelled_quantity as "pendingQuantity",
      packed_quantity as "readyToCollectQuantity", returned_quantity as "returnedQuantity", due_on as "dueOn"
    from order_line where order_id = ${orderId} order by id`.execute(portal.db);
  return rows;
}

describe('an order', () => {
  it('is reported with ids and states when it is placed and when it is approved', async () => {
    const endpoint = await anEndpoint(portal, { url, organisationId: HALLAM.organisationId });
    const { id } = await aWaitingOrder(portal);
    const approver = await aColleague({ approver: true });

    expect((await decide(approver, { id, action: 'approve', ...PO })).status).toBe(200);

    const deliveries = await deliveriesOf(portal, endpoint.id);
    expect(deliveries.map(({ eventType }) => eventType)).toEqual(['order.placed', 'order.released', 'order.approved']);
    const [placed, , approved] = deliveries;
    const { rows } = await sql<{ state: number; payment: number; shipping: number }>`
      select order_state_id as state, payment_state_id as payment, shipping_state_id as shipping from orders where id = ${id}`.execute(
      portal.db,
    );
    expect(placed?.data).toEqual({
      orderId: id,
      orderStatusId: 50,
      paymentStatusId: 10,
      shippingStatusId: 20,
      isReleased: false,
      path: `/api/orders/${id}`,
      lines: await linesOf(id),
    });
    expect(approved?.data).toMatchObject({
      orderId: id,
      isReleased: true,
      orderStatusId: rows[0]?.state,
      paymentStatusId: rows[0]?.payment,
      shippingStatusId: rows[0]?.shipping,
    });
    expect(placed?.organisationId).toBe(HALLAM.organisationId);
    expect(approved?.sequence).toBeGreaterThan(placed?.sequence ?? 0);
    expect(approved?.eventId).not.toBe(placed?.eventId);
  });

  it('is reported with the states in which the transaction leaves it, and with the ids of its shipment and return', async () => {
    const endpoint = await anEndpoint(portal, { url, organisationId: HALLAM.organisationId });
    const { id } = await aWaitingOrder(portal);
    const add = (kind: string, data: object) =>
      sql`insert into order_event (organisation_id, order_id, kind, data) values (${HALLAM.organisationId}, ${id}, ${kind}, ${JSON.stringify(data)}::jsonb)`;

    await portal.db.transaction().execute(async (tx) => {
      await add('shipped', { shipmentId: 7, carrier: 'Royal Mail', lines: [{ name: 'Shirt' }] }).execute(tx);
      await sql`update orders set shipping_state_id = 30 where id = ${id}`.execute(tx);
    });
    await add('ready_to_collect', { lines: [{ name: 'Shirt' }], collectFrom: 'Depot' }).execute(portal.db);
    await add('return_received', { returnId: 8 }).execute(portal.db);
    await add('return_refunded', { returnId: 8, shipmentId: null }).execute(portal.db);
    await add('note', { note: 'Zoë called.' }).execute(portal.db);

    const events = (await deliveriesOf(portal, endpoint.id))
      .slice(1)
      .map(({ eventType, data: { lines: _lines, ...data } }) => [eventType, data]);
    const states = {
      orderId: id,
      orderStatusId: 50,
      paymentStatusId: 10,
      shippingStatusId: 30,
      isReleased: false,
      path: `/api/orders/${id}`,
    };
    expect(events).toEqual([
      ['order.shipped', { ...states, shipmentId: 7 }],
      ['order.ready_to_collect', states],
      ['return.received', { ...states, returnId: 8 }],
      ['return.decided', { ...states, returnId: 8 }],
    ]);
  });

  it('is reported only if its transaction commits', async () => {
    const endpoint = await anEndpoint(portal, { url, organisationId: HALLAM.organisationId });
    const { id } = await aWaitingOrder(portal);

    await portal.db
      .transaction()
      .execute(async (tx) => {
        await sql`insert into order_event (organisation_id, order_id, kind) values (${HALLAM.organisationId}, ${id}, 'approved')`.execute(
          tx,
        );
        throw new Error('rolled back');
      })
      .catch(() => {});

    expect(await typesOf(endpoint)).toEqual(['order.placed']);
  });

  it('is reported to its own organisation, to the brand of the organisation, and to no one else', async () => {
    const product = await aStockedProduct(portal.db, { organisationIds: [1], stock: [9] });
    const buyer = await signInAs(portal, {});
    const endpoints = {
      own: await anEndpoint(portal, { url, organisationId: 1 }),
      ofOtherOrganisation: await anEndpoint(portal, { url, organisationId: HALLAM.organisationId }),
      ofBrand: await anEndpoint(portal, { url, brandId: 1 }),
      ofOtherBrand: await anEndpoint(portal, { url, brandId: 2 }),
      forOtherEvents: await anEndpoint(portal, { url, organisationId: 1, eventTypes: ['order.shipped'] }),
    };

    const id = await orderItems(portal.db, buyer, anItem(product));

    const orders = await Promise.all(
      Object.entries(endpoints).map(async ([name, endpoint]) => [
        name,
        (await deliveriesOf(portal, endpoint.id)).map(({ data }) => data.orderId),
      ]),
    );
    expect(Object.fromEntries(orders)).toEqual({
      own: [id, id],
      ofOtherOrganisation: [],
      ofBrand: [id, id],
      ofOtherBrand: [],
      forOtherEvents: [],
    });
    const [[own], [ofBrand]] = [await deliveriesOf(portal, endpoints.own.id), await deliveriesOf(portal, endpoints.ofBrand.id)];
    expect(ofBrand?.eventId).toBe(own?.eventId);
  });

  it('costs no further statement', async () => {
    const product = await aStockedProduct(portal.db, { stock: [9] });
    const buyer = await signInAs(portal, {});
    await sql`delete from webhook_endpoint`.execute(portal.db);
    const count = async () => {
      const before = portal.statementsSent();
      await orderItems(portal.db, buyer, anItem(product));
      return portal.statementsSent() - before;
    };
    await count();

    const without = await count();
    const endpoint = await anEndpoint(portal, { url, organisationId: 1 });

    expect(await count()).toBe(without);
    expect(await typesOf(endpoint)).toEqual(['order.placed', 'order.released']);
  });
});

describe('what ends or holds up an order', () => {
  const REFUSED = { reason: 'Not this month.' };

  it.each([
    ['reject', 'order.rejected', 60],
    ['amend', 'order.sent_back', 40],
  ] as const)('is reported: %s', async (action, type, state) => {
    const endpoint = await anEndpoint(portal, { url, brandId: 2 });
    const { id } = await aWaitingOrder(portal);
    const approver = await aColleague({ approver: true });

    expect((await decide(approver, { id, action, rejectReason: REFUSED.reason })).status).toBe(200);

    const reported = (await deliveriesOf(portal, endpoint.id)).slice(1);
    expect(reported.map(({ eventType }) => eventType)).toEqual(['order.payment_changed', type]);
    const lines = (await linesOf(id)).map((line) => ({ ...line, pendingQuantity: 0 }));
    expect(reported[1]?.data).toMatchObject({
      orderStatusId: state,
      isReleased: false,
      lines,
      path: `/api/operator/orders/${id}/full`,
    });
  });

  it.each([
    ['cancelled', {}, 'order.cancelled'],
    ['pieces_cancelled', {}, 'order.pieces_cancelled'],
    ['lines_cancelled', {}, 'order.pieces_cancelled'],
    ['line_changed', {}, 'order.changed'],
    ['date_moved', {}, 'order.dates_moved'],
    ['picking_started', {}, 'order.picking_started'],
    ['delivered', { shipmentId: 7 }, 'order.delivered'],
    ['completed', {}, 'order.completed'],
    ['return_cancelled', { returnId: 8 }, 'return.cancelled'],
    ['exchange_expired', { returnId: 8 }, 'return.cancelled'],
    ['note', { cause: { kind: 'approval_expired' } }, 'order.expired'],
    ['note', { note: 'Zoë called.' }, undefined],
  ])('is reported: %s %j', async (kind, data, type) => {
    const endpoint = await anEndpoint(portal, { url, organisationId: HALLAM.organisationId });
    const { id } = await aWaitingOrder(portal);

    await sql`insert into order_event (organisation_id, order_id, kind, data)
      values (${HALLAM.organisationId}, ${id}, ${kind}, ${JSON.stringify(data)}::jsonb)`.execute(portal.db);

    expect((await typesOf(endpoint)).slice(1)).toEqual(type ? [type] : []);
  });

  it('is reported when the warehouse may no longer work on it, and when more of it is paid', async () => {
    const product = await aStockedProduct(portal.db, { organisationIds: [1], stock: [9] });
    const id = await orderItems(portal.db, await signInAs(portal, {}), anItem(product));
    const endpoint = await anEndpoint(portal, { url, organisationId: 1 });

    await sql`update orders set released_at = null, order_state_id = 50 where id = ${id}`.execute(portal.db);
    await sql`update orders set released_at = now(), order_state_id = 10 where id = ${id}`.execute(portal.db);
    await sql`update orders set payment_state_id = 30 where id = ${id}`.execute(portal.db);
    await sql`update orders set search_text = search_text where id = ${id}`.execute(portal.db);

    expect(await typesOf(endpoint)).toEqual(['order.withheld', 'order.released', 'order.payment_changed']);
  });

  it('tells the lines of large orders by their path alone', async () => {
    const product = await aStockedProduct(portal.db, { organisationIds: [1], stock: [9] });
    const id = await orderItems(portal.db, await signInAs(portal, {}), anItem(product));
    const endpoint = await anEndpoint(portal, { url, organisationId: 1 });
    const add = (lines: number) => sql`
      insert into order_line (organisation_id, order_id, product_id, combination_id, product_name, sku, quantity, unit_price_minor, unit_tax_minor, price_minor, tax_minor, tax_rate)
      select organisation_id, order_id, product_id, combination_id, product_name, sku, 1, 0, 0, 0, 0, tax_rate
      from (select * from order_line where order_id = ${id} limit 1) l cross join generate_series(1, ${lines}::int)`;
    const report = sql`insert into order_event (organisation_id, order_id, kind) values (1, ${id}, 'line_changed')`;

    await add(199).execute(portal.db);
    await report.execute(portal.db);
    await add(1).execute(portal.db);
    await report.execute(portal.db);

    const [last, beyond] = await deliveriesOf(portal, endpoint.id);
    expect(last?.data.lines).toHaveLength(200);
    expect(beyond?.data).toMatchObject({ lines: null, path: `/api/orders/${id}` });
  });
});

describe('stock', () => {
  it('is reported to the supplier once whenever it falls below the threshold', async () => {
    const product = await aStockedProduct(portal.db, { organisationIds: [1], stock: [9] });
    const combinationId = product.combinations[0]?.id;
    const ofBrand = await anEndpoint(portal, { url, brandId: 1, eventTypes: ['stock.low'] });
    const ofOtherBrand = await anEndpoint(portal, { url, brandId: 2, eventTypes: ['stock.low'] });
    await sql`update stock_level set low_stock_threshold = 8 where combination_id = ${combinationId}`.execute(portal.db);
    const setReserved = (pieces: number) =>
      sql`update stock_level set reserved = ${pieces} where combination_id = ${combinationId}`.execute(portal.db);

    for (const pieces of [1, 2, 3, 4, 0, 5]) await setReserved(pieces);

    const data = { productId: product.id, combinationId, lowStockThreshold: 8, path: `/api/operator/stock/${combinationId}` };
    expect(
      (await deliveriesOf(portal, ofBrand.id)).map((delivery) => [delivery.eventType, delivery.organisationId, delivery.data]),
    ).toEqual([
      ['stock.low', null, { ...data, available: 7 }],
      ['stock.low', null, { ...data, available: 4 }],
    ]);
    expect(await deliveriesOf(portal, ofOtherBrand.id)).toEqual([]);
  });
});
