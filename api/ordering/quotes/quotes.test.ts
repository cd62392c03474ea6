import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aStockedProduct, type StockedProduct } from '#api/testing/builders.ts';
import { toRefusal } from '#api/testing/portal.ts';
import { answerQuote, aQuote, askForQuote, getQuote } from '#api/testing/quotes.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { type SignedIn, signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
let buyer: SignedIn;
let shirt: StockedProduct;
let cap: StockedProduct;

beforeAll(async () => {
  buyer = await signInAs(portal, { role: 'Buyer', firstName: 'Bea' });
  shirt = await aStockedProduct(portal.db, { stock: [5, 5, 5], callForPrice: true });
  cap = await aStockedProduct(portal.db, { stock: [5] });
});

const sizeOf = (product: StockedProduct, index: number) => [
  { id: product.attributeId, value: String(product.combinations[index]?.valueId) },
];

describe('asking for a quote', () => {
  it('takes products with and without a size, SKUs and words, and keeps their texts as they are', async () => {
    const { status, body } = await askForQuote(buyer, {
      title: '  Jackets for the north ',
      description: '<b>Warm</b>\n=1+1',
      requiredByUtc: '2036-12-24T00:00:00Z',
      items: [
        { productId: shirt.id, attributes: sizeOf(shirt, 1), quantity: 12, comments: ' =cmd() <i>no</i> ' },
        { productId: shirt.id, quantity: 30 },
        { sku: shirt.combinations[2]?.sku.toLowerCase(), quantity: 2 },
        { sku: cap.combinations[0]?.sku, quantity: 4 },
        { name: 'A green scarf', quantity: 200 },
      ],
    });
    expect(status).toBe(200);
    const { quote } = body;
    expect(quote).toMatchObject({
      ...{ title: 'Jackets for the north', description: '<b>Warm</b>\n=1+1', requiredByUtc: '2036-12-24T00:00:00Z' },
      ...{ status: 'Submitted', statusId: 10, version: 0, validUntilUtc: null, total: null, currencyCode: 'GBP' },
      ...{ isOwn: true, canAccept: false, refusal: null, canWithdraw: true, canDecline: false, canWrite: true },
      customer: { id: buyer.customerId, firstName: 'Bea', email: buyer.email },
    });
    expect(quote.quoteNumber).toMatch(/^Q\d+$/);
    expect(
      quote.items.map(({ name, sku, attributeDescription, combinationId, quantity, comments, unitPrice, isOffered, refusal }) => [
        ...[name, sku, attributeDescription, combinationId, quantity, comments, unitPrice, isOffered, refusal],
      ]),
    ).toEqual([
      [shirt.name, shirt.combinations[1]?.sku, 'Size 1', shirt.combinations[1]?.id, 12, '=cmd() <i>no</i>', null, null, null],
      [shirt.name, shirt.name, null, null, 30, null, null, null, null],
      [shirt.name, shirt.combinations[2]?.sku, 'Size 2', shirt.combinations[2]?.id, 2, null, null, null, null],
      [cap.name, cap.combinations[0]?.sku, null, cap.combinations[0]?.id, 4, null, null, null, null],
      ['A green scarf', null, null, null, 200, null, null, null, null],
    ]);
    expect((await getQuote(buyer, quote.id)).body.quote).toEqual(quote);
  });

  it('shows what was answered, keeps earlier answers readable, and says what cannot be accepted', async () => {
    const quote = await aQuote(buyer, {
      items: [
        { productId: shirt.id, quantity: 30 },
        { productId: cap.id, quantity: 4 },
        { name: 'A scarf', quantity: 2 },
      ],
    });
    const [first, second, third] = quote.items.map(({ id }) => id) as [number, number, number];
    await answerQuote(portal.db, quote.id, [{ id: first, unitPriceMinor: 1234, setupMinor: 2500, quantity: 25 }]);
    await answerQuote(portal.db, quote.id, [
      { id: first, unitPriceMinor: 1199 },
      { id: second, unitPriceMinor: 0 },
      { id: third, unitPriceMinor: 900, productId: cap.id, combinationId: cap.combinations[0]?.id as number },
    ]);
    const { body } = await getQuote(buyer, quote.id);
    expect(body.quote).toMatchObject({
      status: 'Quoted',
      version: 2,
      total: 377.7,
      canAccept: true,
      canDecline: true,
      refusal: null,
    });
    expect(body.quote.versions.map(({ version }) => version)).toEqual([2, 1]);
    expect(
      body.quote.items.map(({ id, name, quantity, unitPrice, askedFor }) => [id, name, quantity, unitPrice, askedFor?.name]),
    ).toEqual([
      [first, shirt.name, 30, 11.99, shirt.name],
      [second, cap.name, 4, 0, cap.name],
      [third, cap.name, 2, 9, 'A scarf'],
    ]);
    expect(body.quote.items[0]?.combinations.map(({ combinationId }) => combinationId)).toEqual(
      shirt.combinations.map(({ id }) => id),
    );

    const earlier = (await getQuote(buyer, quote.id, '?version=1')).body.quote;
    expect(earlier).toMatchObject({ version: 1, total: 308.5, canAccept: false });
    expect(earlier.refusal).toMatch(/earlier answer/);
    expect(
      earlier.items.map(({ isOffered, unitPrice, setupPrice, quantity }) => [isOffered, unitPrice, setupPrice, quantity]),
    ).toEqual([
      [true, 12.34, 25, 25],
      [false, null, null, 4],
      [false, null, null, 2],
    ]);
    expect((await getQuote(buyer, quote.id, '?version=3')).status).toBe(404);
  });

  it('refuses what says nothing, is not of the range or is too much', async () => {
    const foreign = await aStockedProduct(portal.db, { organisationIds: [2] });
    const left = await aStockedProduct(portal.db);
    await sql`delete from product_organisation where product_id = ${left.id}`.execute(portal.db);
    await sql`select refresh_listing('{1}'::bigint[], ${[left.id]}::bigint[])`.execute(portal.db);
    const refusals = [];
    const line = { productId: cap.id, quantity: 1 };
    for (const bad of [
      { title: '   ', items: [line] },
      { title: 'Nothing' },
      { title: 'Nothing', description: '  ' },
      { title: 'Long', items: Array.from({ length: 1000 }, () => line) },
      { title: 'Other', items: [line, { productId: foreign.id, quantity: 1 }] },
      {
        title: 'Left',
        items: [
          { productId: left.id, quantity: 1 },
          { sku: 'no-such', quantity: 1 },
        ],
      },
      { title: 'Size', items: [{ productId: shirt.id, attributes: [{ id: 1, value: '999999' }], quantity: 1 }] },
      { title: 'Empty', items: [{ quantity: 1 }, { name: ' ', quantity: 1 }] },
      {
        title: 'Pieces',
        items: [
          { ...line, quantity: 0 },
          { ...line, quantity: 100_001 },
          { ...line, quantity: 1.5 },
        ],
      },
      { title: 'Day', requiredByUtc: '2020-01-01', items: [line] },
      { title: 'Day', requiredByUtc: 'soon', items: [line] },
      { title: 'Files', items: [line], fileIds: [999_999] },
    ]) {
      const { status, errors } = await askForQuote(buyer, bad);
      refusals.push([status, Object.keys(errors ?? {})]);
    }
    expect(refusals).toEqual([
      [422, ['title']],
      [422, ['items']],
      [422, ['items']],
      [422, ['items']],
      [404, ['items[1].productId']],
      [404, ['items[0].productId', 'items[1].sku']],
      [422, ['items[0].attributes']],
      [422, ['items[0].name', 'items[1].name']],
      [422, ['items[0].quantity', 'items[1].quantity', 'items[2].quantity']],
      [422, ['requiredByUtc']],
      [422, ['requiredByUtc']],
      [404, ['fileIds']],
    ]);
    const staff = await signInAs(portal, { role: 'Sales' });
    await sql`delete from role_permission where organisation_id = 1 and role_id = 36`.execute(portal.db);
    expect(toRefusal(await askForQuote(staff, { title: 'No', description: 'Permission' }))[0]).toBe(403);
  });
});
