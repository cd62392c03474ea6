import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { anItem, aPerson, aStockedProduct, aWardrobe, orderItems, SOUTH } from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import type { ReplyOf } from '#contract/index.ts';
import { ORDER_STATES, PAYMENT_STATES, SHIPPING_STATES, toUtcString } from '../order-states/order-states.rules.ts';

type Orders = ReplyOf<'GET /api/orders'>;

const portal = usePortal();

const list = async (person: TestClient, query = '') => {
  const { status, body, errors } = await person.get<'GET /api/orders'>(`/api/orders${query}`);
  if (status !== 200) throw new Error(JSON.stringify(errors));
  return body;
};
const refusal = async (person: TestClient, query: string) => {
  const { status, errors } = await person.get(`/api/orders${query}`);
  return [status, Object.keys(errors)];
};
const ids = ({ orders }: Orders) => orders.map(({ id }) => id);
const count = async (condition: ReturnType<typeof sql>) =>
  (await sql<{ n: number }>`select count(*)::int as n from orders o where ${condition}`.execute(portal.db)).rows[0]?.n;
const inGroups = (...groups: number[]) => sql`o.organisation_id = 1 and exists (
  select from customer_group g where g.customer_id = o.customer_id and g.organisation_group_id = any (${groups}::bigint[]))`;

/** Places an order for the person, optionally backdated to `placedAt`; returns its id. */
async function anOrderOf(person: TestClient, placedAt?: string): Promise<number> {
  const product = await aStockedProduct(portal.db);
  await aWardrobe(portal.db, person.customerId, [product]);
  const id = await orderItems(portal.db, person, anItem(product));
  if (placedAt) await sql`update orders set created_at = ${placedAt}::timestamptz where id = ${id}`.execute(portal.db);
  return id;
}

describe('visible orders', () => {
  it('are all of the organisation’s for an Admin without named groups', async () => {
    expect((await list(await portal.as('admin@meridian.example'))).totalCount).toBe(await count(sql`o.organisation_id = 1`));
  });

  it('are those of their groups and their own for a group Admin, a Buyer and an approver', async () => {
    const north = await portal.as('north.admin@meridian.example');
    const buyer = await portal.as((await aPerson(portal.db, { role: 'Buyer', groupIds: [SOUTH.groupId] })).email);
    const approver = await portal.as((await aPerson(portal.db, { role: 'Staff', groupIds: [3], approver: true })).email);

    expect((await list(north)).totalCount).toBe(
      await count(
        sql`${inGroups(1)} or o.organisation_id = 1 and o.organisation_group_id = 1 or o.customer_id = ${north.customerId}`,
      ),
    );
    expect((await list(buyer)).totalCount).toBe(await count(inGroups(SOUTH.groupId)));
    expect((await list(approver)).totalCount).toBe(await count(inGroups(3)));
  });

  it('are their own for wearers', async () => {
    const person = await portal.as('staff@meridian.example');
    expect((await list(person)).totalCount).toBe(await count(sql`o.customer_id = ${person.customerId}`));
  });

  it('apply to single orders as well: others are not found', async () => {
    const owner = await portal.as((await aPerson(portal.db, { role: 'Staff', groupIds: [SOUTH.groupId] })).email);
    const id = await anOrderOf(owner);
    const statusFor = async (person: TestClient) => (await person.get<'GET /api/orders/:id'>(`/api/orders/${id}`)).status;

    for (const email of [
      'admin@meridian.example',
      'south.admin@meridian.example',
      'buyer@meridian.example',
      'sales@meridian.example',
    ])
      expect([email, await statusFor(await portal.as(email))]).toEqual([email, 200]);
    for (const email of ['north.admin@meridian.example', 'staff@meridian.example', 'admin@hallam.example'])
      expect([email, await statusFor(await portal.as(email))]).toEqual([email, 404]);
    expect(await statusFor(owner)).toBe(200);
  });

  it('can be approved by an approver, but never by their owner or the person who placed them', async () => {
    const approver = await portal.as((await aPerson(portal.db, { role: 'Buyer', groupIds: [1], approver: true })).email);
    const wearer = await portal.as((await aPerson(portal.db, { role: 'Staff', groupIds: [1] })).email);
    const [own, other] = [await anOrderOf(approver), await anOrderOf(wearer)];
    await sql`update orders set order_state_id = 50 where id in (${own}, ${other})`.execute(portal.db);
    const allowed = async () =>
      Object.fromEntries(
        (await list(approver, '?requiresApprovalOnly=1&limit=250')).orders.map((o) => [o.id, o.approvalAllowed]),
      );

    expect(await allowed()).toMatchObject({ [other]: true });
    expect(await allowed()).not.toHaveProperty(String(own));

    await sql`update orders set placed_by_id = ${approver.customerId} where id = ${other}`.execute(portal.db);
    expect(await allowed()).not.toHaveProperty(String(other));
  });
});

