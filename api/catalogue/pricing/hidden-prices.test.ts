import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  anItem,
  aPerson,
  aStockedProduct,
  aWardrobe,
  createCheckoutChoices,
  fillCart,
  orderItems,
  requestSummary,
  type StockedProduct,
  setProductPrice,
  submitOrder,
} from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { orderFor } from '#api/testing/wearers.ts';

const portal = usePortal();
let product: StockedProduct;
let wearer: TestClient;
let buyer: TestClient;

beforeAll(async () => {
  product = await aStockedProduct(portal.db, { stock: [20, 20] });
  await sql`insert into tier_price (product_id, quantity, price_minor) values (${product.id}, 10, 800)`.execute(portal.db);
  const [, larger] = product.combinations;
  await sql`update product_attribute_value set price_adjustment_minor = 250 where id = ${larger?.valueId}`.execute(portal.db);
  const person = await aPerson(portal.db, { role: 'Staff' });
  await aWardrobe(portal.db, person.id, [product]);
  // Wearers who may browse the catalogue, so that every list can be compared.
  await sql`insert into role_permission (organisation_id, role_id, permission) values (1, 34, 'AllowProducts')`.execute(
    portal.db,
  );
  [wearer, buyer] = await Promise.all([portal.as(person.email), portal.as('buyer@meridian.example')]);
});

async function setEntitlement(allocationTypeId: number | null, wearersSeePrices = true) {
  await sql`update customer set allocation_type_id = ${allocationTypeId} where id = ${wearer.customerId}`.execute(portal.db);
  await sql`update organisation set wearers_see_prices = ${wearersSeePrices} where id = 1`.execute(portal.db);
  await portal.settled();
}

const isTold = async (person: TestClient) =>
  (await person.get<'GET /api/customerprofile'>('/api/customerprofile')).body.pricesVisible;
const detailOf = async (person: TestClient) =>
  (await person.get<'GET /api/products/:id'>(`/api/products/${product.id}`)).body.products[0]!;
const listedPrice = async (person: TestClient) =>
  (await person.get<'GET /api/products'>(`/api/products?keyword=${encodeURIComponent(product.name)}&limit=1`)).body.products[0]
    ?.price;

const readOrderMail = async (orderId: number | null) =>
  (await sql<{ data: object }>`select data from mail_outbox where dedupe_key = ${`order-placed:${orderId}`}`.execute(portal.db))
    .rows[0]?.data;

