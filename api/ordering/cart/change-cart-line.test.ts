import { beforeEach, describe, expect, it } from 'vitest';
import { anItem, aPerson, aStockedProduct, fillCart, unpublishProduct } from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
let buyer: TestClient;

beforeEach(async () => {
  buyer = await portal.as((await aPerson(portal.db)).email);
});

const change = (lineId: number | undefined, shoppingCartItem: object, person = buyer) =>
  person.put<'PUT /api/shopping_cart_items/:id'>(`/api/shopping_cart_items/${lineId}`, { shoppingCartItem });
const remove = (lineId: number | undefined, person = buyer) =>
  person.delete<'DELETE /api/shopping_cart_items/:id'>(`/api/shopping_cart_items/${lineId}`);
const cartOf = async (person: TestClient) => (await person.get<'GET /api/shopping_cart_items'>('/api/shopping_cart_items')).body;
const contents = (cart: { items: { combinationId: number | null; quantity: number }[] }) =>
  cart.items.map(({ combinationId, quantity }) => [combinationId, quantity]);

describe('changing a line', () => {
  it('sets the quantity and leaves omitted fields unchanged', async () => {
    const product = await aStockedProduct(portal.db);
    const { items } = await fillCart(buyer, anItem(product, 2));

    expect((await change(items[0]?.id, { quantity: 7 })).body.items[0]?.quantity).toBe(7);
    expect((await change(items[0]?.id, {})).body.items[0]?.quantity).toBe(7);
    expect((await change(items[0]?.id, { quantity: null, combinationId: null, attributes: null })).body.items[0]?.quantity).toBe(
      7,
    );
  });

  it('removes the line with quantity 0', async () => {
    const { items } = await fillCart(buyer, anItem(await aStockedProduct(portal.db)));

    const { status, body } = await change(items[0]?.id, { quantity: 0 });

    expect([status, body.items]).toEqual([200, []]);
  });

  it.each([-1, 1.5, '2', 100001])('refuses %j as a quantity and keeps the line', async (quantity) => {
    const { items } = await fillCart(buyer, anItem(await aStockedProduct(portal.db), 2));

    const { status, errors } = await change(items[0]?.id, { quantity });

    expect([status, errors]).toEqual([422, { quantity: ['Quantity must be a whole number from 0 to 100000.'] }]);
    expect((await cartOf(buyer)).totalQuantity).toBe(2);
  });

  it('refuses more than the stock and keeps the line', async () => {
    const { items } = await fillCart(buyer, anItem(await aStockedProduct(portal.db, { stock: [5] }), 2));

    const { status, errors } = await change(items[0]?.id, { quantity: 6 });

    expect(status).toBe(400);
    expect(errors.shoppingCartItem?.[0]).toContain('The maximum quantity that can be added is 5.');
    expect((await cartOf(buyer)).totalQuantity).toBe(2);
  });

  it('accepts another combination by id and by attribute values', async () => {
    const product = await aStockedProduct(portal.db, { stock: [5, 5, 5] });
    const [, second, third] = product.combinations;
    const { items } = await fillCart(buyer, anItem(product, 2));

    const byId = await change(items[0]?.id, { combinationId: second?.id });
    const byValue = await change(items[0]?.id, { attributes: [{ id: product.attributeId, value: String(third?.valueId) }] });

    expect(contents(byId.body)).toEqual([[second?.id, 2]]);
    expect(contents(byValue.body)).toEqual([[third?.id, 2]]);
  });

  it('merges with an identical line and adds the quantities', async () => {
    const product = await aStockedProduct(portal.db, { stock: [50, 50] });
    const [first, second] = product.combinations;
    const { items } = await fillCart(buyer, anItem(product, 2, 0), anItem(product, 5, 1));

    const { body } = await change(items[0]?.id, { combinationId: second?.id, quantity: 3 });

    expect(contents(body)).toEqual([[second?.id, 8]]);
    expect(first?.id).not.toBe(second?.id);
  });

  it('does not merge with an identical line when the sum exceeds the stock', async () => {
    const product = await aStockedProduct(portal.db, { stock: [50, 6] });
    const [first, second] = product.combinations;
    const { items } = await fillCart(buyer, anItem(product, 2, 0), anItem(product, 5, 1));

    expect((await change(items[0]?.id, { combinationId: second?.id })).status).toBe(400);
    expect(contents(await cartOf(buyer))).toEqual([
      [first?.id, 2],
      [second?.id, 5],
    ]);
  });

  it('refuses a combination of another product and a value beyond the range of ids', async () => {
    const [product, other] = [await aStockedProduct(portal.db), await aStockedProduct(portal.db)];
    const { items } = await fillCart(buyer, anItem(product));

    expect((await change(items[0]?.id, { combinationId: other.combinations[0]?.id })).errors).toEqual({
      combination: ['Combination not found.'],
    });
    expect((await change(items[0]?.id, { attributes: [{ id: 1, value: '4294967296' }] })).status).toBe(422);
  });
});

