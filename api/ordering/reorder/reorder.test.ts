import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  anItem,
  aStockedProduct,
  aWardrobe,
  fillCart,
  NORTH,
  orderItems,
  setProductPrice,
  unpublishProduct,
} from '#api/testing/builders.ts';
import { useBuyerAndShirt } from '#api/testing/buyer-and-shirt.ts';
import { findLedgerFaults, syncWearers } from '#api/testing/entitlement.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { cartOf, listQuantities, reorder, setFreeStock, undoReorder } from '#api/testing/reorder.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { aWearer, signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
const given = useBuyerAndShirt(portal, [50]);

describe('ordering again', () => {
  it('adds every line with its quantity, at today’s price', async () => {
    const cap = await aStockedProduct(portal.db, { stock: [9, 9] });
    const order = await orderItems(portal.db, given.buyer, anItem(given.shirt, 2), anItem(cap, 3, 1));
    await setProductPrice(portal.db, given.shirt.id, 1250);

    const { status, body } = await reorder(given.buyer, order);

    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      msg: null,
      warnings: [],
      totalQuantity: 5,
      subTotalExclTax: 55,
      canCheckout: true,
      lines: [
        {
          productName: given.shirt.name,
          quantity: 2,
          addedQuantity: 2,
          unitPrice: 12.5,
          previousUnitPrice: 10,
          reasons: [],
          notes: [],
        },
        { attributeDescription: 'Size 1', quantity: 3, addedQuantity: 3, unitPrice: 10, previousUnitPrice: 10 },
      ],
    });
    expect(body.items.map(({ combinationId }) => combinationId)).toEqual([
      given.shirt.combinations[0]?.id,
      cap.combinations[1]?.id,
    ]);
    expect(body.lines.map(({ shoppingCartItemId }) => shoppingCartItemId)).toEqual(body.items.map(({ id }) => id));
    expect(await cartOf(given.buyer)).toMatchObject({ items: body.items, subTotalExclTax: 55 });
  });

  it('adds what it can, and names what it could not with the reason', async () => {
    const [gone, scarce, empty, disabled, sizes] = [
      await aStockedProduct(portal.db),
      await aStockedProduct(portal.db),
      await aStockedProduct(portal.db),
      await aStockedProduct(portal.db),
      await aStockedProduct(portal.db, { stock: [5, 5] }),
    ];
    const products = [gone, given.shirt, scarce, empty, disabled];
    const order = await orderItems(portal.db, given.buyer, ...products.map((product) => anItem(product, 5)), anItem(sizes, 1, 1));
    await unpublishProduct(portal.db, gone.id);
    await setFreeStock(portal, scarce, 2);
    await setFreeStock(portal, empty, 0);
    await sql`update product set disable_buy_button = true where id = ${disabled.id}`.execute(portal.db);
    await sql`update combination set discontinued = true where id = ${sizes.combinations[1]?.id}`.execute(portal.db);
    await sql`select refresh_listing(array[1]::bigint[], ${[disabled.id, sizes.id]}::bigint[])`.execute(portal.db);

    const { status, body } = await reorder(given.buyer, order);

    const reasons = [
      ['This product is no longer available.'],
      [],
      ['Your quantity exceeds stock on hand. The maximum quantity that can be added is 2.'],
      ['Out of stock.'],
      ['Buying is disabled for this product.'],
      ['This colour, size or fit is no longer available.'],
    ];
    expect(status).toBe(200);
    expect(body.lines.map((line) => [line.addedQuantity, line.reasons])).toEqual(
      [0, 5, 2, 0, 0, 0].map((added, index) => [added, reasons[index]]),
    );
    expect(body.msg).toBe('Some lines could not be added to the cart in full.');
    expect(body.warnings).toEqual([
      `${gone.name}: ${reasons[0]}`,
      `${scarce.name}: 2 of 5 added. ${reasons[2]}`,
      `${empty.name}: ${reasons[3]}`,
      `${disabled.name}: ${reasons[4]}`,
      `${sizes.name}, Size 1: ${reasons[5]}`,
    ]);
    expect(listQuantities(await cartOf(given.buyer))).toEqual([
      [given.shirt.id, 5],
      [scarce.id, 2],
    ]);
  });

  it('is refused when nothing can be added, with a sentence for each line, and leaves the cart alone', async () => {
    const cap = await aStockedProduct(portal.db);
    const order = await orderItems(portal.db, given.buyer, anItem(given.shirt), anItem(cap));
    await unpublishProduct(portal.db, given.shirt.id);
    await setFreeStock(portal, cap, 0);

    const refused = await reorder(given.buyer, order);

    expect([refused.status, refused.errors]).toEqual([
      400,
      { order: [`${given.shirt.name}: This product is no longer available.`, `${cap.name}: Out of stock.`] },
    ]);
    expect((await cartOf(given.buyer)).items).toEqual([]);
    await setFreeStock(portal, cap, 1);
    expect((await reorder(given.buyer, order)).status).toBe(200);
  });

  it('shares stock with what the cart holds, and keeps what it holds', async () => {
    const order = await orderItems(portal.db, given.buyer, anItem(given.shirt, 5));
    await fillCart(given.buyer, anItem(given.shirt, 2));
    await setFreeStock(portal, given.shirt, 6);

    const { body } = await reorder(given.buyer, order);

    expect(listQuantities(body)).toEqual([[given.shirt.id, 6]]);
    expect(body.lines).toMatchObject([
      {
        addedQuantity: 4,
        reasons: [
          'Your quantity exceeds stock on hand. The maximum quantity that can be added is 6.',
          'The cart already holds 2.',
        ],
      },
    ]);
  });

  it('keeps to the quantities that a product is sold in', async () => {
    const packs = await aStockedProduct(portal.db, { allowed: [2, 6, 12] });
    const few = await aStockedProduct(portal.db);
    const order = await orderItems(portal.db, given.buyer, anItem(packs, 12), anItem(few, 4));
    await setFreeStock(portal, packs, 11);
    await sql`update product set order_maximum_quantity = 3 where id = ${few.id}`.execute(portal.db);
    await sql`select refresh_listing(array[1]::bigint[], ${[few.id]}::bigint[])`.execute(portal.db);

    expect(listQuantities((await reorder(given.buyer, order)).body)).toEqual([
      [packs.id, 6],
      [few.id, 3],
    ]);
  });

  it('hides prices from people who see none', async () => {
    // Points replace prices.
    const { client } = await aWearer(portal, [given.shirt], { allocationTypeId: 30, budgetPoints: 50, points: 10 });
    const order = await orderItems(portal.db, client, anItem(given.shirt));

    expect((await reorder(client, order)).body.lines).toMatchObject([
      { addedQuantity: 1, unitPrice: null, previousUnitPrice: null },
    ]);
  });

  it('takes the same number of statements however many lines there are', async () => {
    const products = await Promise.all(Array.from({ length: 6 }, () => aStockedProduct(portal.db)));
    const count = async (items: object[]) => {
      const order = await orderItems(portal.db, given.buyer, ...items);
      await setFreeStock(portal, given.shirt, 1);
      // The first time, details of garments are read.
      await reorder(given.buyer, order);
      await undoReorder(given.buyer, order);
      const before = portal.statementsSent();
      await reorder(given.buyer, order);
      const sent = portal.statementsSent() - before;
      await undoReorder(given.buyer, order);
      await setFreeStock(portal, given.shirt, 50);
      return sent;
    };
    const one = await count([anItem(given.shirt, 2)]);
    expect(await count([anItem(given.shirt, 2), ...products.map((product) => anItem(product))])).toBe(one);
  });
});