describe('prices', () => {
  it.each<[number | null, boolean, boolean]>([
    [null, true, false],
    [10, true, false],
    [20, true, false],
    [30, true, false],
    [40, true, true],
    [50, true, true],
    [40, false, false],
    [50, false, false],
  ])('allocation type %j, shown by the organisation %j: seen by a wearer %j', async (type, isShown, isSeen) => {
    await setEntitlement(type, isShown);

    expect(await isTold(wearer)).toBe(isSeen);
    expect([(await detailOf(wearer)).price, await listedPrice(wearer)]).toEqual(isSeen ? [10, 10] : [null, null]);
    // People who order for others always see them, even after the same product was sent without.
    expect(await isTold(buyer)).toBe(true);
    expect([(await detailOf(buyer)).price, await listedPrice(buyer)]).toEqual([10, 10]);
  });

  it('that are hidden are in no call about products', async () => {
    await setEntitlement(20);
    const detail = await detailOf(wearer);
    const { sku } = product.combinations[0]!;
    const stock = (await wearer.get<'GET /api/product/stock/:sku'>(`/api/product/stock/${sku}`)).body.stock;
    const found = (await wearer.get<'GET /api/product/lookup'>(`/api/product/lookup?keyword=${sku}`)).body.items;
    const { totals } = (
      await wearer.post<'POST /api/product/getbuynowtotals'>('/api/product/getbuynowtotals', {
        productId: product.id,
        items: [{ sku, quantity: 2 }],
      })
    ).body;
    const { combinations } = (
      await wearer.get<'GET /api/product/combinations'>(`/api/product/combinations?productId=${product.id}`)
    ).body;

    expect(detail).toMatchObject({ price: null, priceFrom: null, oldPrice: null, tierPrices: [] });
    expect(detail.productAttributeCombinations.map(({ price, overriddenPrice }) => [price, overriddenPrice])).toEqual([
      [null, null],
      [null, null],
    ]);
    const listSurcharges = (one: typeof detail) =>
      one.attributes.flatMap(({ attributeValues }) => attributeValues.map(({ priceAdjustment }) => priceAdjustment));
    expect([listSurcharges(detail), listSurcharges(await detailOf(buyer))]).toEqual([
      [0, 0],
      [0, 2.5],
    ]);
    expect(combinations.fits.flatMap(({ sizes }) => sizes.map(({ price }) => price))).toEqual([null, null]);
    expect([stock.price, found.map(({ price }) => price)]).toEqual([null, [null]]);
    expect(totals).toMatchObject({
      items: [{ unitPrice: null, subTotal: null, warnings: [] }],
      subTotal: null,
      customisationTotal: null,
      tax: null,
      total: null,
    });
  });

  it('that are hidden are neither on the lines of the cart nor in its sums', async () => {
    await setEntitlement(20);
    const cart = await fillCart(wearer, anItem(product, 2));

    expect(cart.items).toMatchObject([
      {
        unitPrice: null,
        subTotal: null,
        unitPriceInclTax: null,
        unitPriceExclTax: null,
        subTotalInclTax: null,
        callForPrice: false,
      },
    ]);
    expect(cart).toMatchObject({ subTotal: null, subTotalInclTax: null, subTotalExclTax: null, tax: null, canCheckout: true });
    await setEntitlement(40);
    const visible = (await wearer.get<'GET /api/shopping_cart_items'>('/api/shopping_cart_items')).body;
    expect(visible.items).toMatchObject([{ unitPriceExclTax: 10, subTotalExclTax: 20 }]);
    expect(visible).toMatchObject({ subTotalExclTax: 20, tax: 4 });
  });

  it('that are hidden are neither in the mail of an order nor in what refuses one', async () => {
    await setEntitlement(20);
    const garment = await aStockedProduct(portal.db);
    const person = await aPerson(portal.db, { role: 'Staff' });
    await aWardrobe(portal.db, person.id, [garment]);
    const client = await portal.as(person.email);
    const id = await orderItems(portal.db, client, anItem(garment));

    expect(await readOrderMail(id)).toMatchObject({ lines: [{ quantity: 1, amountMinor: null }], sums: null });

    await fillCart(client, anItem(garment));
    await requestSummary(portal.db, client);
    await setProductPrice(portal.db, garment.id, 1250);
    const refusal = JSON.stringify((await submitOrder(client)).body);
    expect(refusal).toContain(`The price of ${garment.name} has changed.`);
    expect(refusal).not.toContain('£');
  });

  it('that are hidden from a wearer are not in the mail to them when an Admin orders', async () => {
    await setEntitlement(20);
    const admin = await orderFor(portal, wearer.customerId, 'admin@meridian.example');
    await fillCart(admin, anItem(product));
    await requestSummary(portal.db, admin, await createCheckoutChoices(portal.db, wearer));
    const { body } = await submitOrder(admin);

    expect(await readOrderMail(body.orderId)).toMatchObject({ lines: [{ amountMinor: null }], sums: null });
  });

  it('are those of the wearer while an Admin orders for them', async () => {
    await setEntitlement(20);
    const admin = await orderFor(portal, wearer.customerId, 'admin@meridian.example');
    const profile = (await admin.get<'GET /api/customerprofile'>('/api/customerprofile')).body;

    expect([profile.pricesVisible, profile.impersonatedCustomer?.pricesVisible]).toEqual([true, false]);
    expect((await detailOf(admin)).price).toBeNull();
  });
});
