import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  addItems,
  anItem,
  aStockedProduct,
  fillCart,
  requestSummary,
  setProductPrice,
  submitOrder,
  unpublishProduct,
} from '#api/testing/builders.ts';
import { useBuyerAndShirt } from '#api/testing/buyer-and-shirt.ts';
import { aDecoratedProduct, aLogo, EMBROIDERY } from '#api/testing/designs.ts';
import { accept, aQuote, endQuote, reviseQuote } from '#api/testing/quoted.ts';
import { cartOf } from '#api/testing/reorder.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { aWearer, orderFor, signInAs } from '#api/testing/wearers.ts';
import { QUOTE } from '../quotes.rules.ts';

const portal = usePortal();
const given = useBuyerAndShirt(portal, [50, 50, 50]);

const linesOf = (items: readonly { quoteItemId: number | null; combinationId: number | null; quantity: number; unitPriceExclTax: number | null }[]) =>
  items.map(({ quoteItemId, combinationId, quantity, unitPriceExclTax }) => [quoteItemId, combinationId, quantity, unitPriceExclTax]);

/** A quote of the buyer with a line of ten shirts. */
const aQuoteOfShirts = (options?: Parameters<typeof aQuote>[3]) => aQuote(portal.db, given.buyer, [{ product: given.shirt }], options);

describe('accepting a quote', () => {
  it('puts all that is left into the cart at the quoted prices, and makes it Accepted', async () => {
    const other = await aStockedProduct(portal.db, { callForPrice: true });
    const quote = await aQuote(portal.db, given.buyer, [
      { product: given.shirt, size: 1, quantity: 10, price: 750 },
      { product: other, quantity: 3, price: 2999, setUp: 1500 },
      { product: given.shirt, isOffered: false },
    ]);
    const [polo, coat] = quote.itemIds;

    const first = await accept(given.buyer, quote, { version: 1, items: [{ id: polo, quantity: 4 }] });
    const second = await accept(given.buyer, quote);

    expect(first.status).toBe(200);
    expect(linesOf(first.body.items)).toEqual([[polo, given.shirt.combinations[1]?.id, 4, 7.5]]);
    expect(linesOf(second.body.items)).toEqual([
      [polo, given.shirt.combinations[1]?.id, 10, 7.5],
      [coat, other.combinations[0]?.id, 3, 29.99],
    ]);
    expect(second.body.items.map(({ warnings }) => warnings)).toEqual([[], []]);
    expect(second.body.quote).toMatchObject({ id: quote.id, status: 'Accepted', canAccept: false });
    expect(second.body.quote.items.map(({ acceptedQuantity }) => acceptedQuantity)).toEqual([10, 3, 0]);
    const nothingLeft = await accept(given.buyer, quote, { version: 1 });
    expect([nothingLeft.status, Object.keys(nothingLeft.errors)]).toEqual([409, ['quote']]);
  });
});
