import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeTodaysTaxRates } from '#api/catalogue/tax/tax.queries.ts';
import {
  anItem,
  fillCart,
  NORTH,
  orderItems,
  requestSummary,
  setProductPrice,
  submitOrder,
  unpublishProduct,
} from '#api/testing/builders.ts';
import { useBuyerAndShirt } from '#api/testing/buyer-and-shirt.ts';
import { cancel, changeLine, lineOf, orderOf, setApprovalRules, sizeOf, withRules } from '#api/testing/order-changes.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { type AnsweredQuote, acceptQuote, anAnsweredQuote, endPrices, getQuote, type QuotedItem } from '#api/testing/quotes.ts';
import { cartOf, reorder } from '#api/testing/reorder.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { signInAs } from '#api/testing/wearers.ts';

// What was quoted holds from the cart to the order and in everything that happens to it, whatever becomes of prices, tiers and the product.

const portal = usePortal();
const given = useBuyerAndShirt(portal, [50, 50]);
beforeAll(() => setApprovalRules(portal));

const aQuote = (change: Partial<QuotedItem> = {}) =>
  anAnsweredQuote(portal.db, given.buyer.customerId, [{ product: given.shirt, quantity: 10, unitMinor: 777, ...change }]);

/** Everything that the quoted price must lead over: a higher price, a tier below it, and price on request. */
async function changePrices() {
  await setProductPrice(portal.db, given.shirt.id, 5000);
  await sql`insert into tier_price (product_id, quantity, price_minor) values (${given.shirt.id}, 2, 100)`.execute(portal.db);
}

async function checkOut(person: TestClient = given.buyer): Promise<number> {
  await requestSummary(portal.db, person);
  const { status, body, errors } = await submitOrder(person);
  if (status !== 200 || body.orderId === null) throw new Error(`The order was refused: ${JSON.stringify(errors)}`);
  return body.orderId;
}

/** An order of the first pieces of a quote; all of them unless told otherwise. */
async function orderQuoted(quote: AnsweredQuote, quantity = 10): Promise<number> {
  const { status, errors } = await acceptQuote(given.buyer, quote, { items: [{ id: quote.itemIds[0], quantity }] });
  if (status !== 200) throw new Error(JSON.stringify(errors));
  return checkOut();
}

const quoteOf = async ({ id }: AnsweredQuote) => (await getQuote(given.buyer, id)).body.quote;
const takenOf = async ({ itemIds }: AnsweredQuote, place = 0) =>
  (
    await sql<{ taken: number }>`
      select (select coalesce(sum(quantity), 0) from cart_line where quote_item_id = ${itemIds[place]})::int
        + (select coalesce(sum(quantity - sent_back_quantity), 0) from order_line where quote_item_id = ${itemIds[place]})::int as taken`.execute(
      portal.db,
    )
  ).rows[0]?.taken;

/** Decides on an order as an approver. */
const decide = async (decision: object) => {
  const approver = await signInAs(portal, { role: 'Admin', approver: true, groupIds: [NORTH.groupId] });
  return approver.post<'POST /api/orders/approvereject'>('/api/orders/approvereject', { poNumber: 'PO-2211', ...decision });
};

/** Gives Meridian another rate of tax, in percent, while something is done. */
async function withTax<Result>(percent: number, act: () => Promise<Result>): Promise<Result> {
  await sql`update organisation set tax_country_code = 'GB' where id = 1`.execute(portal.db);
  await sql`insert into tax_rate (country_code, tax_class, rate, starts_on) values ('GB', 'standard', ${percent / 100}, '2020-01-01')`.execute(
    portal.db,
  );
  await writeTodaysTaxRates(portal.db, portal.clock.now());
  // Sessions that are cached have the rate of their organisation.
  await portal.settled();
  try {
    return await act();
  } finally {
    await sql`delete from tax_rate`.execute(portal.db);
    await sql`update organisation set tax_country_code = null, tax_rates = '{}' where id = 1`.execute(portal.db);
    await portal.settled();
  }
}