describe('the states', () => {
  it('have the names of the state tables in the database', async () => {
    const { rows } = await sql<{ kind: string; names: Record<string, string> }>`
      select 'order' as kind, json_object_agg(id, name) as names from order_state union all
      select 'payment', json_object_agg(id, name) from payment_state union all
      select 'shipping', json_object_agg(id, name) from shipping_state`.execute(portal.db);

    expect(Object.fromEntries(rows.map(({ kind, names }) => [kind, names]))).toEqual({
      order: ORDER_STATES,
      payment: PAYMENT_STATES,
      shipping: SHIPPING_STATES,
    });
  });
});

describe('a timestamp', () => {
  it.each([
    '2026-11-22T10:46:08+00:00',
    '2026-11-22T10:46:08.1+00:00',
    '2026-11-22T10:46:08.14+00:00',
    '2026-11-22T10:46:08.149+00:00',
    '2026-11-22T10:46:08.149971+00:00',
    '2026-11-22T12:46:08.149971+02:00',
    new Date(1_795_000_000_123),
  ])('is %s on the wire as any date is', (moment) => {
    expect(toUtcString(moment)).toBe(new Date(moment).toISOString());
  });
});

describe('the list', () => {
  it('is newest first, ten at a time, and pages do not overlap', async () => {
    const admin = await portal.as('admin@meridian.example');

    const [first, second] = [await list(admin), await list(admin, '?page=1')];

    const times = [...first.orders, ...second.orders].map(({ createdOnUtc }) => createdOnUtc);
    expect(first.orders).toHaveLength(10);
    expect(times).toEqual(times.toSorted().reverse());
    expect(new Set([...ids(first), ...ids(second)]).size).toBe(20);
  });

  it('is empty past its end, with the right count', async () => {
    const admin = await portal.as('admin@meridian.example');
    const { totalCount, totals } = await list(admin);

    expect(await list(admin, '?page=10000&limit=250')).toEqual({ orders: [], totalCount, totals });
    expect(await list(admin, `?page=${Math.floor(totalCount / 250)}&limit=250`)).toMatchObject({ totalCount });
  });

  it('has a count of zero when there are no orders', async () => {
    const newPerson = await portal.as((await aPerson(portal.db, { role: 'Buyer', groupIds: [] })).email);

    const { orders, totalCount, totals } = await list(newPerson);

    expect([orders, totalCount, totals?.orderCount, totals?.orderTotal]).toEqual([[], 0, 0, 0]);
  });

  it('has a count that follows orders that are placed, moved to someone else and deleted', async () => {
    const [one, other] = [await aPerson(portal.db, { groupIds: [] }), await aPerson(portal.db, { groupIds: [] })];
    const [owner, newOwner] = [await portal.as(one.email), await portal.as(other.email)];
    const counts = async () => [(await list(owner)).totalCount, (await list(newOwner)).totalCount];
    const product = await aStockedProduct(portal.db);
    const placed: number[] = [];
    for (let number = 0; number < 3; number += 1) placed.push(await orderItems(portal.db, owner, anItem(product)));
    expect(await counts()).toEqual([3, 0]);

    await sql`update orders set customer_id = ${newOwner.customerId} where id = ${placed[0]}`.execute(portal.db);
    expect(await counts()).toEqual([2, 1]);
    for (const table of ['stock_entry', 'order_line'])
      await sql`delete from ${sql.table(table)} where order_id = ${placed[1]}`.execute(portal.db);
    await sql`delete from orders where id = ${placed[1]}`.execute(portal.db);

    expect(await counts()).toEqual([1, 1]);
    const { rows } = await sql`
      select from (select organisation_id, customer_id, count(*)::int as orders from orders group by 1, 2) o
      full join (select * from order_counts where orders <> 0) t using (organisation_id, customer_id) where o.orders is distinct from t.orders`.execute(
      portal.db,
    );
    expect(rows).toEqual([]);
  });

  it('returns only the requested fields of each order, in any case, and always the id', async () => {
    const admin = await portal.as('admin@meridian.example');

    const body = await list(admin, '?limit=2&fields=ORDERTOTAL,%20customer,totalCount,nonsense,__proto__');

    expect(body.orders.map((item) => Object.keys(item).sort())).toEqual(Array(2).fill(['customer', 'id', 'orderTotal']));
    expect(Object.keys(body.orders[0]?.customer ?? {})).toHaveLength(5);
    expect(body.totalCount).toBeGreaterThan(2);
    expect(Object.keys((await list(admin, '?limit=1&fields=,')).orders[0] ?? {})).toEqual(['id']);
    expect(Object.keys((await list(admin, '?limit=1&fields=')).orders[0] ?? {}).length).toBeGreaterThan(20);
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=251', 'limit'],
    ['limit=10000', 'limit'],
    ['limit=1e3', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=-5', 'limit'],
    ['page=-1', 'page'],
    ['page=1.5', 'page'],
    ['page=10001', 'page'],
    ['page=99999999999999999999', 'page'],
    ['createdAtMin=yesterday', 'createdAtMin'],
    ['createdAtMin=5', 'createdAtMin'],
    ['createdAtMax=2026-02-30', 'createdAtMax'],
    ['createdAtMax=12/11/2026', 'createdAtMax'],
    ['createdAtMax=2026-11-01T25:00', 'createdAtMax'],
    ['outstandingOnly=maybe', 'outstandingOnly'],
    ['resortId=-1', 'resortId'],
    ['seasonId=2147483648', 'seasonId'],
    [`searchTerm=${'x'.repeat(201)}`, 'searchTerm'],
  ])('refuses %s and names it', async (query, key) => {
    expect(await refusal(await portal.as('admin@meridian.example'), `?${query}`)).toEqual([400, [key]]);
  });
});

describe('searching', () => {
  it('finds orders by number, PO number, name, email and SKU, and by several words together', async () => {
    const admin = await portal.as('admin@meridian.example');
    const person = await aPerson(portal.db, { firstName: 'Xanthippe' });
    const client = await portal.as(person.email);
    const product = await aStockedProduct(portal.db);
    const id = await orderItems(portal.db, client, anItem(product));
    const sku = product.combinations[0]?.sku ?? '';

    for (const term of [String(id), 'po-4711', 'XANTHIPPE', person.email, sku, sku.slice(3, -1), `xanthippe ${id}`])
      expect([term, ids(await list(admin, `?searchTerm=${encodeURIComponent(term)}`)).includes(id)]).toEqual([term, true]);
    expect(ids(await list(admin, `?searchTerm=${encodeURIComponent(`${id} nobody`)}`))).toEqual([]);
  });

  it('treats pattern characters literally', async () => {
    const admin = await portal.as('admin@meridian.example');

    for (const term of ['%', '_', '\\', "'", "' or 1=1 --", '\u0000', '"', '(', '%%%%'])
      expect([term, (await admin.get(`/api/orders?searchTerm=${encodeURIComponent(term)}`)).status]).toEqual([term, 200]);
    expect((await list(admin, '?searchTerm=%25')).totalCount).toBe(0);
  });

  it('does not find orders that the person may not see', async () => {
    const otherOrganisation = await portal.as('buyer@hallam.example');

    expect((await list(otherOrganisation, '?searchTerm=meridian')).totalCount).toBe(0);
  });
});

describe('dates', () => {
  it('include both ends: the first instant, the whole last day, the exact millisecond', async () => {
    const person = await portal.as((await aPerson(portal.db, { role: 'Staff' })).email);
    const [early, late] = [
      await anOrderOf(person, '2025-03-01 00:00:00Z'),
      await anOrderOf(person, '2025-03-02 23:59:59.999600Z'),
    ];
    const found = async (query: string) => ids(await list(person, `?${query}`)).toSorted((a, b) => a - b);

    expect(await found('createdAtMin=2025-03-01&createdAtMax=2025-03-02')).toEqual([early, late]);
    expect(await found('createdAtMin=2025-03-02')).toEqual([late]);
    expect(await found('createdAtMax=2025-03-01')).toEqual([early]);
    expect(await found('createdAtMax=2025-02-28')).toEqual([]);
    // In the precision of the API: the database stores microseconds.
    const shown = (await list(person)).orders[0]?.createdOnUtc;
    expect(await found(`createdAtMin=${shown}&createdAtMax=${shown}`)).toEqual([late]);
    expect(await found('created_at_min=2025-03-02T00:00:00&CREATEDATMAX=2025-03-03')).toEqual([late]);
    expect(await found(`createdAtMax=${encodeURIComponent('2025-03-01T01:00:00+01:00')}`)).toEqual([early]);
    expect(await found('createdAtMin=2025-03-03&createdAtMax=2025-03-01')).toEqual([]);
  });
});

describe('one order', () => {
  it('shows its lines, who placed it, and amounts that add up', async () => {
    const client = await portal.as((await aPerson(portal.db)).email);
    const product = await aStockedProduct(portal.db, { price: 1999 });
    const id = await orderItems(portal.db, client, anItem(product, 3));

    const { body } = await client.get<'GET /api/orders/:id'>(`/api/orders/${id}`);

    expect(body.orders).toHaveLength(1);
    expect(body.orders[0]).toMatchObject({
      id,
      customer: { id: client.customerId },
      orderStatus: 'Pending',
      totalValue: 59.97,
      pendingValue: 59.97,
      orderSubtotalExclTax: 59.97,
      orderSubtotalInclTax: 71.96,
      orderShippingExclTax: 4.95,
      orderShippingInclTax: 5.94,
      orderTax: 12.98,
      orderTotal: 77.9,
      taxRates: [{ rate: 20, value: 12.98 }],
      approval: null,
      shippingMethod: 'Standard delivery',
      orderItems: [
        {
          productId: product.id,
          sku: product.combinations[0]?.sku,
          quantity: 3,
          pendingQuantity: 3,
          priceExclTax: 59.97,
          priceInclTax: 71.96,
        },
      ],
    });
  });

  it('keeps the addresses and names from when it was placed', async () => {
    const client = await portal.as((await aPerson(portal.db)).email);
    const product = await aStockedProduct(portal.db);
    const id = await orderItems(portal.db, client, anItem(product));
    await sql`update address set city = 'Elsewhere' where customer_id = ${client.customerId}`.execute(portal.db);
    await sql`update product set name = 'Renamed' where id = ${product.id}`.execute(portal.db);

    const { body } = await client.get<'GET /api/orders/:id'>(`/api/orders/${id}`);

    expect(body.orders[0]?.shippingAddress?.city).toBe('Leeds');
    expect(body.orders[0]?.orderItems[0]?.productName).toBe(product.name);
  });

  it('matches the contract for every kind of order in the demonstration', async () => {
    for (const email of ['admin@meridian.example', 'admin@hallam.example', 'admin@corvane.example']) {
      const admin = await portal.as(email);
      const { rows } = await sql<{ id: number }>`
        select distinct on (order_state_id, payment_state_id, shipping_state_id) id from orders where organisation_id = ${admin.organisationId}`.execute(
        portal.db,
      );
      expect(rows.length).toBeGreaterThan(3);
      for (const { id } of rows) {
        const { status, body } = await admin.get<'GET /api/orders/:id'>(`/api/orders/${id}`);
        const [found] = body.orders;
        expect([status, found?.id]).toEqual([200, id]);
        const parts = [found?.shippedValue, found?.cancelledValue, found?.pendingValue].map(Number);
        expect(Math.round(parts.reduce((sum, value) => sum + value, 0) * 100)).toBe(Math.round(Number(found?.totalValue) * 100));
      }
    }
  });

  it.each(['0', '-1', '1.5', '2147483648', '1e3', "1'"])('has no id such as %s', async (id) => {
    expect((await (await portal.as('admin@meridian.example')).get(`/api/orders/${id}`)).status).toBe(400);
  });

  it('is not found when it does not exist', async () => {
    const { status, errors } = await (await portal.as('admin@meridian.example')).get('/api/orders/2147483647');

    expect([status, errors]).toEqual([404, { order: ['Order not found.'] }]);
  });
});
