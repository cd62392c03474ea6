import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { requestSummary, submitOrder } from '#api/testing/builders.ts';
import { aDecoratedProduct, aLogo, approveProof, type DecoratedProduct, EMBROIDERY, PRINT } from '#api/testing/designs.ts';
import { delivery, followOrder, pence } from '#api/testing/followed-orders.ts';
import { orderOf, setApprovalRules } from '#api/testing/order-changes.ts';
import { findDocumentFaults, findOrderFaults } from '#api/testing/order-faults.ts';
import { costOf, type OracleLine } from '#api/testing/personalised-oracle.ts';
import { setDelivery } from '#api/testing/personalised-orders.ts';
import type { TestOperatorClient } from '#api/testing/portal.ts';
import { refreshProductListing } from '#api/testing/products.ts';
import { acceptQuote, anAnsweredQuote, getQuote, type QuotedItem } from '#api/testing/quotes.ts';
import { createRandom } from '#api/testing/random-numbers.ts';
import { cartOf } from '#api/testing/reorder.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { type SignedIn, signInAs } from '#api/testing/wearers.ts';

// Quotes are answered, accepted in parts, ordered, cancelled in part, sent, invoiced, returned and credited, and each time compared with what was quoted.

const QUOTES = Number(process.env.QUOTES ?? 12);
const SEED = Number(process.env.QUOTES_SEED ?? 20_261_130);
const CLASSES = ['standard', 'reduced', 'zero'] as const;
const RATES = { standard: 2000n, reduced: 500n, zero: 0n } as const;

const portal = usePortal();
let operator: TestOperatorClient;
let buyer: SignedIn;
let products: DecoratedProduct[];
let logoId: number;

beforeAll(async () => {
  await setApprovalRules(portal);
  await setDelivery(portal.db);
  await sql`update organisation set invoice_mode = 'shipment', tax_country_code = null, tax_rates = '{"reduced": 0.05}' where id = 1`.execute(
    portal.db,
  );
  operator = await portal.asOperator();
  buyer = await signInAs(portal, { firstName: 'Bea' });
  logoId = await aLogo(portal.db);
  products = [];
  for (const taxClass of CLASSES) {
    const product = await aDecoratedProduct(portal.db, { stock: [100_000, 100_000], price: 1234 });
    await sql`update product set tax_class = ${taxClass}, call_for_price = ${taxClass === 'reduced'} where id = ${product.id}`.execute(
      portal.db,
    );
    await sql`insert into tier_price (product_id, quantity, price_minor) values (${product.id}, 3, 321)`.execute(portal.db);
    await refreshProductListing(portal.db, [1], [product.id]);
    for (const [place, method] of [
      ['left-chest', EMBROIDERY],
      ['upper-back', PRINT],
    ] as const)
      await approveProof(portal.db, `logo:${logoId}:${method}:${product.positions[place]}`, { logoId });
    products.push(product);
  }
});

/** Lines of a random quote, each of another product, with what the oracle knows of them. */
function drawQuote(random: () => number) {
  const upTo = (most: number) => Math.floor(random() * (most + 1));
  const places = [0, 1, 2].filter((place) => random() < 0.7 || place === 0);
  return places.map((place) => {
    const product = products[place] as DecoratedProduct;
    const [quantity, unitMinor] = [1 + upTo(8), upTo(12) === 0 ? 0 : 1 + upTo(9_999)];
    const designs = [
      { methodId: EMBROIDERY, positionId: product.positions['left-chest'], logoId },
      { methodId: PRINT, positionId: product.positions['upper-back'], logoId },
    ].filter(() => random() < 0.5);
    const setupMinor = designs.length > 0 ? upTo(2) * 1733 : 0;
    const size = upTo(2) === 0 ? null : upTo(1);
    return {
      quoted: { product, quantity, unitMinor, setupMinor, size, designs } satisfies QuotedItem,
      oracle: {
        ...{ pieces: BigInt(quantity), prices: [{ from: 1n, price: BigInt(unitMinor) }], rate: RATES[CLASSES[place] as 'zero'] },
        designs: designs.length > 0 ? [{ is: `${place}`, price: 0n, setUp: BigInt(setupMinor) }] : [],
      } satisfies OracleLine,
    };
  });
}

