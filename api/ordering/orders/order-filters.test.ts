import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { anItem, aPerson, aStockedProduct, NORTH, orderItems, SOUTH } from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import type { ReplyOf } from '#contract/index.ts';

type Orders = ReplyOf<'GET /api/orders'>;

const portal = usePortal();

const list = async (person: TestClient, query = '') => {
  const { status, body, errors } = await person.get<'GET /api/orders'>(`/api/orders${query}`);
  if (status !== 200) throw new Error(JSON.stringify(errors));
  return body;
};
const ids = ({ orders }: Orders) => orders.map(({ id }) => id);
const count = async (condition: ReturnType<typeof sql>) =>
  (await sql<{ n: number }>`select count(*)::int as n from orders o where ${condition}`.execute(portal.db)).rows[0]?.n;
const hasLineOfProduct = (productId: number) => sql`exists (
  select from order_line l where l.order_id = o.id and l.product_id = ${productId})`;
const hasLineOf = (...collections: number[]) => sql`exists (
  select from order_line l where l.order_id = o.id and l.collection_id = any (${collections}::bigint[]))`;
/** All orders of a list, read page by page. */
async function listAll(person: TestClient, query = '', limit = 250): Promise<Orders['orders']> {
  const first = await list(person, `?limit=${limit}&${query}`);
  const pages = [first];
  while (pages.length * limit < first.totalCount) pages.push(await list(person, `?limit=${limit}&page=${pages.length}&${query}`));
  return pages.flatMap(({ orders }) => orders);
}
const toMinor = (amount: number) => Math.round(amount * 100);

