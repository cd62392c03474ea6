import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  addItems,
  anItem,
  aPerson,
  aStockedProduct,
  fillCart,
  orderItems,
  requestSummary,
  SOUTH,
  submitOrder,
} from '#api/testing/builders.ts';
import { useBuyerAndShirt } from '#api/testing/buyer-and-shirt.ts';
import { cartOf, listQuantities, reorder, setFreeStock, undoReorder } from '#api/testing/reorder.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { aManagedWearer, orderFor, signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
const given = useBuyerAndShirt(portal, [50]);

/** Lets the first result of re-orders expire. */
const passTenSeconds = () =>
  sql`update idempotency_key set created_at = created_at - interval '10 seconds' where key like 'reorder:%'`.execute(portal.db);

describe('who orders again', () => {
  it('is the person of the order, an Admin who sees it, or who orders for them', async () => {
    const { shirt: garment, wearer, admin } = await aManagedWearer(portal);
    const order = await orderItems(portal.db, wearer, anItem(garment));

    const byAdmin = await reorder(admin, order);
    const bySales = await reorder(await orderFor(portal, wearer.customerId), order);

    // For an Admin, the pieces remain those of the wearer.
    expect(byAdmin.body).toMatchObject({ items: [{ customerId: wearer.customerId, coveredQuantity: 1 }] });
    expect(listQuantities(await cartOf(admin))).toEqual([[garment.id, 1]]);
    expect([bySales.status, listQuantities(await cartOf(wearer))]).toEqual([200, [[garment.id, 1]]]);
  });

  it('is no one else: 403 for those who see the order, 404 for the rest', async () => {
    const { shirt: garment, wearer } = await aManagedWearer(portal);
    const order = await orderItems(portal.db, wearer, anItem(garment));
    const others = {
      buyer: await signInAs(portal, { role: 'Buyer' }),
      approver: await signInAs(portal, { role: 'Buyer', approver: true }),
      staff: await signInAs(portal, { role: 'Staff' }),
      southern: await signInAs(portal, { role: 'Admin', adminableGroupIds: [SOUTH.groupId], groupIds: [SOUTH.groupId] }),
      foreign: await signInAs(portal, { role: 'Admin', organisationId: 2, groupIds: [], resortId: null }),
    };
    const calls = { 'POST /api/reorder': reorder, 'POST /api/reorder/undo': undoReorder };
    for (const call of Object.values(calls)) {
      const statuses = [];
      for (const person of Object.values(others)) statuses.push((await call(person, order)).status);
      expect(statuses).toEqual([403, 403, 404, 404, 404]);
      expect((await call(wearer, 2_000_000_000)).status).toBe(404);
    }
    expect((await reorder(wearer, 'x')).status).toBe(422);
    await sql`delete from customer_role where customer_id = ${wearer.customerId} and role_id = 34`.execute(portal.db);
    await portal.settled();
    expect((await reorder(wearer, order)).status).toBe(403);
  });

  it('adds lines for other people only while the person may order for them', async () => {
    const stays = await aPerson(portal.db, { role: 'Staff', firstName: 'Stella' });
    const leaves = await aPerson(portal.db, { role: 'Staff', firstName: 'Leo' });
    const order = await orderItems(
      portal.db,
      given.buyer,
      { ...anItem(given.shirt), customerId: stays.id },
      { ...anItem(given.shirt, 2), customerId: leaves.id },
      anItem(given.shirt, 3),
    );
    await sql`delete from customer_group where customer_id = ${leaves.id}`.execute(portal.db);

    const { body } = await reorder(given.buyer, order);

    expect(body.items.map(({ customerId, quantity }) => [customerId, quantity])).toEqual([
      [stays.id, 1],
      [null, 3],
    ]);
    expect(body.warnings).toEqual([`${given.shirt.name} for Leo Forthetest: You can no longer order for Leo Forthetest.`]);
  });
});