describe('ordering a uniform again', () => {
  it('adds as many pieces as the entitlement still covers, over all lines', async () => {
    const skirt = await aStockedProduct(portal.db);
    const { client, id, groupId } = await aWearer(portal, [given.shirt, skirt], { quantity: 10 });
    const order = await orderItems(portal.db, client, anItem(given.shirt, 3), anItem(skirt, 2));
    await sql`update collection_group set quantity = 9 where id = ${groupId}`.execute(portal.db);
    await syncWearers(portal, id);

    const { body } = await reorder(client, order);

    expect(body.lines.map(({ addedQuantity, reasons }) => [addedQuantity, reasons])).toEqual([
      [3, []],
      [1, ['You have only 4 left in Garments.']],
    ]);
    expect(body.items.map(({ coveredQuantity, beyondQuantity }) => [coveredQuantity, beyondQuantity])).toEqual([
      [3, 0],
      [1, 0],
    ]);
    expect(await findLedgerFaults(portal.db)).toEqual([]);
  });

  it('says what nothing is left of', async () => {
    const { client } = await aWearer(portal, [given.shirt]);
    const order = await orderItems(portal.db, client, anItem(given.shirt, 3));

    const refused = await reorder(client, order);

    expect([refused.status, refused.errors]).toEqual([
      400,
      { order: [`${given.shirt.name}: You have nothing left in Garments.`] },
    ]);
  });

  it('does not take from other lines of the cart what they need', async () => {
    const skirt = await aStockedProduct(portal.db);
    const { client, id, groupId } = await aWearer(portal, [given.shirt, skirt], { quantity: 4 });
    const named = { collectionGroupId: groupId };
    const order = await orderItems(portal.db, client, anItem(given.shirt, 4));
    await sql`update collection_group set quantity = 8 where id = ${groupId}`.execute(portal.db);
    await syncWearers(portal, id);
    await fillCart(client, { ...anItem(given.shirt), ...named }, { ...anItem(skirt, 2), ...named });

    const { body } = await reorder(client, order);

    expect(body.lines.map(({ addedQuantity }) => addedQuantity)).toEqual([1]);
    expect(body.items.map(({ quantity, warnings }) => [quantity, warnings])).toEqual([
      [2, []],
      [2, []],
    ]);
    expect(body.lines[0]?.reasons.at(-1)).toBe('The cart already holds 1.');
  });

  it('spends a budget of points and of money only once', async () => {
    for (const budget of [
      { allocationTypeId: 30, budgetPoints: 50, points: 10, quantity: null },
      { allocationTypeId: 40, budgetMinor: 5000, quantity: null },
    ]) {
      const { client } = await aWearer(portal, [given.shirt], budget);
      const order = await orderItems(portal.db, client, anItem(given.shirt, 3));

      const { status, body } = await reorder(client, order);

      expect([status, body.lines?.map(({ addedQuantity }) => addedQuantity)]).toEqual([200, [2]]);
    }
  });

  it('asks for a new reason where pieces beyond the entitlement need approval', async () => {
    const { client } = await aWearer(portal, [given.shirt], { beyond: 'approval' });
    const order = await orderItems(portal.db, client, { ...anItem(given.shirt, 4), reason: 'Torn' });

    const { body } = await reorder(client, order);

    expect(body.lines).toMatchObject([
      { addedQuantity: 4, reasons: [], notes: ['4 beyond what is left in Garments: please give a reason when you order.'] },
    ]);
    expect(body.items).toMatchObject([{ beyondQuantity: 4, reason: null }]);
  });

  it('counts in the group that lists the product today, and says when none does', async () => {
    const admin = await signInAs(portal, { role: 'Admin', adminableGroupIds: [NORTH.groupId] });
    const first = await aWardrobe(portal.db, admin.customerId, [given.shirt], { quantity: 10 });
    const wardrobe = await aWardrobe(portal.db, admin.customerId, [given.shirt], { quantity: 10 });
    const order = await orderItems(portal.db, admin, {
      ...anItem(given.shirt),
      source: 'builder',
      collectionGroupId: wardrobe.groupId,
    });
    const groupOf = async () => {
      const { items, lines } = (await reorder(admin, order)).body;
      await undoReorder(admin, order);
      return [items[0]?.collectionGroupId, items[0]?.customerId, lines[0]?.notes];
    };
    const removeFrom = (groupId: number) =>
      sql`delete from collection_group_product where collection_group_id = ${groupId}`.execute(portal.db);

    expect(await groupOf()).toEqual([wardrobe.groupId, admin.customerId, []]);
    await removeFrom(wardrobe.groupId);
    await syncWearers(portal, admin.customerId);
    expect(await groupOf()).toEqual([first.groupId, admin.customerId, []]);
    await removeFrom(first.groupId);
    await syncWearers(portal, admin.customerId);
    expect(await groupOf()).toEqual([
      null,
      admin.customerId,
      ['It is no longer part of the wardrobe, so it does not count towards the uniform.'],
    ]);
  });

  /** Whether the list and the page of an order offer to order it again. */
  const isOffered = async (person: TestClient, order: number) => [
    (await person.get<'GET /api/orders'>('/api/orders')).body.orders.find(({ id }) => id === order)?.reOrderAllowed,
    (await person.get<'GET /api/orders/:id'>(`/api/orders/${order}`)).body.orders[0]?.reOrderAllowed,
  ];

  it('is offered to wearers only while something of the order is left to them', async () => {
    const other = await aStockedProduct(portal.db);
    const wearer = await aWearer(portal, [given.shirt, other], { quantity: 2 });
    const order = await orderItems(portal.db, wearer.client, anItem(given.shirt), anItem(other));
    expect(await isOffered(wearer.client, order)).toEqual([false, false]);

    await sql`update collection_group set quantity = 3 where id = ${wearer.groupId}`.execute(portal.db);
    await syncWearers(portal, wearer.id);
    expect(await isOffered(wearer.client, order)).toEqual([true, true]);
    await unpublishProduct(portal.db, other.id);
    expect(await isOffered(wearer.client, order)).toEqual([true, true]);
    await sql`delete from collection_group_product where collection_group_id = ${wearer.groupId} and product_id = ${given.shirt.id}`.execute(
      portal.db,
    );
    await syncWearers(portal, wearer.id);
    expect(await isOffered(wearer.client, order)).toEqual([false, false]);
  });

  it('is offered to Buyers and Admins only while a piece of it can be ordered', async () => {
    const admin = await signInAs(portal, { role: 'Admin', adminableGroupIds: [NORTH.groupId] });
    const wearer = await aWearer(portal, [given.shirt], { quantity: 9 });
    const order = await orderItems(portal.db, given.buyer, { ...anItem(given.shirt), customerId: wearer.id });
    const offered = async () => [...(await isOffered(given.buyer, order)), ...(await isOffered(admin, order))];
    expect(await offered()).toEqual([true, true, true, true]);

    await sql`update season set ordering_closes_on = '2020-02-01' where id = ${wearer.seasonId}`.execute(portal.db);
    expect(await offered()).toEqual([false, false, false, false]);
    expect((await reorder(given.buyer, order)).status).toBe(400);
    await sql`update season set ordering_closes_on = null where id = ${wearer.seasonId}`.execute(portal.db);
    await sql`update customer set active = false where id = ${wearer.id}`.execute(portal.db);
    expect(await offered()).toEqual([false, false, false, false]);
  });

  it('is offered for garments for the site, as long as they can be seen', async () => {
    const mop = await aStockedProduct(portal.db);
    const order = await orderItems(portal.db, given.buyer, anItem(mop));
    expect(await isOffered(given.buyer, order)).toEqual([true, true]);
    await unpublishProduct(portal.db, mop.id);
    expect(await isOffered(given.buyer, order)).toEqual([false, false]);
  });

  it('is refused to wearers outside their wardrobe, the ordering window and after an opt-out', async () => {
    const refusalOf = async (change: (wearer: { id: number; groupId: number; seasonId: number }) => Promise<unknown>) => {
      const wearer = await aWearer(portal, [given.shirt], { quantity: 10 });
      const order = await orderItems(portal.db, wearer.client, anItem(given.shirt));
      expect(await isOffered(wearer.client, order)).toEqual([true, true]);
      await change(wearer);
      await syncWearers(portal, wearer.id);
      expect(await isOffered(wearer.client, order)).toEqual([false, false]);
      const { status, errors } = await reorder(wearer.client, order);
      return [status, errors.order?.[0]?.replace(`${given.shirt.name}: `, '')];
    };

    expect(
      await refusalOf(({ groupId }) =>
        sql`delete from collection_group_product where collection_group_id = ${groupId}`.execute(portal.db),
      ),
    ).toEqual([400, 'This product is not part of the wardrobe, so it cannot be ordered.']);
    expect(
      await refusalOf(({ seasonId }) =>
        sql`update season set ordering_opens_on = '2020-01-01', ordering_closes_on = '2020-02-01' where id = ${seasonId}`.execute(
          portal.db,
        ),
      ),
    ).toEqual([400, expect.stringMatching(/^Ordering closed on/)]);
    expect(
      await refusalOf(({ id }) => sql`update customer set wardrobe_opt_out_at = now() where id = ${id}`.execute(portal.db)),
    ).toEqual([400, expect.stringMatching(/opt-out/)]);
    expect(
      await refusalOf(({ id }) => sql`update customer set ends_on = current_date - 3 where id = ${id}`.execute(portal.db)),
    ).toEqual([400, expect.stringMatching(/^The last day of work was/)]);
  });
});
