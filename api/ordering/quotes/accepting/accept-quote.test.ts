import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  anItem,
  aStockedProduct,
  fillCart,
  NORTH,
  requestSummary,
  submitOrder,
  unpublishProduct,
} from '#api/testing/builders.ts';
import { useBuyerAndShirt } from '#api/testing/buyer-and-shirt.ts';
import { aDecoratedProduct, aLogo, EMBROIDERY } from '#api/testing/designs.ts';
import { acceptQuote as accept, anAnsweredQuote, endPrices, type QuotedItem, sendAnswer } from '#api/testing/quotes.ts';
import { cartOf } from '#api/testing/reorder.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { aWearer, orderFor, signInAs } from '#api/testing/wearers.ts';
import { QUOTE } from '../quotes.rules.ts';

const portal = usePortal();
const given = useBuyerAndShirt(portal, [50, 50, 50]);

const aQuote = (items: readonly QuotedItem[], options?: Parameters<typeof anAnsweredQuote>[3]) =>
  anAnsweredQuote(portal.db, given.buyer.customerId, items, options);

/** Ten of the shirts in the first size, at 7.50. */
const tenShirts = (change: Partial<QuotedItem> = {}): QuotedItem => ({
  product: given.shirt,
  quantity: 10,
  unitMinor: 750,
  ...change,
});
const sizeOf = (size: number) => given.shirt.combinations[size]?.id as number;

type Line = Awaited<ReturnType<typeof cartOf>>['items'][number];
const show = (items: readonly Line[]) =>
  items.map(({ quoteItemId, combinationId, quantity, unitPriceExclTax }) => [
    quoteItemId,
    combinationId,
    quantity,
    unitPriceExclTax,
  ]);
const stateOf = async ({ id }: { id: number }) =>
  (await sql<{ state: number }>`select quote_state_id as state from quote where id = ${id}`.execute(portal.db)).rows[0]?.state;