describe('an order from a quote', () => {
  it('costs what was quoted after prices have changed, taxed at the rate of its day; its lines name the quote, and the quote names it', async () => {
    const quote = await aQuote();
    await acceptQuote(given.buyer, quote);
    await changePrices();

    const orderId = await withTax(25, checkOut);

    const order = await orderOf(given.buyer, orderId);
    expect(order.orderItems[0]).toMatchObject({
      ...{ quantity: 10, unitPriceExclTax: 7.77, priceExclTax: 77.7, priceInclTax: 97.13 },
      ...{ quoteId: quote.id, quoteNumber: quote.number },
    });
    expect(await quoteOf(quote)).toMatchObject({ orderIds: [orderId], status: 'Accepted', items: [{ acceptedQuantity: 10 }] });
    const other = await orderItems(portal.db, given.buyer, anItem(given.shirt));
    expect((await orderOf(given.buyer, other)).orderItems[0]).toMatchObject({ quoteId: null, quoteNumber: null });
  });

  it('is not cheaper again once it is cancelled: its pieces stay accepted', async () => {
    const quote = await aQuote();
    const orderId = await orderQuoted(quote);
    expect((await cancel(given.buyer, orderId)).status).toBe(200);
    const again = await acceptQuote(given.buyer, quote);
    expect([again.status, await takenOf(quote)]).toEqual([409, 10]);
  });

  it('keeps the price when some pieces are cancelled, and when pieces get another size', async () => {
    const quote = await aQuote();
    const orderId = await orderQuoted(quote, 8);
    await changePrices();
    const lineId = await lineOf(given.buyer, orderId);

    expect((await cancel(given.buyer, orderId, { items: [{ id: lineId, quantity: 2 }] })).status).toBe(200);
    const part = await changeLine(given.buyer, orderId, lineId, { combinationId: sizeOf(given.shirt, 1), quantity: 2 });
    expect(part.status).toBe(200);
    expect((await changeLine(given.buyer, orderId, lineId, { combinationId: sizeOf(given.shirt, 1) })).status).toBe(200);

    const lines = (await orderOf(given.buyer, orderId)).orderItems;
    expect(lines.map(({ pendingQuantity }) => pendingQuantity).sort()).toEqual([0, 2, 4]);
    expect(new Set(lines.map(({ unitPriceExclTax, quoteId }) => `${unitPriceExclTax} ${quoteId}`))).toEqual(
      new Set([`7.77 ${quote.id}`]),
    );
    expect(await takenOf(quote)).toBe(8);
    expect((await acceptQuote(given.buyer, quote, { items: [{ id: quote.itemIds[0], quantity: 3 }] })).status).toBe(422);
  });

  it('is ordered again at today’s price', async () => {
    const orderId = await orderQuoted(await aQuote());
    await setProductPrice(portal.db, given.shirt.id, 5000);
    const { body } = await reorder(given.buyer, orderId);
    expect(body.items.map(({ quoteItemId, unitPriceExclTax }) => [quoteItemId, unitPriceExclTax])).toEqual([[null, 50]]);
  });
});

