import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { formatDay } from '#api/platform/local-day.ts';
import {
  addItems,
  anItem,
  aPerson,
  aStockedProduct,
  createCheckoutChoices,
  fillCart,
  orderItems,
  requestSummary,
  type StockedProduct,
  submitOrder,
} from '#api/testing/builders.ts';
import { syncWearers } from '#api/testing/entitlement.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { aWearer, orderFor } from '#api/testing/wearers.ts';

const portal = usePortal();
let wearer: TestClient;
let listed: StockedProduct;
let other: StockedProduct;

const OUTSIDE = 'This product is not part of the wardrobe, so it cannot be ordered.';

const cartOf = async (person: TestClient) => (await person.get<'GET /api/shopping_cart_items'>('/api/shopping_cart_items')).body;
const summarise = async (person: TestClient) =>
  person.post<'POST /api/checkoutsummary'>('/api/checkoutsummary', { checkout: await createCheckoutChoices(portal.db, person) });

/** Writes what the person is owed, as the calls do that change memberships. */
const sync = ({ customerId }: TestClient) => syncWearers(portal, customerId);

/** What cart, summary and placing say about a cart whose only line cannot be ordered. */
async function reasonsFor(person: TestClient) {
  const [cart, summary, placed] = [await cartOf(person), await summarise(person), await submitOrder(person)];
  expect([cart.canCheckout, summary.status, summary.body.canPlaceOrder, placed.status]).toEqual([false, 200, false, 400]);
  expect(summary.body.items[0]?.warnings).toEqual(cart.items[0]?.warnings);
  return { warnings: cart.items[0]?.warnings, errors: placed.errors.cart };
}

beforeEach(async () => {
  listed = await aStockedProduct(portal.db);
  other = await aStockedProduct(portal.db);
  wearer = (await aWearer(portal, [listed])).client;
});

describe('someone whose only ordering permission is that for the uniform builder', () => {
  it('adds and orders what an open group of their wardrobes lists', async () => {
    expect(await orderItems(portal.db, wearer, anItem(listed, 2))).toBeGreaterThan(0);
  });

  it('is refused every other product, which stays out of the cart', async () => {
    const { status, errors } = await addItems(wearer, anItem(listed), anItem(other, 40));

    expect([status, errors]).toEqual([400, { 'items[1]': [OUTSIDE] }]);
    expect((await cartOf(wearer)).items).toEqual([]);
  });

  it('is refused by an account that orders for them, too', async () => {
    for (const by of ['sales@meridian.example', 'admin@meridian.example']) {
      const colleague = await orderFor(portal, wearer.customerId, by);
      const { errors } = await addItems(colleague, anItem(other));
      expect([by, errors]).toEqual([by, { 'items[0]': [OUTSIDE] }]);
    }
    expect((await cartOf(wearer)).items).toEqual([]);
  });

  it('can be ordered for by Sales, who do not hold the permission', async () => {
    const sales = await orderFor(portal, wearer.customerId);

    await fillCart(sales, anItem(listed));
    await requestSummary(portal.db, sales, await createCheckoutChoices(portal.db, wearer));
    const { body } = await submitOrder(sales);

    const { rows } = await sql`select customer_id, placed_by_id from orders where id = ${body.orderId}`.execute(portal.db);
    expect(rows).toEqual([{ customer_id: wearer.customerId, placed_by_id: sales.customerId }]);
  });

  it('orders products of an either/or only under the option that they chose', async () => {
    const { client, optionId } = await aWearer(portal, [listed], { underOption: true });
    expect((await addItems(client, anItem(listed))).errors).toEqual({ 'items[0]': [OUTSIDE] });

    await sql`insert into customer_super_group_option (organisation_id, customer_id, super_group_option_id)
      values (1, ${client.customerId}, ${optionId})`.execute(portal.db);
    await sync(client);

    expect((await addItems(client, anItem(listed))).status).toBe(200);
  });

  it('orders what their wardrobe lists even if it is limited to another business area, but not to another role', async () => {
    const limit = async (list: string) => {
      await sql`update product_listing set ${sql.raw(list)} = '{4}' where organisation_id = 1 and product_id = ${listed.id}`.execute(
        portal.db,
      );
      return (await addItems(wearer, anItem(listed))).status;
    };

    expect([await limit('business_area_ids'), await limit('role_ids')]).toEqual([200, 404]);
  });

  it('cannot order lines that were in the cart before the wardrobe was withdrawn, but can remove them', async () => {
    const { client, collectionId } = await aWearer(portal, [listed]);
    await fillCart(client, anItem(listed, 2));
    await sql`delete from customer_collection where customer_id = ${client.customerId} and collection_id = ${collectionId}`.execute(
      portal.db,
    );
    await sync(client);
    await portal.settled();

    expect(await reasonsFor(client)).toEqual({ warnings: [OUTSIDE], errors: [`${listed.name}: ${OUTSIDE}`] });
    const line = (await cartOf(client)).items[0]?.id;
    const change = (quantity: number) =>
      client.put<'PUT /api/shopping_cart_items/:id'>(`/api/shopping_cart_items/${line}`, { quantity });
    expect((await change(3)).errors).toEqual({ shoppingCartItem: [OUTSIDE] });
    expect([(await change(1)).status, (await change(0)).body.items]).toEqual([200, []]);
  });

  it('cannot order for someone else by naming them as the wearer', async () => {
    const buyer = (await aWearer(portal, [listed], { role: 'Buyer' })).client;
    const colleague = (await aWearer(portal, [listed])).client;
    await sql`delete from customer_role where customer_id = ${buyer.customerId} and role_id = 35`.execute(portal.db);
    await sql`insert into customer_role values (1, ${buyer.customerId}, 34)`.execute(portal.db);
    await portal.settled();

    expect((await addItems(buyer, { ...anItem(listed), customerId: colleague.customerId })).status).toBe(404);
    expect((await addItems(buyer, { ...anItem(listed), customerId: buyer.customerId })).status).toBe(200);
  });
});