describe('accepting', () => {
  it('puts what is named, and then all that is left, into the cart at the quoted prices', async () => {
    const coat = await aStockedProduct(portal.db, { callForPrice: true });
    const quote = await aQuote([
      tenShirts({ size: 1 }),
      { product: coat, quantity: 3, unitMinor: 2999 },
      tenShirts({ unitMinor: null }),
    ]);
    const [shirts, coats] = quote.itemIds as [number, number];

    const part = await accept(given.buyer, quote, { version: 1, items: [{ id: shirts, quantity: 4 }] });
    const rest = await accept(given.buyer, quote);

    expect([part.status, rest.status]).toEqual([200, 200]);
    expect(show(part.body.items)).toEqual([[shirts, sizeOf(1), 4, 7.5]]);
    expect(show(rest.body.items)).toEqual([
      [shirts, sizeOf(1), 10, 7.5],
      [coats, coat.combinations[0]?.id, 3, 29.99],
    ]);
    expect(rest.body.items.flatMap(({ warnings }) => warnings)).toEqual([]);
    expect(rest.body.quote).toMatchObject({ id: quote.id, status: 'Accepted', canAccept: false });
    expect(rest.body.quote.items.map(({ acceptedQuantity }) => acceptedQuantity)).toEqual([10, 3, 0]);
    expect((await accept(given.buyer, quote, { version: 1 })).status).toBe(409);
  });

  it('chooses sizes where none was quoted: several, together at most what was quoted', async () => {
    const quote = await aQuote([tenShirts({ size: null })]);
    const [id] = quote.itemIds;
    const parts = (...quantities: number[]) => ({
      items: quantities.map((quantity, size) => ({ id, quantity, combinationId: sizeOf(size) })),
    });
    const foreign = await aStockedProduct(portal.db, { stock: [5, 5] });

    const unnamed = await accept(given.buyer, quote);
    const sizeless = await accept(given.buyer, quote, { items: [{ id, quantity: 1 }] });
    const tooMany = await accept(given.buyer, quote, parts(4, 4, 3));
    const wrong = await accept(given.buyer, quote, {
      items: [{ id, quantity: 1, combinationId: foreign.combinations[0]?.id }],
    });

    expect([unnamed.status, unnamed.errors]).toEqual([422, { items: [`${given.shirt.name}: Please choose a size.`] }]);
    expect([sizeless.status, sizeless.errors]).toEqual([422, { 'items[0].combinationId': ['Please choose a size.'] }]);
    expect([tooMany.status, Object.keys(tooMany.errors)]).toEqual([422, ['items[2].quantity']]);
    expect([wrong.status, Object.keys(wrong.errors)]).toEqual([400, ['items[0]']]);
    expect([(await cartOf(given.buyer)).items, await stateOf(quote)]).toEqual([[], QUOTE.quoted]);
    const { body } = await accept(given.buyer, quote, parts(4, 4, 2));
    expect(show(body.items)).toEqual([4, 4, 2].map((quantity, size) => [id, sizeOf(size), quantity, 7.5]));
  });

  it('needs no size of a product that has one only', async () => {
    const coat = await aStockedProduct(portal.db);
    const quote = await aQuote([{ product: coat, size: null, quantity: 3, unitMinor: 2999 }]);
    expect(show((await accept(given.buyer, quote)).body.items)).toEqual([[quote.itemIds[0], coat.combinations[0]?.id, 3, 29.99]]);
  });

  it('takes one of a line and its alternatives: the line itself, unless another is named', async () => {
    const items = [
      tenShirts(),
      tenShirts({ size: 1, unitMinor: 700, alternativeTo: 0 }),
      tenShirts({ size: 2, alternativeTo: 0 }),
    ];
    const quote = await aQuote(items);
    const [line, cheaper, other] = quote.itemIds as [number, number, number];

    const both = await accept(given.buyer, quote, { items: [cheaper, other].map((id) => ({ id, quantity: 1 })) });
    const named = await accept(given.buyer, quote, { items: [{ id: cheaper, quantity: 4 }] });
    const late = await accept(given.buyer, quote, { items: [{ id: line, quantity: 1 }] });
    const rest = await accept(given.buyer, quote);

    expect([both.status, Object.keys(both.errors)]).toEqual([422, ['items[1].id']]);
    expect(show(named.body.items)).toEqual([[cheaper, sizeOf(1), 4, 7]]);
    expect([late.status, Object.keys(late.errors)]).toEqual([422, ['items[0].id']]);
    expect(show(rest.body.items)).toEqual([[cheaper, sizeOf(1), 10, 7]]);
    const untouched = await aQuote(items);
    expect(show((await accept(given.buyer, untouched)).body.items).at(-1)).toEqual([untouched.itemIds[0], sizeOf(0), 10, 7.5]);
    const onlyAlternatives = await aQuote([tenShirts({ unitMinor: null }), tenShirts({ alternativeTo: 0 })]);
    expect((await accept(given.buyer, onlyAlternatives)).errors).toEqual({
      items: ['Only alternatives are left. Please choose what you accept.'],
    });
  });

  it('puts the quoted designs on the lines, and they stay', async () => {
    const polo = await aDecoratedProduct(portal.db, { stock: [50, 50] });
    const logoId = await aLogo(portal.db);
    const design = { methodId: EMBROIDERY, positionId: polo.positions['left-chest'], logoId };
    const quote = await aQuote([{ product: polo, size: null, quantity: 5, unitMinor: 900, setupMinor: 1234, designs: [design] }]);
    const items = polo.combinations.map(({ id: combinationId }, index) => ({
      ...{ id: quote.itemIds[0], combinationId },
      quantity: index + 1,
    }));

    const { body } = await accept(given.buyer, quote, { items });

    expect(
      body.items.map(({ unitPriceExclTax, customisations }) => [unitPriceExclTax, customisations.map((each) => each.logoId)]),
    ).toEqual([
      [9, [logoId]],
      [9, [logoId]],
    ]);
    expect((await cartOf(given.buyer)).charges.map(({ exclTax }) => exclTax)).toEqual([12.34]);
  });

  it('stays a line apart when another line of the garment gets the same design', async () => {
    const polo = await aDecoratedProduct(portal.db);
    const design = { methodId: EMBROIDERY, positionId: polo.positions['left-chest'], logoId: await aLogo(portal.db) };
    const quote = await aQuote([{ product: polo, quantity: 5, unitMinor: 900, designs: [design] }]);
    await accept(given.buyer, quote);
    const plain = (await fillCart(given.buyer, anItem(polo, 2))).items.find(({ quoteItemId }) => quoteItemId === null);
    const { status, body } = await given.buyer.post<'POST /api/shopping_cart_items/customisation'>(
      '/api/shopping_cart_items/customisation',
      { shoppingCartItemId: plain?.id, customisation: design },
    );
    expect([status, body.items.map(({ quantity, quoteItemId }) => [quantity, quoteItemId])]).toEqual([
      200,
      [
        [5, quote.itemIds[0]],
        [2, null],
      ],
    ]);
  });

  it('adds nothing to lines at today’s price, and nothing at today’s price to it', async () => {
    const quote = await aQuote([tenShirts()]);
    await fillCart(given.buyer, anItem(given.shirt, 2));
    const { body } = await accept(given.buyer, quote);
    expect(show(body.items)).toEqual([
      [null, sizeOf(0), 2, 10],
      [quote.itemIds[0], sizeOf(0), 10, 7.5],
    ]);
  });
});