describe('filters of the list of orders', () => {
  it('narrow the list, alone and together, to exactly the orders that match', async () => {
    const admin = await portal.as('admin@meridian.example');
    const { rows } = await sql<{ id: number }>`
      select product_id as id from order_line where organisation_id = 1 group by 1 order by count(*) desc limit 1`.execute(
      portal.db,
    );
    const productId = rows[0]?.id ?? 0;
    const expected = {
      'outstandingOnly=true': sql`o.pending_value_minor > 0 and o.order_state_id not in (40, 60)`,
      outstandingOnly: sql`o.pending_value_minor > 0 and o.order_state_id not in (40, 60)`,
      'outstandingOnly=false': sql`true`,
      'requiresApprovalOnly=1': sql`o.order_state_id = 50`,
      'groupIds=1&groupIds=3': sql`o.organisation_group_id in (1, 3)`,
      'groupIds=2,3&seasonId=2': sql`o.organisation_group_id in (2, 3) and o.season_id = 2`,
      'groupIds=0': sql`true`,
      lateOnly: sql`o.order_state_id in (10, 20) and exists (select from order_line l where l.order_id = o.id
        and l.quantity > l.shipped_quantity + l.cancelled_quantity and l.due_on < (now() at time zone 'Europe/London')::date)`,
      // A day begins at midnight in London, in summer at 23:00 UTC.
      'createdAtMin=2026-07-01&createdAtMax=2026-07-31': sql`o.created_at >= '2026-06-30T23:00:00Z' and o.created_at < '2026-07-31T23:00:00Z'`,
      'organisationGroupId=1': sql`o.organisation_group_id = 1`,
      'resortId=2': sql`o.resort_id = 2`,
      'businessAreaId=1': sql`o.business_area_id = 1`,
      'seasonId=2': sql`o.season_id = 2`,
      'collectionId=11': hasLineOf(11),
      'resortId=0&seasonId=0&businessAreaId=0&collectionId=0&organisationGroupId=0': sql`true`,
      'resortId=undefined&seasonId=null&businessAreaId=NaN&collectionId=&searchTerm=': sql`true`,
      'orderStatusId=20': sql`o.order_state_id = 20`,
      'orderStatusId=20,40&orderStatusId=60': sql`o.order_state_id in (20, 40, 60)`,
      'orderStatusId=0&shippingStatusId=0&productId=0': sql`true`,
      'overallStatusId=28,50': sql`(o.order_state_id = 50 or o.order_state_id in (10, 20, 30) and o.shipping_state_id = 30)`,
      'shippingStatusId=25,30': sql`o.shipping_state_id in (25, 30)`,
      [`productId=${productId}`]: hasLineOfProduct(productId),
      [`productId=${productId}&orderStatusId=30&shippingStatusId=40&seasonId=1&organisationGroupId=1`]: sql`${hasLineOfProduct(productId)}
        and o.order_state_id = 30 and o.shipping_state_id = 40 and o.season_id = 1 and o.organisation_group_id = 1`,
      'collectionId=11&orderStatusId=30&createdAtMin=2025-01-01&searchTerm=meridian': sql`${hasLineOf(11)} and o.order_state_id = 30
        and o.created_at >= '2025-01-01' and o.search_text like '%meridian%'`,
      'resortId=1&seasonId=2&outstandingOnly=1': sql`o.resort_id = 1 and o.season_id = 2 and o.pending_value_minor > 0 and o.order_state_id not in (40, 60)`,
    };

    for (const [query, condition] of Object.entries(expected))
      expect([query, (await list(admin, `?${query}`)).totalCount]).toEqual([
        query,
        await count(sql`o.organisation_id = 1 and ${condition}`),
      ]);
  });

  it('count the lines of child wardrobes as lines of their wardrobe, whichever line of the order it is', async () => {
    const admin = await portal.as('admin@meridian.example');
    const id = await orderItems(
      portal.db,
      admin,
      anItem(await aStockedProduct(portal.db)),
      anItem(await aStockedProduct(portal.db)),
    );
    const { rows } = await sql<{ id: number; parentId: number }>`
      select id, parent_collection_id as "parentId" from collection where organisation_id = 1 and parent_collection_id is not null limit 1`.execute(
      portal.db,
    );
    const child = rows[0] ?? { id: 0, parentId: 0 };
    await sql`update order_line set collection_id = ${child.id} where id = (select max(id) from order_line where order_id = ${id})`.execute(
      portal.db,
    );

    for (const collectionId of [child.id, child.parentId])
      expect(ids(await list(admin, `?collectionId=${collectionId}`))).toContain(id);
  });

  it('return nothing for ids of another organisation', async () => {
    const admin = await portal.as('admin@meridian.example');

    for (const query of ['resortId=11', 'businessAreaId=11', 'organisationGroupId=11', 'seasonId=11', 'collectionId=101'])
      expect([query, (await list(admin, `?${query}`)).totalCount]).toEqual([query, 0]);
  });

  it('refuse statuses that do not exist', async () => {
    const admin = await portal.as('admin@meridian.example');

    for (const [query, key, message] of [
      ['orderStatusId=15', 'orderStatusId[0]', 'There is no such order status.'],
      ['orderStatusId=20,x', 'orderStatusId[1]', 'There is no such order status.'],
      ['shippingStatusId=60', 'shippingStatusId[0]', 'There is no such shipping status.'],
    ]) {
      const { status, errors } = await admin.get(`/api/orders?${query}`);
      expect([status, errors]).toEqual([400, { [key as string]: [message] }]);
    }
  });
});