describe('someone without any ordering permission', () => {
  it('cannot add, change, summarise or place, and the cart says why', async () => {
    const buyer = await portal.as((await aPerson(portal.db)).email);
    const { items } = await fillCart(buyer, anItem(other));
    await requestSummary(portal.db, buyer);
    await sql`insert into role (id, organisation_id, name) values (990, 1, 'Looks only') on conflict do nothing`.execute(
      portal.db,
    );
    await sql`insert into role_permission values (1, 990, 'AllowStockEnquiry') on conflict do nothing`.execute(portal.db);
    await sql`update customer_role set role_id = 990 where customer_id = ${buyer.customerId} and role_id = 35`.execute(portal.db);
    await portal.settled();

    const responses = [
      await addItems(buyer, anItem(other)),
      await buyer.put('/api/shopping_cart_items/1', { quantity: 1 }),
      await buyer.post('/api/checkoutsummary', {}),
      await submitOrder(buyer),
    ];

    expect(responses.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    const cart = await cartOf(buyer);
    expect([cart.canCheckout, cart.items[0]?.warnings]).toEqual([
      false,
      ['This account has no permission to order. An administrator can change that.'],
    ]);
    expect((await buyer.delete(`/api/shopping_cart_items/${items[0]?.id}`)).status).toBe(200);
  });
});

describe('outside the ordering window of the season', () => {
  const closed = { opensOn: '2025-01-01', closesOn: '2025-01-31' };
  const future = { opensOn: '2037-03-02' };

  it.each([
    ['has closed', closed, 'closed on 31 January 2025.'],
    ['has not opened', future, 'opens on 2 March 2037.'],
  ])('nothing can be added once it %s, from any screen', async (_, window, message) => {
    for (const role of ['Staff', 'Buyer', 'Admin'] as const) {
      const { client } = await aWearer(portal, [listed], { role, ...window });
      const { errors } = await addItems(client, { ...anItem(listed), source: 'builder' });
      expect([role, errors]).toEqual([role, { 'items[0]': [`Ordering ${message}`] }]);
    }
  });

  it('cart, summary and placing explain and refuse what was added before', async () => {
    const { client, seasonId } = await aWearer(portal, [listed]);
    await fillCart(client, anItem(listed));
    await requestSummary(portal.db, client);
    await sql`update season set ordering_closes_on = '2025-01-31' where id = ${seasonId}`.execute(portal.db);

    const reason = 'Ordering closed on 31 January 2025.';
    expect(await reasonsFor(client)).toEqual({ warnings: [reason], errors: [`${listed.name}: ${reason}`] });
  });

  it('applies to the wearer of a line, regardless of who orders it, and not to goods for the site', async () => {
    const { client } = await aWearer(portal, [listed], closed);
    const buyer = await portal.as((await aPerson(portal.db)).email);

    expect((await addItems(buyer, { ...anItem(listed), customerId: client.customerId })).errors).toEqual({
      'items[0]': ['Ordering closed on 31 January 2025.'],
    });
    expect((await addItems(buyer, { ...anItem(other), customerId: client.customerId })).status).toBe(200);
    expect((await addItems(buyer, anItem(listed))).status).toBe(200);
    const colleague = await orderFor(portal, client.customerId, 'admin@meridian.example');
    expect((await addItems(colleague, anItem(listed))).status).toBe(400);
  });

  it('a wardrobe without a season follows the seasons of its wearer, otherwise the current one', async () => {
    const { client, collectionId, seasonId } = await aWearer(portal, [listed], closed);
    await sql`update collection set season_id = null where organisation_id = 1 and id = ${collectionId}`.execute(portal.db);
    await sync(client);
    expect((await addItems(client, anItem(listed))).status).toBe(200);

    await sql`insert into customer_season values (1, ${client.customerId}, ${seasonId})`.execute(portal.db);
    await sync(client);
    expect((await addItems(client, anItem(listed))).errors['items[0]']?.[0]).toContain('closed on 31 January 2025.');

    await sql`insert into customer_season select 1, ${client.customerId}, id from season where organisation_id = 1 and is_current`.execute(
      portal.db,
    );
    await sync(client);
    expect((await addItems(client, anItem(listed))).status).toBe(200);
  });
});

it('pieces count in the season whose ordering window is open, until its last day', async () => {
  await sql`update organisation set time_zone = 'UTC' where id = 1`.execute(portal.db);
  await portal.settled();
  const today = new Date().toISOString().slice(0, 10);
  const { client, collectionId, seasonId } = await aWearer(portal, [listed], { closesOn: today });
  await sql`update collection set season_id = null where organisation_id = 1 and id = ${collectionId}`.execute(portal.db);
  // A season that began later, and would come first.
  const closed = await sql<{ id: number }>`
    insert into season (organisation_id, name, starts_on, ends_on, ordering_closes_on) values (1, 'Closed', '2025-01-01', '2040-12-31', '2025-01-31')
    returning id`.execute(portal.db);
  await sql`insert into customer_season select 1, ${client.customerId}, unnest(${[seasonId, closed.rows[0]?.id]}::bigint[])`.execute(
    portal.db,
  );
  await sync(client);
  await fillCart(client, anItem(listed));
  await requestSummary(portal.db, client);

  expect((await submitOrder(client)).status).toBe(200);
  const { rows } = await sql`
    select season_id as season, reserved from entitlement_account where customer_id = ${client.customerId} and status = 'open' order by reserved desc`.execute(
    portal.db,
  );
  expect(rows).toEqual([
    { season: seasonId, reserved: 1 },
    { season: closed.rows[0]?.id, reserved: 0 },
  ]);
});

describe('opted out of the uniform', () => {
  it('nothing that counts in a wardrobe can be ordered, regardless of who orders it', async () => {
    const { client } = await aWearer(portal, [listed]);
    const buyer = await portal.as((await aPerson(portal.db)).email);
    await fillCart(client, anItem(listed));
    await sql`update customer set wardrobe_opt_out_at = now() where id = ${client.customerId}`.execute(portal.db);

    const reason = 'No uniform can be ordered after an opt-out. An administrator can undo it.';
    expect((await reasonsFor(client)).warnings).toEqual([reason]);
    expect((await addItems(buyer, { ...anItem(listed), customerId: client.customerId })).errors).toEqual({
      'items[0]': ['Made Forthetest has opted out of the uniform. An administrator can undo it.'],
    });
    expect((await addItems(buyer, { ...anItem(other), customerId: client.customerId })).status).toBe(200);
  });
});

describe('after the last day of work', () => {
  // Leavers can still log in for some days, and nothing can be ordered.
  const LAST_DAY = new Date(Date.now() - 5 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  const leave = (client: TestClient, day: string) =>
    sql`update customer set ends_on = ${day}::date where id = ${client.customerId}`.execute(portal.db);

  it('nothing can be ordered by the person', async () => {
    const buyer = await portal.as((await aPerson(portal.db)).email);
    await fillCart(buyer, anItem(other));
    await leave(buyer, LAST_DAY);

    expect((await reasonsFor(buyer)).warnings).toEqual([
      `The last day of work was ${formatDay(LAST_DAY)}, so nothing can be ordered.`,
    ]);
  });

  it('nothing can be ordered for the person', async () => {
    const buyer = await portal.as((await aPerson(portal.db)).email);
    await leave(wearer, LAST_DAY);

    expect((await addItems(buyer, { ...anItem(other), customerId: wearer.customerId })).errors).toEqual({
      'items[0]': [`Made Forthetest’s last day of work was ${formatDay(LAST_DAY)}, so nothing can be ordered for them.`],
    });
    expect((await addItems(await orderFor(portal, wearer.customerId), anItem(listed))).status).toBe(400);
  });

  it('the last day itself is a working day', async () => {
    const today = new Date().toISOString().slice(0, 10);
    await sql`update organisation set time_zone = 'UTC' where id = 1`.execute(portal.db);
    await leave(wearer, today);
    await portal.settled();

    expect((await addItems(wearer, anItem(listed))).status).toBe(200);
  });
});