describe('who accepts', () => {
  it('is who asked for it, and who acts for them: 404 for anyone else, also for those who see it', async () => {
    const quote = await aQuote([tenShirts()]);
    const others = [
      await signInAs(portal, { role: 'Buyer' }),
      await signInAs(portal, { role: 'Admin', groupIds: [], adminableGroupIds: [NORTH.groupId] }),
      await portal.as('sales@meridian.example'),
      await signInAs(portal, { role: 'Admin', organisationId: 2, groupIds: [], resortId: null }),
    ];
    for (const person of others) expect((await accept(person, quote)).status).toBe(404);
    expect((await accept(given.buyer, { id: 2_000_000_000 })).status).toBe(404);

    const { status } = await accept(await orderFor(portal, given.buyer.customerId), quote);

    expect([status, show((await cartOf(given.buyer)).items)]).toEqual([200, [[quote.itemIds[0], sizeOf(0), 10, 7.5]]]);
  });

  it('orders by the rules of any line: right to order, entitlement, quantities and stock', async () => {
    const wearer = await aWearer(portal, [given.shirt], { quantity: 3, beyond: 'block' });
    const forWearer = await anAnsweredQuote(portal.db, wearer.id, [tenShirts()]);
    const [id] = forWearer.itemIds;
    expect((await accept(wearer.client, forWearer, { items: [{ id, quantity: 4 }] })).status).toBe(400);
    const { body } = await accept(wearer.client, forWearer, { items: [{ id, quantity: 3 }] });
    expect(body.items[0]).toMatchObject({ customerId: null, coveredQuantity: 3, quantity: 3 });
    await sql`delete from customer_role where customer_id = ${wearer.id} and role_id = 34`.execute(portal.db);
    await portal.settled();
    expect((await accept(wearer.client, forWearer)).status).toBe(403);

    const packed = await aStockedProduct(portal.db, { allowed: [5, 10], stock: [8] });
    const inPacks = await aQuote([tenShirts({ product: packed })]);
    const refused = await accept(given.buyer, inPacks);
    expect([refused.status, Object.keys(refused.errors)]).toEqual([400, ['items[0]']]);
    expect((await accept(given.buyer, inPacks, { items: [{ id: inPacks.itemIds[0], quantity: 4 }] })).status).toBe(400);
    expect((await accept(given.buyer, inPacks, { items: [{ id: inPacks.itemIds[0], quantity: 5 }] })).status).toBe(200);
  });
});

describe('what cannot be accepted', () => {
  it.each([
    ['Submitted', QUOTE.submitted],
    ['InReview', QUOTE.inReview],
    ['Declined', QUOTE.declined],
    ['Expired', QUOTE.expired],
  ])('a quote that is %s: 409', async (_state, stateId) => {
    const { status, errors } = await accept(given.buyer, await aQuote([tenShirts()], { stateId }));
    expect([status, Object.keys(errors)]).toEqual([409, ['quote']]);
  });

  it('is a quote after its last day, in another currency, or changed since it was seen', async () => {
    const ended = await aQuote([tenShirts()]);
    await endPrices(portal.db, ended);
    const inEuro = await aQuote([tenShirts()], { currencyCode: 'EUR' });
    const revised = await aQuote([tenShirts()]);
    await sendAnswer(portal.db, revised, [tenShirts({ unitMinor: 700 })]);

    for (const quote of [ended, inEuro, revised]) {
      const { status, errors } = await accept(given.buyer, quote, { version: 1 });
      expect([status, Object.keys(errors)]).toEqual([409, ['quote']]);
    }
    expect((await cartOf(given.buyer)).items).toEqual([]);
    expect(show((await accept(given.buyer, revised, { version: 2 })).body.items)).toEqual([
      [revised.itemIds[0], sizeOf(0), 10, 7],
    ]);
  });

  it('is a line that is not offered, not of the quote, or of a product that left the range', async () => {
    const gone = await aStockedProduct(portal.db);
    const quote = await aQuote([tenShirts({ unitMinor: null }), tenShirts({ product: gone }), tenShirts()]);
    const foreign = await aQuote([tenShirts()]);
    await unpublishProduct(portal.db, gone.id);
    const named = (id: number | undefined, change = {}) =>
      accept(given.buyer, quote, { items: [{ id, quantity: 1, ...change }] });

    expect((await named(quote.itemIds[0])).status).toBe(422);
    expect((await named(foreign.itemIds[0])).status).toBe(404);
    expect((await named(quote.itemIds[2], { combinationId: sizeOf(1) })).status).toBe(422);
    const unpublished = await named(quote.itemIds[1]);
    expect([unpublished.status, unpublished.errors['items[0].id']?.[0]]).toEqual([
      422,
      expect.stringContaining('no longer available'),
    ]);
    const whole = await accept(given.buyer, quote);
    expect([whole.status, whole.errors.items?.[0]]).toEqual([422, expect.stringContaining(gone.name)]);
    const { body } = await named(quote.itemIds[2]);
    expect(body.quote.items[1]?.refusal).toContain('no longer available');
  });
});