describe('the group of an order', () => {
  it('is the one in which it was placed, the first by display order, also after the person moved', async () => {
    const { id, email } = await aPerson(portal.db, { groupIds: [NORTH.groupId, SOUTH.groupId] });
    const orderId = await orderItems(portal.db, await portal.as(email), anItem(await aStockedProduct(portal.db)));
    const admin = await portal.as('admin@meridian.example');
    const [north, south] = [await portal.as('north.admin@meridian.example'), await portal.as('south.admin@meridian.example')];
    const sees = async (person: TestClient, filter = '') =>
      ids(await list(person, `?searchTerm=${orderId}%20${email}&${filter}`)).includes(orderId);
    await sql`delete from customer_group where customer_id = ${id} and organisation_group_id = ${NORTH.groupId}`.execute(
      portal.db,
    );

    expect(await sees(admin, `organisationGroupId=${NORTH.groupId}`)).toBe(true);
    expect(await sees(admin, `organisationGroupId=${SOUTH.groupId}`)).toBe(false);
    // Admins of groups see what was placed there, and the orders of the people who are there now.
    expect([await sees(north), await sees(south)]).toEqual([true, true]);
    expect((await north.get(`/api/orders/${orderId}`)).status).toBe(200);

    await sql`update orders set organisation_group_id = ${SOUTH.groupId} where id = ${orderId}`.execute(portal.db);
    expect([await sees(north), (await north.get(`/api/orders/${orderId}`)).status]).toEqual([false, 404]);
  });
});

describe('sorting', () => {
  it.each([
    ['createdOnUtc', ({ createdOnUtc }: Orders['orders'][number]) => createdOnUtc],
    ['id', ({ id }: Orders['orders'][number]) => id],
    ['orderTotal', ({ orderTotal }: Orders['orders'][number]) => Number(orderTotal)],
    ['orderStatus', ({ orderStatusId, shippingStatusId }: Orders['orders'][number]) => orderStatusId * 100 + shippingStatusId],
  ])('by %s puts every order on exactly one page, with ties by id', async (field, getValue) => {
    const admin = await portal.as('admin@hallam.example');

    const ascending = await listAll(admin, `order=${field}`, 60);
    const descending = await listAll(admin, `ORDER=${field.toUpperCase()}%20DESC`, 60);

    const isInOrder = ascending.every((order, index) => {
      const before = ascending[index - 1];
      if (!before) return true;
      const [value, last] = [getValue(order), getValue(before)];
      return value > last || (value === last && order.id > before.id);
    });
    expect(isInOrder).toBe(true);
    expect(descending.map(({ id }) => id)).toEqual(ascending.map(({ id }) => id).toReversed());
    expect(new Set(ascending.map(({ id }) => id)).size).toBe((await list(admin)).totalCount);
  });

  it('by person goes by last name, then by first name, then by id', async () => {
    const { rows } = await sql<{ id: number }>`
      select o.id from orders o join customer c on c.id = o.customer_id where o.organisation_id = 1 order by c.last_name, c.first_name, o.id limit 40`.execute(
      portal.db,
    );

    const listed = await list(await portal.as('admin@meridian.example'), '?order=customer&limit=40');

    expect(ids(listed)).toEqual(rows.map(({ id }) => id));
  });

  it('is refused by anything else, and by amounts for people who see no prices', async () => {
    const admin = await portal.as('admin@meridian.example');
    const wearer = await portal.as('staff@meridian.example');

    for (const order of ['poNumber', 'id; drop table orders', 'id up', 'id asc desc', 'constructor'])
      expect([order, (await admin.get(`/api/orders?order=${encodeURIComponent(order)}`)).errors]).toEqual([
        order,
        { order: ['Orders cannot be sorted by this.'] },
      ]);
    expect((await wearer.get('/api/orders?order=orderTotal')).errors).toEqual({
      order: ['Only people who see prices can sort orders by their total.'],
    });
  });
});