describe('an order from a quote that needs approval', () => {
  it('comes back at the quoted price when it is sent back, until the last day, and is counted once', () =>
    withRules(portal, [{ kind: 'always' }], async () => {
      const quote = await aQuote();
      const orderId = await orderQuoted(quote);
      await changePrices();

      const { status } = await decide({ id: orderId, action: 'amend', rejectReason: 'Fewer, please.' });

      const cart = await cartOf(given.buyer);
      expect([
        status,
        cart.items.map(({ quantity, unitPriceExclTax, quoteItemId }) => [quantity, unitPriceExclTax, quoteItemId]),
      ]).toEqual([200, [[10, 7.77, quote.itemIds[0]]]]);
      expect([(await quoteOf(quote)).items[0]?.acceptedQuantity, (await acceptQuote(given.buyer, quote)).status]).toEqual([
        10, 409,
      ]);
      const lineId = cart.items[0]?.id;
      expect((await given.buyer.put(`/api/shopping_cart_items/${lineId}`, { quantity: 11 })).status).toBe(400);
      expect((await given.buyer.put(`/api/shopping_cart_items/${lineId}`, { quantity: 6 })).status).toBe(200);
      expect((await quoteOf(quote)).items[0]?.acceptedQuantity).toBe(6);
      const second = await orderOf(given.buyer, await checkOut());
      expect(second.orderItems[0]).toMatchObject({ quantity: 6, unitPriceExclTax: 7.77, quoteId: quote.id });
      expect((await acceptQuote(given.buyer, quote)).body.items[0]).toMatchObject({ quantity: 4, unitPriceExclTax: 7.77 });
    }));

  it('keeps the price when fewer pieces are approved, and a line that is sent back has it too', () =>
    withRules(portal, [{ kind: 'always' }], async () => {
      const quote = await anAnsweredQuote(portal.db, given.buyer.customerId, [
        { product: given.shirt, quantity: 10, unitMinor: 777 },
        { product: given.shirt, size: 1, quantity: 3, unitMinor: 888 },
      ]);
      await acceptQuote(given.buyer, quote);
      const orderId = await checkOut();
      const [first, second] = (await orderOf(given.buyer, orderId)).orderItems.map(({ id }) => id);
      await changePrices();

      const { status } = await decide({
        ...{ id: orderId, action: 'approve', rejectReason: 'Six will do.' },
        items: [
          { id: first, quantity: 6, action: 'approve' },
          { id: second, action: 'amend' },
        ],
      });

      expect(status).toBe(200);
      const order = await orderOf(given.buyer, orderId);
      expect(order.orderItems[0]).toMatchObject({ pendingQuantity: 6, unitPriceExclTax: 7.77 });
      expect((await cartOf(given.buyer)).items).toMatchObject([{ quantity: 3, unitPriceExclTax: 8.88 }]);
      // Pieces that were not approved are as cancelled ones.
      expect([await takenOf(quote, 0), await takenOf(quote, 1)]).toEqual([10, 3]);
    }));
});

describe('after the last day', () => {
  it('checkout says that the price has ended, and costs today’s; the pieces are no longer of the quote', async () => {
    const quote = await aQuote();
    await acceptQuote(given.buyer, quote);
    await setProductPrice(portal.db, given.shirt.id, 1250);
    const summary = await requestSummary(portal.db, given.buyer);
    expect(summary.items[0]).toMatchObject({ unitPriceExclTax: 7.77 });
    await endPrices(portal.db, quote);

    const refused = await submitOrder(given.buyer);

    expect([refused.status, refused.errors.cart?.[0]]).toEqual([400, expect.stringContaining('has ended')]);
    const order = await orderOf(given.buyer, await checkOut());
    expect(order.orderItems[0]).toMatchObject({ quantity: 10, unitPriceExclTax: 12.5, quoteId: null });
  });

  it('an order that is sent back costs what it costs today', () =>
    withRules(portal, [{ kind: 'always' }], async () => {
      const quote = await aQuote();
      const orderId = await orderQuoted(quote);
      await endPrices(portal.db, quote);
      await decide({ id: orderId, action: 'amend', rejectReason: 'Later.' });
      expect((await cartOf(given.buyer)).items[0]).toMatchObject({ unitPriceExclTax: 10, quoteItemId: null });
    }));
});

describe('in the cart', () => {
  it('more at today’s price is a line of its own, whichever was there first', async () => {
    const quote = await aQuote();
    await acceptQuote(given.buyer, quote, { items: [{ id: quote.itemIds[0], quantity: 4 }] });
    await fillCart(given.buyer, anItem(given.shirt, 3));
    await acceptQuote(given.buyer, quote);
    const { items } = await cartOf(given.buyer);
    expect(items.map(({ quantity, unitPriceExclTax }) => [quantity, unitPriceExclTax])).toEqual([
      [10, 7.77],
      [3, 10],
    ]);
  });

  it('cannot be ordered when the product is unpublished, and says so', async () => {
    const quote = await aQuote();
    await acceptQuote(given.buyer, quote);
    await unpublishProduct(portal.db, given.shirt.id);
    const cart = await cartOf(given.buyer);
    expect([cart.canCheckout, cart.items[0]?.warnings]).toEqual([false, ['This product is no longer available.']]);
  });

  it('costs what it costs today when the organisation orders in another currency', async () => {
    const quote = await aQuote();
    await acceptQuote(given.buyer, quote);
    await sql`update quote set currency_code = 'EUR' where id = ${quote.id}`.execute(portal.db);
    expect((await cartOf(given.buyer)).items[0]).toMatchObject({ unitPriceExclTax: 10, quoteItemId: null });
  });
});
