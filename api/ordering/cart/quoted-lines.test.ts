import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { fillCart, requestSummary, submitOrder } from '#api/testing/builders.ts';
import { useBuyerAndShirt } from '#api/testing/buyer-and-shirt.ts';
import { anAnsweredQuote, takeFromQuote } from '#api/testing/quotes.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
const given = useBuyerAndShirt(portal, [50, 50]);

/** Ten shirts of size S in the cart, of twelve that are quoted at 7.77. */
async function quotedLine() {
  const { buyer, shirt } = given;
  const cart = await fillCart(buyer, { productId: shirt.id, combinationId: shirt.combinations[0]?.id, quantity: 10 });
  const quote = await anAnsweredQuote(portal.db, buyer.customerId, [{ product: shirt, quantity: 12, unitMinor: 777 }]);
  const lineId = cart.items[0]?.id as number;
  await takeFromQuote(portal.db, lineId, quote.itemIds[0] as number);
  return { quote, lineId };
}
const readCart = async () => (await given.buyer.get<'GET /api/shopping_cart_items'>('/api/shopping_cart_items')).body;
const putOnRequest = async () => {
  await sql`update product set call_for_price = true where id = ${given.shirt.id}`.execute(portal.db);
  await sql`select refresh_listing(array[1]::bigint[], ${[given.shirt.id]}::bigint[])`.execute(portal.db);
};
const endPrice = (id: number) => sql`update quote set valid_until_at = now() where id = ${id}`.execute(portal.db);

it('costs what was quoted, whatever the price, the tiers and the price on request are', async () => {
  const { quote } = await quotedLine();
  await sql`insert into tier_price (product_id, quantity, price_minor) values (${given.shirt.id}, 5, 100)`.execute(portal.db);
  await putOnRequest();
  const cart = await readCart();
  expect(cart.items[0]).toMatchObject({
    unitPriceExclTax: 7.77,
    subTotalExclTax: 77.7,
    callForPrice: false,
    nextTier: null,
    customisationEnabled: false,
    quoteItemId: quote.itemIds[0],
    quote: { id: quote.id, quoteNumber: quote.number, hasEnded: false, left: 2 },
    warnings: [],
  });
});

it('is a line apart from pieces of the same garment at today’s price', async () => {
  await quotedLine();
  const { shirt, buyer } = given;
  const cart = await fillCart(buyer, { productId: shirt.id, combinationId: shirt.combinations[0]?.id, quantity: 2 });
  expect(cart.items.map(({ quantity, quoteItemId }) => [quantity, quoteItemId === null])).toEqual([
    [10, false],
    [2, true],
  ]);
});

it('can be raised to what is left of the quote, and changed to another size at the same price', async () => {
  const { lineId } = await quotedLine();
  const change = (body: object) =>
    given.buyer.put<'PUT /api/shopping_cart_items/:id'>(`/api/shopping_cart_items/${lineId}`, body);
  expect((await change({ quantity: 12 })).status).toBe(200);
  const refused = await change({ quantity: 13 });
  expect(refused.status).toBe(400);
  expect(refused.errors.shoppingCartItem?.[0]).toContain('has only 12 more pieces at this price');
  const changed = await change({ combinationId: given.shirt.combinations[1]?.id });
  expect(changed.body.items[0]).toMatchObject({ unitPriceExclTax: 7.77, quantity: 12 });
});

it('is ordered at the quoted price, and the line of the order names the quote', async () => {
  const { quote } = await quotedLine();
  await requestSummary(portal.db, given.buyer);
  const { status, body } = await submitOrder(given.buyer);
  expect(status).toBe(200);
  const { rows } = await sql`
    select unit_price_minor as unit, quote_item_id as item from order_line where order_id = ${body.orderId}`.execute(portal.db);
  expect(rows).toEqual([{ unit: 777, item: quote.itemIds[0] }]);
});

it('costs what it costs today once the price has ended, and checkout says so', async () => {
  const { quote } = await quotedLine();
  await requestSummary(portal.db, given.buyer);
  await endPrice(quote.id);
  const refused = await submitOrder(given.buyer);
  expect(refused.status).toBe(400);
  expect(refused.errors.cart?.[0]).toMatch(/^The quoted price of .+ has ended\.$/);
  await requestSummary(portal.db, given.buyer);
  const { status, body } = await submitOrder(given.buyer);
  expect(status).toBe(200);
  const { rows } = await sql`select quote_item_id as item from order_line where order_id = ${body.orderId}`.execute(portal.db);
  expect(rows).toEqual([{ item: null }]);
});

it('cannot be ordered once the price has ended where there is no other', async () => {
  const { quote } = await quotedLine();
  await putOnRequest();
  await endPrice(quote.id);
  const { items, canCheckout } = await readCart();
  expect(canCheckout).toBe(false);
  expect(items[0]?.warnings[0]).toBe('The quoted price has ended. Please remove this line and ask for a new quote.');
});
