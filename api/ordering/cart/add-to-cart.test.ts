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
  requestSummary,
  SOUTH,
  submitOrder,
  unpublishProduct,
} from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { aCatalogueProduct } from '#api/testing/products.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
let buyer: TestClient;

beforeEach(async () => {
  buyer = await portal.as((await aPerson(portal.db)).email);
});

const add = (person: TestClient, items: unknown) =>
  person.post<'POST /api/shopping_cart_items/multiple'>('/api/shopping_cart_items/multiple', { items });
const cartOf = async (person: TestClient) => (await person.get<'GET /api/shopping_cart_items'>('/api/shopping_cart_items')).body;
const skus = (cart: { items: { sku: string | null }[] }) => cart.items.map(({ sku }) => sku);

describe('adding items to the cart', () => {
  it('starts with an empty cart that cannot be checked out', async () => {
    const cart = await cartOf(buyer);

    expect(cart).toEqual({
      items: [],
      warnings: [],
      totalQuantity: 0,
      subTotal: 0,
      subTotalInclTax: 0,
      subTotalExclTax: 0,
      tax: 0,
      charges: [],
      taxDisplayType: 10,
      currencyCode: 'GBP',
      canCheckout: false,
    });
  });

  it('accepts a combination by id, by SKU in any case, and by attribute values', async () => {
    const product = await aStockedProduct(portal.db, { stock: [5, 5, 5] });
    const [, second, third] = product.combinations;

    const { status, body } = await add(buyer, [
      anItem(product),
      { productId: product.id, sku: ` ${second?.sku.toLowerCase()} `, quantity: 2 },
      { productId: product.id, attributes: [{ id: product.attributeId, value: String(third?.valueId) }], quantity: 3 },
    ]);

    expect(status).toBe(200);
    expect(skus(body)).toEqual(product.combinations.map(({ sku }) => sku));
    expect(body.items.map(({ quantity }) => quantity)).toEqual([1, 2, 3]);
    expect(body).toMatchObject({ totalQuantity: 6, subTotalExclTax: 60, tax: 12, subTotalInclTax: 72, canCheckout: true });
  });

  it('needs no choice where there is only one combination', async () => {
    const product = await aStockedProduct(portal.db);

    expect(skus((await add(buyer, [{ productId: product.id, quantity: 1 }])).body)).toEqual([product.combinations[0]?.sku]);
  });

  it('reports a missing choice when there are several combinations', async () => {
    const product = await aStockedProduct(portal.db, { stock: [5, 5] });

    const { status, errors } = await add(buyer, [{ productId: product.id, quantity: 1 }]);

    expect(status).toBe(400);
    expect(errors['items[0]']?.[0]).toMatch(/combination of colour, size and fit is not available/);
  });

  it('merges identical lines, within one request and across several', async () => {
    const product = await aStockedProduct(portal.db);
    await fillCart(buyer, anItem(product, 2), anItem(product, 3));

    const cart = await fillCart(buyer, anItem(product, 4));

    expect(cart.items.map(({ quantity }) => quantity)).toEqual([9]);
  });

  it('keeps lines for different wearers and wardrobes apart', async () => {
    const product = await aStockedProduct(portal.db);
    const wearer = await aPerson(portal.db, { role: 'Staff' });
    const wardrobe = await aWardrobe(portal.db, wearer.id, []);

    const cart = await fillCart(
      buyer,
      anItem(product),
      { ...anItem(product), customerId: wearer.id },
      { ...anItem(product), customerId: wearer.id, organisationCollectionId: wardrobe.collectionId },
    );

    expect(cart.items.map(({ customerId, organisationCollectionId }) => [customerId, organisationCollectionId])).toEqual([
      [null, null],
      [wearer.id, null],
      [wearer.id, wardrobe.collectionId],
    ]);
    expect(cart.items[1]?.customerName).toBe('Made Forthetest');
  });

  it('adds all of the items or none, and names each one that is refused', async () => {
    const good = await aStockedProduct(portal.db);
    const scarce = await aStockedProduct(portal.db, { stock: [2] });
    const onRequest = await aStockedProduct(portal.db, { callForPrice: true });

    const { status, errors } = await add(buyer, [anItem(good), anItem(scarce, 3), anItem(onRequest)]);

    expect(status).toBe(400);
    expect(errors).toEqual({
      'items[1]': ['Your quantity exceeds stock on hand. The maximum quantity that can be added is 2.'],
      'items[2]': ['The price of this product is on request. Please ask for a quote.'],
    });
    expect((await cartOf(buyer)).items).toEqual([]);
  });

  it('adds products priced on request only while an Admin orders for someone else', async () => {
    const product = await aStockedProduct(portal.db, { callForPrice: true, price: 2500 });
    const wearer = await aPerson(portal.db);
    const actFor = async (email: string) => {
      const person = await portal.as(email);
      await sql`update session set impersonated_customer_id = ${wearer.id}, impersonation_ends_at = now() + interval '10 minutes'
        where customer_id = ${person.customerId}`.execute(portal.db);
      return person;
    };

    const bySales = await add(await actFor('sales@meridian.example'), [anItem(product)]);
    const byAdmin = await add(await actFor('admin@meridian.example'), [anItem(product)]);

    expect([bySales.status, byAdmin.status]).toEqual([400, 200]);
    expect((await cartOf(await portal.as(wearer.email))).items).toMatchObject([
      { callForPrice: true, warnings: ['The price of this product is on request. Please ask for a quote.'] },
    ]);
  });

  it('compares the sum of all lines with the stock', async () => {
    const product = await aStockedProduct(portal.db, { stock: [5] });
    const wearer = await aPerson(portal.db, { role: 'Staff' });
    await fillCart(buyer, anItem(product, 3));

    const { status, errors } = await add(buyer, [{ ...anItem(product, 3), customerId: wearer.id }]);

    expect(status).toBe(400);
    expect(errors['items[0]']?.[0]).toContain('The maximum quantity that can be added is 2.');
    expect((await cartOf(buyer)).totalQuantity).toBe(3);
  });

  it('treats stock that others have ordered as unavailable', async () => {
    const product = await aStockedProduct(portal.db, { stock: [5] });
    await orderItems(portal.db, await portal.as((await aPerson(portal.db)).email), anItem(product, 5));

    expect((await add(buyer, [anItem(product)])).errors).toEqual({ 'items[0]': ['Out of stock.'] });
  });

  it('accepts more than the stock where backorders are allowed', async () => {
    const product = await aStockedProduct(portal.db, { stock: [0], backorderMode: 1 });

    expect((await add(buyer, [anItem(product, 40)])).body.canCheckout).toBe(true);
  });

  it.each([
    { options: { minimum: 3 }, quantity: 2, sentence: 'The minimum quantity allowed for purchase is 3.' },
    { options: { maximum: 4 }, quantity: 5, sentence: 'The maximum quantity allowed for purchase is 4.' },
    { options: { allowed: [2, 4] }, quantity: 3, sentence: 'Allowed quantities for this product: 2, 4.' },
    { options: { buyingDisabled: true }, quantity: 1, sentence: 'Buying is disabled for this product.' },
  ])('refuses a quantity that the product does not allow: $sentence', async ({ options, quantity, sentence }) => {
    const product = await aStockedProduct(portal.db, options);

    const { status, errors } = await add(buyer, [anItem(product, quantity)]);

    expect([status, errors]).toEqual([400, { 'items[0]': [sentence] }]);
  });

  it.each([0, -1, 1.5, 1e9, '2', null, true, [1]])('refuses %j as a quantity and names the field', async (quantity) => {
    const product = await aStockedProduct(portal.db);

    const { status, errors } = await add(buyer, [{ ...anItem(product), quantity }]);

    expect(status).toBe(422);
    expect(errors).toEqual({ 'items[0].quantity': ['Quantity must be a whole number from 1 to 100000.'] });
  });

  it('charges the tier that applies to this person now, even if it starts after the garment was cached', async () => {
    const product = await aStockedProduct(portal.db, { price: 1000 });
    const tier = (price: number, role: number | null, starts: string, ends: string) =>
      sql`insert into tier_price (product_id, role_id, quantity, price_minor, starts_at, ends_at)
        values (${product.id}, ${role}, 10, ${price}, now() + ${starts}::interval, now() + ${ends}::interval)`.execute(portal.db);
    await tier(300, 33, '-1 day', '1 day');
    await tier(400, null, '-2 days', '-1 day');
    await tier(800, null, '1.5 seconds', '1 day');
    const unitPrice = async () => (await cartOf(buyer)).items[0]?.unitPriceExclTax;
    await add(buyer, [{ ...anItem(product), quantity: 10 }]);

    expect(await unitPrice()).toBe(10);
    await expect.poll(unitPrice, { timeout: 5000 }).toBe(8);
    const admin = await portal.as((await aPerson(portal.db, { role: 'Admin' })).email);
    expect((await add(admin, [{ ...anItem(product), quantity: 10 }])).body.items[0]?.unitPriceExclTax).toBe(3);
  });

  it('accepts 200 items at once and refuses 201, none, and anything but a list', async () => {
    const product = await aStockedProduct(portal.db, { stock: [1000] });
    const items = (count: number) => Array.from({ length: count }, () => anItem(product));

    expect((await add(buyer, items(201))).status).toBe(422);
    expect((await add(buyer, [])).errors).toEqual({ items: ['Send between 1 and 200 items.'] });
    expect((await add(buyer, { 0: anItem(product) })).status).toBe(422);
    expect((await cartOf(buyer)).items).toEqual([]);
    expect((await add(buyer, items(200))).body.totalQuantity).toBe(200);
  });

  it.each([
    ['what is no number', 'navy'],
    ['more than an id can be', '99999999999'],
    ['a number in another notation', '0x10'],
    ['nothing', ''],
  ])('refuses %s as a chosen value', async (_, value) => {
    const product = await aStockedProduct(portal.db, { stock: [5, 5] });

    const { status, errors } = await add(buyer, [{ productId: product.id, attributes: [{ id: 1, value }], quantity: 1 }]);

    expect([status, errors]).toEqual([422, { 'items[0].attributes': ['Choose one of the available values.'] }]);
  });

  it('refuses a combination of another product', async () => {
    const [product, other] = [await aStockedProduct(portal.db), await aStockedProduct(portal.db)];

    const { status, errors } = await add(buyer, [
      { productId: product.id, combinationId: other.combinations[0]?.id, quantity: 1 },
    ]);

    expect(status).toBe(400);
    expect(Object.keys(errors)).toEqual(['items[0]']);
  });
});