/** Accepts a quote: the sizes of a line without one at random, and all in one or two calls. */
async function acceptAll(quote: { id: number; itemIds: number[] }, drawn: ReturnType<typeof drawQuote>, random: () => number) {
  const items = drawn.flatMap(({ quoted }, index) => {
    const { product, quantity, size } = quoted;
    const first = size === null ? Math.floor(random() * (quantity + 1)) : quantity;
    return [first, quantity - first].flatMap((pieces, place) =>
      pieces === 0
        ? []
        : [
            {
              ...{ id: quote.itemIds[index], quantity: pieces },
              ...(size === null ? { combinationId: product.combinations[place]?.id } : {}),
            },
          ],
    );
  });
  const half = random() < 0.5 ? items.length : Math.ceil(items.length / 2);
  for (const part of [items.slice(0, half), items.slice(half)]) {
    if (part.length === 0) continue;
    const { status, errors } = await acceptQuote(buyer, quote, { version: 1, items: part });
    expect([status, errors]).toEqual([200, {}]);
  }
}

it(`${QUOTES} quotes cost what was quoted, from the list to the last credit note`, {
  timeout: 30_000 + QUOTES * 3_000,
}, async () => {
  const random = createRandom(SEED);
  const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0) + 1 as id from orders`.execute(portal.db);
  for (let number = 0; number < QUOTES; number += 1) {
    const drawn = drawQuote(random);
    const quote = await anAnsweredQuote(
      portal.db,
      buyer.customerId,
      drawn.map(({ quoted }) => quoted),
    );
    const goodsNet = drawn.reduce((total, { oracle }) => total + oracle.pieces * (oracle.prices[0]?.price ?? 0n), 0n);
    const shown = (await getQuote(buyer, quote.id)).body.quote;
    const listed = (await buyer.get<'GET /api/quotescustomer'>('/api/quotescustomer?limit=1')).body.quotes[0];
    expect([pence(shown.total), pence(listed?.total)]).toEqual([goodsNet, goodsNet]);
    expect(shown.items.map((item) => [pence(item.unitPrice), pence(item.setupPrice)])).toEqual(
      drawn.map(({ quoted }) => [BigInt(quoted.unitMinor), BigInt(quoted.setupMinor)]),
    );

    await acceptAll(quote, drawn, random);

    const cart = await cartOf(buyer);
    // A line without a size became one for each size: the tax is rounded for each.
    const lines = cart.items.map((item) => {
      const { quoted, oracle } = drawn[quote.itemIds.indexOf(item.quoteItemId as number)] as (typeof drawn)[number];
      expect([pence(item.unitPriceExclTax), pence(item.subTotalExclTax), item.warnings]).toEqual([
        ...[BigInt(quoted.unitMinor), BigInt(quoted.unitMinor * item.quantity), []],
      ]);
      return { ...oracle, pieces: BigInt(item.quantity) };
    });
    const cost = costOf(lines, delivery);
    expect([pence(cart.subTotalExclTax), pence(cart.subTotalInclTax)]).toEqual([goodsNet, goodsNet + cost.goodsTax]);
    const summary = await requestSummary(portal.db, buyer);
    expect(pence(summary.orderTotal)).toBe(cost.total);
    const placed = await submitOrder(buyer);
    expect([placed.status, placed.errors]).toEqual([200, {}]);
    const orderId = placed.body.orderId as number;
    const ordered = (await orderOf(buyer, orderId)).orderItems;
    expect(ordered.map((line) => [line.quoteId, pence(line.unitPriceExclTax)])).toEqual(
      cart.items.map((item) => [quote.id, pence(item.unitPriceExclTax)]),
    );

    const followed = { orderId, lines: lines.map((line, index) => ({ ...line, id: ordered[index]?.id as number })) };
    await followOrder({ portal, buyer, operator }, followed, random);
  }
  expect(await findOrderFaults(portal.db, rows[0]?.id as number)).toEqual([]);
  expect(await findDocumentFaults(portal.db, rows[0]?.id as number)).toEqual([]);
});