describe('a product that is withdrawn while it is in the cart', () => {
  it('stays in the cart with a warning that prevents checkout until it is removed', async () => {
    const [kept, gone] = [await aStockedProduct(portal.db), await aStockedProduct(portal.db)];
    const { items } = await fillCart(buyer, anItem(kept), anItem(gone, 3));
    await unpublishProduct(portal.db, gone.id);

    const cart = await cartOf(buyer);
    const lessOfIt = await change(items[1]?.id, { quantity: 2 });
    const moreOfIt = await change(items[1]?.id, { quantity: 3 });
    const without = await remove(items[1]?.id);

    expect(cart.items.map(({ warnings }) => warnings)).toEqual([[], ['This product is no longer available.']]);
    expect(cart.canCheckout).toBe(false);
    expect(lessOfIt.status).toBe(200);
    expect([moreOfIt.status, moreOfIt.errors]).toEqual([400, { shoppingCartItem: ['This product is no longer available.'] }]);
    expect(without.body.canCheckout).toBe(true);
  });
});

describe('removing a line', () => {
  it('returns the remaining cart', async () => {
    const [one, other] = [await aStockedProduct(portal.db), await aStockedProduct(portal.db)];
    const { items } = await fillCart(buyer, anItem(one), anItem(other));

    const { status, body } = await remove(items[0]?.id);

    expect([status, contents(body)]).toEqual([200, [[other.combinations[0]?.id, 1]]]);
    expect((await remove(items[0]?.id)).errors).toEqual({ shoppingCartItem: ['Shopping cart item not found.'] });
  });
});

describe('a line of someone else', () => {
  it('cannot be changed or removed, even within the organisation', async () => {
    const { items } = await fillCart(buyer, anItem(await aStockedProduct(portal.db), 2));
    const colleague = await portal.as((await aPerson(portal.db, { role: 'Admin' })).email);
    const foreigner = await portal.as('buyer@hallam.example');

    for (const person of [colleague, foreigner]) {
      expect((await change(items[0]?.id, { quantity: 1 }, person)).status).toBe(404);
      expect((await change(items[0]?.id, { quantity: 0 }, person)).status).toBe(404);
      expect((await remove(items[0]?.id, person)).status).toBe(404);
    }
    expect((await cartOf(buyer)).totalQuantity).toBe(2);
  });

  it('requires an integer id within range', async () => {
    const statusOf = async (id: string) => (await buyer.delete(`/api/shopping_cart_items/${id}`)).status;
    for (const id of ['0', '-1', '1.5', '2147483648', '99999999999999999999'])
      expect([id, await statusOf(id)]).toEqual([id, 400]);
    for (const id of ['one', '%00', 'NaN']) expect([id, await statusOf(id)]).toEqual([id, 404]);
    expect((await buyer.delete('/api/shopping_cart_items/2147483647')).status).toBe(404);
  });
});

describe('the display of tax', () => {
  it('selects the amounts that the cart shows and always includes both', async () => {
    await fillCart(buyer, anItem(await aStockedProduct(portal.db, { price: 1999 }), 3));

    const without = await cartOf(buyer);
    await buyer.put('/api/toggletaxtype');
    const including = await cartOf(buyer);

    // 3 × 19.99 = 59.97; 20% of that is 11.994.
    expect(without).toMatchObject({
      taxDisplayType: 10,
      subTotal: 59.97,
      subTotalExclTax: 59.97,
      tax: 11.99,
      subTotalInclTax: 71.96,
    });
    expect(including).toMatchObject({
      taxDisplayType: 0,
      subTotal: 71.96,
      subTotalExclTax: 59.97,
      tax: 11.99,
      subTotalInclTax: 71.96,
    });
    expect(including.items[0]).toMatchObject({ unitPrice: 23.99, unitPriceExclTax: 19.99, subTotal: 71.96 });
  });
});

describe('removing several lines', () => {
  const removeAll = (ids: readonly number[], person = buyer) =>
    person.post<'POST /api/shopping_cart_items/remove'>('/api/shopping_cart_items/remove', { ids: [...ids] });

  it('removes those that are in the cart, and no one else’s', async () => {
    const product = await aStockedProduct(portal.db, { stock: [9, 9, 9] });
    const other = await portal.as((await aPerson(portal.db)).email);
    const { items: theirs } = await fillCart(other, anItem(product));
    const { items } = await fillCart(buyer, ...[0, 1, 2].map((size) => anItem(product, 2, size)));
    const ids = items.slice(0, 2).map(({ id }) => id);

    const { status, body } = await removeAll([...ids, ...theirs.map(({ id }) => id), 2_147_483_647]);

    expect([status, contents(body)]).toEqual([200, [[product.combinations[2]?.id, 2]]]);
    expect((await removeAll([...ids, ...theirs.map(({ id }) => id)])).status).toBe(404);
    expect([(await cartOf(buyer)).totalQuantity, (await cartOf(other)).totalQuantity]).toEqual([2, 1]);
  });

  it.each([[[]], [[0]], [['x']], [Array.from({ length: 1001 }, (_, id) => id + 1)]])('refuses %j', async (ids) => {
    expect((await buyer.post('/api/shopping_cart_items/remove', { ids })).status).toBe(422);
  });
});