describe('repeating a re-order', () => {
  it('within ten seconds gets the first result and adds nothing', async () => {
    const order = await orderItems(portal.db, given.buyer, anItem(given.shirt, 2));
    await setFreeStock(portal, given.shirt, 3);

    const first = await reorder(given.buyer, order);
    const again = await reorder(given.buyer, order);

    expect(again.body).toEqual(first.body);
    expect(listQuantities(await cartOf(given.buyer))).toEqual([[given.shirt.id, 2]]);
    await passTenSeconds();
    expect((await reorder(given.buyer, order)).body.lines).toMatchObject([{ addedQuantity: 1 }]);
    expect(listQuantities(await cartOf(given.buyer))).toEqual([[given.shirt.id, 3]]);
  });

  it('at the same moment adds once, also after the first result has expired', async () => {
    const order = await orderItems(portal.db, given.buyer, anItem(given.shirt));
    for (const expected of [1, 2]) {
      const answers = await Promise.all(Array.from({ length: 6 }, () => reorder(given.buyer, order)));

      expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      expect(listQuantities(await cartOf(given.buyer))).toEqual([[given.shirt.id, expected]]);
      await passTenSeconds();
    }
  });

  it('adds again at once what has been removed or ordered since', async () => {
    const order = await orderItems(portal.db, given.buyer, anItem(given.shirt));
    const { body } = await reorder(given.buyer, order);
    await given.buyer.delete(`/api/shopping_cart_items/${body.items[0]?.id}`);

    const afterRemoval = await Promise.all([reorder(given.buyer, order), reorder(given.buyer, order)]);

    expect(afterRemoval.map(({ body: { items } }) => listQuantities({ items }))).toEqual([
      [[given.shirt.id, 1]],
      [[given.shirt.id, 1]],
    ]);
    await requestSummary(portal.db, given.buyer);
    expect((await submitOrder(given.buyer)).status).toBe(200);
    await reorder(given.buyer, order);
    expect(listQuantities(await cartOf(given.buyer))).toEqual([[given.shirt.id, 1]]);
  });

  it('is separate for each order and person', async () => {
    const [first, second] = [
      await orderItems(portal.db, given.buyer, anItem(given.shirt)),
      await orderItems(portal.db, given.buyer, anItem(given.shirt)),
    ];
    const admin = await signInAs(portal, { role: 'Admin' });

    for (const [person, order] of [
      [given.buyer, first],
      [given.buyer, second],
      [admin, first],
    ] as const)
      await reorder(person, order);

    expect([listQuantities(await cartOf(given.buyer)), listQuantities(await cartOf(admin))]).toEqual([
      [[given.shirt.id, 2]],
      [[given.shirt.id, 1]],
    ]);
  });
});

describe('undoing a re-order', () => {
  it('removes what it added and nothing else, and lets the order be ordered again at once', async () => {
    const cap = await aStockedProduct(portal.db);
    const order = await orderItems(portal.db, given.buyer, anItem(given.shirt, 2), anItem(cap));
    await fillCart(given.buyer, anItem(given.shirt, 5));
    await reorder(given.buyer, order);

    const undone = await undoReorder(given.buyer, order);

    expect([undone.status, listQuantities(undone.body)]).toEqual([200, [[given.shirt.id, 5]]]);
    expect(listQuantities((await undoReorder(given.buyer, order)).body)).toEqual([[given.shirt.id, 5]]);
    expect(listQuantities((await reorder(given.buyer, order)).body)).toEqual([
      [given.shirt.id, 7],
      [cap.id, 1],
    ]);
  });

  it('leaves lines alone that have been changed or removed since', async () => {
    const cap = await aStockedProduct(portal.db);
    const order = await orderItems(portal.db, given.buyer, anItem(given.shirt, 3), anItem(cap));
    const { body } = await reorder(given.buyer, order);
    const [shirts, caps] = body.items.map(({ id }) => id);
    await given.buyer.put(`/api/shopping_cart_items/${shirts}`, { shoppingCartItem: { quantity: 5 } });
    await given.buyer.delete(`/api/shopping_cart_items/${caps}`);
    await addItems(given.buyer, anItem(cap, 4));

    expect(listQuantities((await undoReorder(given.buyer, order)).body)).toEqual([
      [given.shirt.id, 2],
      [cap.id, 4],
    ]);
  });
});

describe('an order placed from a re-order', () => {
  it('says so, unless something else was added', async () => {
    const order = await orderItems(portal.db, given.buyer, anItem(given.shirt));
    const cap = await aStockedProduct(portal.db);
    await reorder(given.buyer, order);
    const again = await orderPlaced();
    await passTenSeconds();
    await reorder(given.buyer, order);
    const mixed = await orderItems(portal.db, given.buyer, anItem(cap));

    const { rows } = await sql<{ origin: string }>`
      select origin from orders where id = any (${[order, again, mixed]}::bigint[]) order by id`.execute(portal.db);
    expect(rows.map(({ origin }) => origin)).toEqual(['portal', 'reorder', 'portal']);
  });

  const orderPlaced = async () => {
    await requestSummary(portal.db, given.buyer);
    return (await submitOrder(given.buyer)).body.orderId as number;
  };
});