describe('data of other people and organisations', () => {
  it('does not add products of another organisation, for other roles, or withdrawn', async () => {
    const foreign = await aStockedProduct(portal.db, { organisationIds: [2] });
    const forAdmins = await aStockedProduct(portal.db, { roleIds: [33] });
    const withdrawn = await aStockedProduct(portal.db);
    await unpublishProduct(portal.db, withdrawn.id);

    for (const product of [foreign, forAdmins, withdrawn]) {
      const { status, errors } = await add(buyer, [anItem(product)]);
      expect([status, errors]).toEqual([404, { 'items[0].productId': ['Product not found.'] }]);
    }
  });

  it('does not accept a wardrobe of another organisation', async () => {
    const product = await aStockedProduct(portal.db);

    expect((await add(buyer, [{ ...anItem(product), organisationCollectionId: 101 }])).status).toBe(404);
  });

  it('keeps a separate cart for each person', async () => {
    await fillCart(buyer, anItem(await aStockedProduct(portal.db)));

    expect((await cartOf(await portal.as((await aPerson(portal.db)).email))).items).toEqual([]);
  });

  it.each([
    { who: 'a Buyer', options: { role: 'Buyer' as const }, own: 200, other: 404 },
    { who: 'a group’s Admin', options: { role: 'Admin' as const, adminableGroupIds: [NORTH.groupId] }, own: 200, other: 404 },
    { who: 'an Admin of everything', options: { role: 'Admin' as const }, own: 200, other: 200 },
    { who: 'Sales', options: { role: 'Sales' as const, groupIds: [] }, own: 200, other: 200 },
    { who: 'a wearer', options: { role: 'Staff' as const }, own: 404, other: 404 },
  ])('$who orders for people of the own group ($own) and of another ($other)', async ({ options, own, other }) => {
    const { id: personId, email } = await aPerson(portal.db, options);
    const product = await aStockedProduct(portal.db);
    await aWardrobe(portal.db, personId, [product]);
    const person = await portal.as(email);
    const colleague = await aPerson(portal.db, { role: 'Staff', groupIds: [NORTH.groupId] });
    const hallamBuyer = await aPerson(portal.db, { role: 'Staff', groupIds: [SOUTH.groupId] });

    const statuses = [];
    for (const { id } of [colleague, hallamBuyer])
      statuses.push((await add(person, [{ ...anItem(product), customerId: id }])).status);

    expect(statuses).toEqual([own, other]);
    expect((await add(person, [{ ...anItem(product), customerId: person.customerId }])).status).toBe(200);
  });

  it('does not order for people of other organisations or people who have left', async () => {
    const sales = await portal.as((await aPerson(portal.db, { role: 'Sales' })).email);
    const product = await aStockedProduct(portal.db);
    const foreigner = await aPerson(portal.db, { organisationId: 2, groupIds: [], resortId: null });
    const leaver = await aPerson(portal.db, { active: false });

    for (const { id } of [foreigner, leaver]) {
      const { status, errors } = await add(sales, [{ ...anItem(product), customerId: id }]);
      expect([status, errors]).toEqual([404, { 'items[0].customerId': ['Customer not found.'] }]);
    }
  });
});