describe('the totals', () => {
  it('are the sums over all pages, with every filter', async () => {
    const admin = await portal.as('admin@meridian.example');

    for (const query of [
      '',
      'orderStatusId=20,30&seasonId=2',
      'outstandingOnly=1',
      'searchTerm=anderson',
      'collectionId=11',
      'orderStatusId=60',
    ]) {
      const { totals, totalCount } = await list(admin, `?limit=1&fields=id&${query}`);
      const orders = await listAll(admin, query);
      const sum = (field: 'cancelledValue' | 'orderTotal' | 'pendingValue' | 'shippedValue' | 'totalValue') =>
        orders.reduce((total, order) => total + toMinor(Number(order[field])), 0) / 100;
      expect([query, totals]).toEqual([
        query,
        {
          orderCount: totalCount,
          orderTotal: sum('orderTotal'),
          totalValue: sum('totalValue'),
          shippedValue: sum('shippedValue'),
          cancelledValue: sum('cancelledValue'),
          pendingValue: sum('pendingValue'),
          currencyCode: 'GBP',
        },
      ]);
    }
  });

  it('cover only the orders that the person may see', async () => {
    const north = await portal.as('north.admin@meridian.example');
    const all = await list(await portal.as('admin@meridian.example'));

    const { totals } = await list(north);

    expect(totals?.orderTotal).toBe(
      (await listAll(north)).reduce((total, order) => total + toMinor(Number(order.orderTotal)), 0) / 100,
    );
    expect(totals?.orderTotal).toBeLessThan(Number(all.totals?.orderTotal));
  });

  it('are left out on request, which leaves the count as it is', async () => {
    for (const email of ['admin@meridian.example', 'north.admin@meridian.example', 'staff@meridian.example'])
      for (const query of ['', '&orderStatusId=30', '&requiresApprovalOnly=1']) {
        const person = await portal.as(email);
        const [without, complete] = [await list(person, `?totals=false${query}`), await list(person, `?limit=10${query}`)];
        expect([email, query, without]).toEqual([email, query, { ...complete, totals: null }]);
        expect([email, query, complete.totalCount]).toEqual([email, query, (await listAll(person, query)).length]);
      }
  });
});

describe('an order in the list', () => {
  const cancelAllowed = async (person: TestClient, orderId: number) =>
    (await list(person, `?searchTerm=${orderId}&limit=250`)).orders.find(({ id }) => id === orderId)?.cancelAllowed;

  it('can be cancelled by its person, who placed it and an Admin in scope until picking starts, but not by an approver', async () => {
    const owner = await portal.as((await aPerson(portal.db, { role: 'Staff' })).email);
    const buyer = await portal.as((await aPerson(portal.db)).email);
    const approver = await portal.as((await aPerson(portal.db, { approver: true })).email);
    const admin = await portal.as('north.admin@meridian.example');
    const product = await aStockedProduct(portal.db);
    const id = await orderItems(portal.db, buyer, anItem(product));
    await sql`update orders set customer_id = ${owner.customerId} where id = ${id}`.execute(portal.db);
    const forAll = () => Promise.all([owner, buyer, admin, approver].map((person) => cancelAllowed(person, id)));

    for (const state of [10, 20, 50]) {
      await sql`update orders set order_state_id = ${state} where id = ${id}`.execute(portal.db);
      expect([state, await forAll()]).toEqual([state, [true, true, true, false]]);
    }
    for (const state of [30, 40, 60]) {
      await sql`update orders set order_state_id = ${state} where id = ${id}`.execute(portal.db);
      expect([state, await forAll()]).toEqual([state, [false, false, false, false]]);
    }
    await sql`update orders set order_state_id = 20, picking_started_at = now() where id = ${id}`.execute(portal.db);
    expect(await forAll()).toEqual([false, false, false, false]);
  });

  it('names the order that it replaces, and the one that replaces it', async () => {
    const owner = await portal.as((await aPerson(portal.db, { groupIds: [] })).email);
    const product = await aStockedProduct(portal.db);
    const [first, second] = [
      await orderItems(portal.db, owner, anItem(product)),
      await orderItems(portal.db, owner, anItem(product)),
    ];
    await sql`update orders set replaces_order_id = ${first} where id = ${second}`.execute(portal.db);
    await sql`update orders set replaced_by_order_id = ${second} where id = ${first}`.execute(portal.db);

    expect((await list(owner)).orders).toMatchObject([
      { id: second, replacesOrderId: first, replacedByOrderId: null },
      { id: first, replacesOrderId: null, replacedByOrderId: second },
    ]);
  });
});
