import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  anItem,
  aPerson,
  aStockedProduct,
  aWardrobe,
  fillCart,
  NORTH,
  orderItems,
  type StockedProduct,
  setProductPrice,
  unpublishProduct,
} from '#api/testing/builders.ts';
import { findLedgerFaults, syncWearers } from '#api/testing/entitlement.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { cartOf, listQuantities, reorder, setFreeStock, undoReorder } from '#api/testing/reorder.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { aWearer, signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
let shirt: StockedProduct;
let buyer: TestClient;

beforeEach(async () => {
  shirt = await aStockedProduct(portal.db);
  buyer = await portal.as((await aPerson(portal.db)).email);
});

describe('ordering again', () => {
  it('adds every line with its quantity, at today’s price', async () => {
    const cap = await aStockedProduct(portal.db, { stock: [9, 9] });
    const order = await orderItems(portal.db, buyer, anItem(shirt, 2), anItem(cap, 3, 1));
    await setProductPrice(portal.db, shirt.id, 1250);

    const { status, body } = await reorder(buyer, order);

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
          productName: shirt.name,
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
    expect(body.items.map(({ combinationId }) => combinationId)).toEqual([shirt.combinations[0]?.id, cap.combinations[1]?.id]);
    expect(body.lines.map(({ shoppingCartItemId }) => shoppingCartItemId)).toEqual(body.items.map(({ id }) => id));
    expect(await cartOf(buyer)).toMatchObject({ items: body.items, subTotalExclTax: 55 });
  });

  it('adds what it can, and names what it could not with the reason', async () => {
    const [gone, scarce, empty, disabled, sizes] = [
      await aStockedProduct(portal.db),
      await aStockedProduct(portal.db),
      await aStockedProduct(portal.db),
      await aStockedProduct(portal.db),
      await aStockedProduct(portal.db, { stock: [5, 5] }),
    ];
    const products = [gone, shirt, scarce, empty, disabled];
    const order = await orderItems(portal.db, buyer, ...products.map((product) => anItem(product, 5)), anItem(sizes, 1, 1));
    await unpublishProduct(portal.db, gone.id);
    await setFreeStock(portal, scarce, 2);
    await setFreeStock(portal, empty, 0);
    await sql`update product set disable_buy_button = true where id = ${disabled.id}`.execute(portal.db);
    await sql`update combination set discontinued = true where id = ${sizes.combinations[1]?.id}`.execute(portal.db);
    await sql`select refresh_listing(array[1]::bigint[], ${[disabled.id, sizes.id]}::bigint[])`.execute(portal.db);

    const { status, body } = await reorder(buyer, order);

    const reasons = [
      ['This product is no longer available.'],
      [],
      ['Your quantity exceeds stock on hand. The maximum quantity that can be added is 2.'],
      ['Out of stock.'],
      ['Buying is disabled for this product.'],
      ['This colour, size or fit is no longer available.'],
    ];
    expect(status).toBe(200);
    expect(body.lines.map(({ addedQuantity, reasons: given }) => [addedQuantity, given])).toEqual(
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
    expect(listQuantities(await cartOf(buyer))).toEqual([
      [shirt.id, 5],
      [scarce.id, 2],
    ]);
  });

  it('is refused when nothing can be added, with a sentence for each line, and leaves the cart alone', async () => {
    const cap = await aStockedProduct(portal.db);
    const order = await orderItems(portal.db, buyer, anItem(shirt), anItem(cap));
    await unpublishProduct(portal.db, shirt.id);
    await setFreeStock(portal, cap, 0);

    const refused = await reorder(buyer, order);

    expect([refused.status, refused.errors]).toEqual([
      400,
      { order: [`${shirt.name}: This product is no longer available.`, `${cap.name}: Out of stock.`] },
    ]);
    expect((await cartOf(buyer)).items).toEqual([]);
    await setFreeStock(portal, cap, 1);
    expect((await reorder(buyer, order)).status).toBe(200);
  });

  it('shares stock with what the cart holds, and keeps what it holds', async () => {
    const order = await orderItems(portal.db, buyer, anItem(shirt, 5));
    await fillCart(buyer, anItem(shirt, 2));
    await setFreeStock(portal, shirt, 6);

    const { body } = await reorder(buyer, order);

    expect(listQuantities(body)).toEqual([[shirt.id, 6]]);
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
    const order = await orderItems(portal.db, buyer, anItem(packs, 12), anItem(few, 4));
    await setFreeStock(portal, packs, 11);
    await sql`update product set order_maximum_quantity = 3 where id = ${few.id}`.execute(portal.db);
    await sql`select refresh_listing(array[1]::bigint[], ${[few.id]}::bigint[])`.execute(portal.db);

    expect(listQuantities((await reorder(buyer, order)).body)).toEqual([
      [packs.id, 6],
      [few.id, 3],
    ]);
  });

  it('hides prices from people who see none', async () => {
    // Points replace prices.
    const { client } = await aWearer(portal, [shirt], { allocationTypeId: 30, budgetPoints: 50, points: 10 });
    const order = await orderItems(portal.db, client, anItem(shirt));

    expect((await reorder(client, order)).body.lines).toMatchObject([
      { addedQuantity: 1, unitPrice: null, previousUnitPrice: null },
    ]);
  });

  it('takes the same number of statements however many lines there are', async () => {
    const products = await Promise.all(Array.from({ length: 6 }, () => aStockedProduct(portal.db)));
    const count = async (items: object[]) => {
      const order = await orderItems(portal.db, buyer, ...items);
      await setFreeStock(portal, shirt, 1);
      // The first time, details of garments are read.
      await reorder(buyer, order);
      await undoReorder(buyer, order);
      const before = portal.statementsSent();
      await reorder(buyer, order);
      const sent = portal.statementsSent() - before;
      await undoReorder(buyer, order);
      await setFreeStock(portal, shirt, 50);
      return sent;
    };
    const one = await count([anItem(shirt, 2)]);
    expect(await count([anItem(shirt, 2), ...products.map((product) => anItem(product))])).toBe(one);
  });
});

describe('ordering a uniform again', () => {
  it('adds as many pieces as the entitlement still covers, over all lines', async () => {
    const skirt = await aStockedProduct(portal.db);
    const { client, id, groupId } = await aWearer(portal, [shirt, skirt], { quantity: 10 });
    const order = await orderItems(portal.db, client, anItem(shirt, 3), anItem(skirt, 2));
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
    const { client } = await aWearer(portal, [shirt]);
    const order = await orderItems(portal.db, client, anItem(shirt, 3));

    const refused = await reorder(client, order);

    expect([refused.status, refused.errors]).toEqual([400, { order: [`${shirt.name}: You have nothing left in Garments.`] }]);
  });

  it('does not take from other lines of the cart what they need', async () => {
    const skirt = await aStockedProduct(portal.db);
    const { client, id, groupId } = await aWearer(portal, [shirt, skirt], { quantity: 4 });
    const named = { collectionGroupId: groupId };
    const order = await orderItems(portal.db, client, anItem(shirt, 4));
    await sql`update collection_group set quantity = 8 where id = ${groupId}`.execute(portal.db);
    await syncWearers(portal, id);
    await fillCart(client, { ...anItem(shirt), ...named }, { ...anItem(skirt, 2), ...named });

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
      const { client } = await aWearer(portal, [shirt], budget);
      const order = await orderItems(portal.db, client, anItem(shirt, 3));

      const { status, body } = await reorder(client, order);

      expect([status, body.lines?.map(({ addedQuantity }) => addedQuantity)]).toEqual([200, [2]]);
    }
  });

  it('asks for a new reason where pieces beyond the entitlement need approval', async () => {
    const { client } = await aWearer(portal, [shirt], { beyond: 'approval' });
    const order = await orderItems(portal.db, client, { ...anItem(shirt, 4), reason: 'Torn' });

    const { body } = await reorder(client, order);

    expect(body.lines).toMatchObject([
      { addedQuantity: 4, reasons: [], notes: ['4 beyond what is left in Garments: please give a reason when you order.'] },
    ]);
    expect(body.items).toMatchObject([{ beyondQuantity: 4, reason: null }]);
  });

  it('counts in the group that lists the product today, and says when none does', async () => {
    const admin = await signInAs(portal, { role: 'Admin', adminableGroupIds: [NORTH.groupId] });
    const first = await aWardrobe(portal.db, admin.customerId, [shirt], { quantity: 10 });
    const wardrobe = await aWardrobe(portal.db, admin.customerId, [shirt], { quantity: 10 });
    const order = await orderItems(portal.db, admin, {
      ...anItem(shirt),
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

  it('is refused to wearers outside their wardrobe, the ordering window and after an opt-out', async () => {
    const refusalOf = async (change: (wearer: { id: number; groupId: number; seasonId: number }) => Promise<unknown>) => {
      const wearer = await aWearer(portal, [shirt], { quantity: 10 });
      const order = await orderItems(portal.db, wearer.client, anItem(shirt));
      await change(wearer);
      await syncWearers(portal, wearer.id);
      const { status, errors } = await reorder(wearer.client, order);
      return [status, errors.order?.[0]?.replace(`${shirt.name}: `, '')];
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
    ).toEqual([400, expect.stringMatching(/^Ordering for .* closed on/)]);
    expect(
      await refusalOf(({ id }) => sql`update customer set wardrobe_opt_out_at = now() where id = ${id}`.execute(portal.db)),
    ).toEqual([400, expect.stringMatching(/opt-out/)]);
    expect(
      await refusalOf(({ id }) => sql`update customer set ends_on = '2020-01-01' where id = ${id}`.execute(portal.db)),
    ).toEqual([400, expect.stringMatching(/^The last day of work was/)]);
  });
});