describe('two concurrent requests', () => {
  it('cannot both add the last units in stock', async () => {
    const product = await aStockedProduct(portal.db, { stock: [3] });
    await fillCart(buyer, anItem(await aStockedProduct(portal.db)));

    const answers = await Promise.all([add(buyer, [anItem(product, 2)]), add(buyer, [anItem(product, 2)])]);

    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await cartOf(buyer)).items.map(({ quantity }) => quantity)).toEqual([1, 2]);
  });
});

describe('what a line shows', () => {
  it('keeps the organisation’s name of a product that is unpublished', async () => {
    const product = await aStockedProduct(portal.db);
    await fillCart(buyer, anItem(product));
    await sql`update product_organisation set name = 'Our own name' where organisation_id = 1 and product_id = ${product.id}`.execute(
      portal.db,
    );
    await unpublishProduct(portal.db, product.id);

    expect((await cartOf(buyer)).items).toMatchObject([
      { productName: 'Our own name', warnings: ['This product is no longer available.'] },
    ]);
  });

  it('gives each picture an id of its own, in the cart and in the order', async () => {
    const jacket = await aCatalogueProduct(portal.db, { colours: ['Navy#1d2a4d', 'Red#c01722'] });
    const polo = await aCatalogueProduct(portal.db);
    await sql`insert into product_image (product_id, side, position) select p, s, n from unnest(${[jacket.id, polo.id]}::bigint[]) p
      cross join (values ('front', 0), ('back', 1)) as sides (s, n) on conflict do nothing`.execute(portal.db);
    await sql`select refresh_listing(array[1]::bigint[], ${[jacket.id, polo.id]}::bigint[])`.execute(portal.db);
    const items = [...jacket.combinations.values(), ...polo.combinations.values()].map(({ sku }, index) => ({
      productId: index < 2 ? jacket.id : polo.id,
      sku,
      quantity: 1,
    }));
    const pictures = (lines: readonly { images: { id: number; src: string }[] }[]) =>
      lines.flatMap(({ images }) => images.map(({ id, src }) => [id, src]));

    const inCart = pictures((await fillCart(buyer, ...items)).items);
    await requestSummary(portal.db, buyer);
    const { body } = await submitOrder(buyer);
    const order = (await buyer.get<'GET /api/orders/:id'>(`/api/orders/${body.orderId}`)).body;

    expect(new Set(inCart.map(([id]) => id)).size).toBe(3);
    expect(inCart.map(([id]) => id)).not.toContain(0);
    expect(pictures(order.orders[0]?.orderItems ?? [])).toEqual(inCart);
  });
});