describe('accepting once', () => {
  it('in 20 tabs, with and without keys, by the owner and who acts for them', async () => {
    const quote = await aQuote([tenShirts()]);
    const actor = await orderFor(portal, given.buyer.customerId);
    const body = { version: 1, items: [{ id: quote.itemIds[0], quantity: 4 }] };

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, tab) =>
        accept(tab % 2 === 0 ? given.buyer : actor, quote, body, tab % 3 === 0 ? `tab ${tab % 4}` : undefined),
      ),
    );

    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(replies.map((reply) => JSON.stringify(reply.body.items))).size).toBe(1);
    expect(show((await cartOf(given.buyer)).items)).toEqual([[quote.itemIds[0], sizeOf(0), 4, 7.5]]);
  });

  it('in 20 tabs that accept all that is left, each in its own words', async () => {
    const quote = await aQuote([tenShirts()]);
    const items = [{ id: quote.itemIds[0], quantity: 10 }];
    const bodies = [{}, { version: 1 }, { items }, { version: 1, items }, { items: [{ ...items[0], combinationId: sizeOf(0) }] }];

    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, tab) => accept(given.buyer, quote, bodies[tab % bodies.length])),
    );

    expect(replies.filter(({ status }) => ![200, 409, 422].includes(status))).toEqual([]);
    expect(show((await cartOf(given.buyer)).items)).toEqual([[quote.itemIds[0], sizeOf(0), 10, 7.5]]);
  });

  it('gives the first answer to the same key later, also when the line is gone, and refuses the key for something else', async () => {
    const quote = await aQuote([tenShirts()]);
    const body = { items: [{ id: quote.itemIds[0], quantity: 4 }] };
    const first = await accept(given.buyer, quote, body, 'a key');
    await given.buyer.delete(`/api/shopping_cart_items/${first.body.items[0]?.id}`);

    const repeated = await accept(given.buyer, quote, body, 'a key');
    const reused = await accept(given.buyer, quote, {}, 'a key');

    expect([repeated.status, repeated.body]).toEqual([200, first.body]);
    expect((await cartOf(given.buyer)).items).toEqual([]);
    expect([reused.status, Object.keys(reused.errors)]).toEqual([422, ['idempotencyKey']]);
  });

  it('gives pieces that are taken out of the cart back to the quote, at once', async () => {
    const quote = await aQuote([tenShirts(), tenShirts({ size: 1, alternativeTo: 0 })]);
    const [line, alternative] = quote.itemIds;
    const { body } = await accept(given.buyer, quote);
    await given.buyer.delete(`/api/shopping_cart_items/${body.items[0]?.id}`);

    const again = await accept(given.buyer, quote);
    expect(show(again.body.items)).toEqual([[line, sizeOf(0), 10, 7.5]]);
    await given.buyer.delete(`/api/shopping_cart_items/${again.body.items[0]?.id}`);
    const other = await accept(given.buyer, quote, { items: [{ id: alternative, quantity: 10 }] });
    expect(show(other.body.items)).toEqual([[alternative, sizeOf(1), 10, 7.5]]);
  });

  it('counts pieces that were ordered, not only those in the cart', async () => {
    const quote = await aQuote([tenShirts()]);
    await accept(given.buyer, quote, { items: [{ id: quote.itemIds[0], quantity: 6 }] });
    await requestSummary(portal.db, given.buyer);
    expect((await submitOrder(given.buyer)).status).toBe(200);
    const { body } = await accept(given.buyer, quote);
    expect(show(body.items)).toEqual([[quote.itemIds[0], sizeOf(0), 4, 7.5]]);
  });
});
