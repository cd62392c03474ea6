import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aStockedProduct, fillCart, orderItems } from '#api/testing/builders.ts';
import { shipPieces } from '#api/testing/fulfilment.ts';
import type { TestOperatorClient } from '#api/testing/portal.ts';
import { aCatalogueProduct, type CatalogueProductOverrides } from '#api/testing/products.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { signInAs } from '#api/testing/wearers.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';

const portal = usePortal();
let operator: TestOperatorClient;

type Change = BodyOf<'PUT /api/operator/products/:id/combinations'>;
type Product = ReplyOf<'GET /api/operator/products/:id'>['product'];

beforeAll(async () => {
  operator = await portal.asOperator({ brandIds: [1] });
});

const aWord = () => `q${randomUUID().slice(0, 8)}`;
const aProduct = (overrides: CatalogueProductOverrides = {}) => {
  const sku = aWord();
  return aCatalogueProduct(portal.db, { ...overrides, product: { sku, handle: sku, ...overrides.product } });
};
const read = async (id: number) =>
  (await operator.get<'GET /api/operator/products/:id'>(`/api/operator/products/${id}`)).body.product;
async function change(id: number, body: Change) {
  const response = await operator.put<'PUT /api/operator/products/:id/combinations'>(
    `/api/operator/products/${id}/combinations`,
    body,
  );
  return { status: response.status, product: response.body.product, errors: response.errors };
}
const add = async (price: number | null = 20) => {
  const sku = aWord();
  const { body } = await operator.post<'POST /api/operator/products'>('/api/operator/products', { name: sku, sku, price });
  return body.product;
};
const described = ({ combinations }: Product) =>
  combinations.map(({ description, price, discontinued }) => [description, price, ...(discontinued ? ['discontinued'] : [])]);

describe('attributes and combinations', () => {
  it('are made of lists, and the combination of a new product becomes the first of them', async () => {
    const product = await add();
    const { sku } = product;
    const { status, product: made } = await change(product.id, {
      version: product.version,
      attributes: [
        { name: 'Color', values: [{ name: 'Navy', colorSquaresRgb: '#1f2a44' }, { name: 'Red' }] },
        { name: 'Size', values: [{ name: 'S' }, { name: 'XXL', priceAdjustment: 2.5 }] },
      ],
      combinations: [
        { values: ['navy', 's'], sku: `${sku}-N-S`, gtin: '4006381333931' },
        { values: ['Navy', 'XXL'], sku: `${sku}-N-XXL` },
        { values: ['Red', 'XXL'], sku: `${sku}-R-XXL`, price: 30 },
      ],
    });
    expect(status).toBe(200);
    expect(made.attributes.map(({ name, role, values }) => [name, role, values.map((value) => value.name)])).toEqual([
      ['Colour', 'colour', ['Navy', 'Red']],
      ['Size', 'size', ['S', 'XXL']],
    ]);
    expect(described(made)).toEqual([
      ['Navy, S', 20],
      ['Navy, XXL', 22.5],
      ['Red, XXL', 30],
    ]);
    expect(made.combinations[0]).toMatchObject({ id: product.combinations[0]?.id, sku: `${sku}-N-S`, gtin: '4006381333931' });
    expect(made.combinations.map(({ ownPrice }) => ownPrice)).toEqual([null, null, 30]);
    const { rows } = await sql`select on_hand from stock_level where product_id = ${product.id}`.execute(portal.db);
    expect(rows).toHaveLength(3);
    const { body } = await operator.get<'GET /api/operator/products/:id/history'>(`/api/operator/products/${product.id}/history`);
    expect(body.history[0]?.changes).toContainEqual({
      field: 'Attributes',
      before: '',
      after: 'Colour: Navy, Red; Size: S, XXL',
    });
  });

  it('are seen by the client’s people at once, with the values as they are called now', async () => {
    const { id } = await aProduct({ colours: ['Navy'], sizes: ['S', 'M'] });
    const before = await read(id);
    const [colour, size] = before.attributes;
    const values = size?.values.map(({ id: valueId, name }) => ({ id: valueId, name })) ?? [];
    const { status, product } = await change(id, {
      attributes: [
        { name: 'Test colour', values: [{ id: colour?.values[0]?.id, name: 'Deep navy' }] },
        { name: 'Test size', values: [...values.toReversed(), { name: 'L' }] },
      ],
      combinations: [{ values: ['Deep navy', 'L'], sku: aWord(), price: 11 }],
    });
    expect(status).toBe(200);
    expect(described(product)).toEqual([
      ['Deep navy, M', 10],
      ['Deep navy, S', 10],
      ['Deep navy, L', 11],
    ]);
    const buyer = await portal.as('buyer@meridian.example');
    const [shown] = (await buyer.get<'GET /api/products/:id'>(`/api/products/${id}`)).body.products;
    expect(shown?.productAttributeCombinations).toHaveLength(3);
  });

  it('are all changed or none, with what is wrong in its place', async () => {
    const { id, sku } = await aProduct({ sizes: ['S', 'M'] });
    const other = await aProduct();
    const before = await read(id);
    const [s, m] = before.combinations;
    const tries: [Change, Record<string, unknown>][] = [
      [
        {
          combinations: [
            { id: s?.id, price: 5 },
            { id: m?.id, sku: other.sku.toUpperCase() },
          ],
        },
        { 'combinations[1].sku': ['Another product has this SKU.'] },
      ],
      [
        { combinations: [{ id: s?.id, sku: m?.sku }] },
        { 'combinations[0].sku': ['Another combination of this product has this SKU.'] },
      ],
      [
        { combinations: [{ id: s?.id, gtin: '4006381333932' }] },
        { 'combinations[0].gtin': [expect.stringContaining('not a barcode')] },
      ],
      [{ combinations: [{ values: ['S'], sku: aWord() }] }, { 'combinations[0].values': ['S already exists.'] }],
      [
        { combinations: [{ values: ['XS'], sku: aWord() }] },
        { 'combinations[0].values': ['Please give a value for each of Test size.'] },
      ],
      [{ combinations: [{ values: ['S'] }] }, { 'combinations[0].sku': ['Please enter a SKU.'] }],
      [
        { combinations: [{ id: other.combinations.get('')?.id, price: 5 }] },
        { 'combinations[0].id': [expect.stringContaining('not found')] },
      ],
      [
        { attributes: [{ name: 'Test size', values: [{ id: before.attributes[0]?.values[0]?.id, name: 'S' }] }] },
        { 'attributes[0].values': [expect.stringContaining('M has combinations')] },
      ],
      [{ attributes: [] }, { attributes: [expect.stringContaining('until there are combinations')] }],
      [
        {
          attributes: [
            {
              name: 'Test size',
              values: before.attributes[0]?.values.map(({ id: valueId }) => ({ id: valueId, name: 'S' })) ?? [],
            },
          ],
        },
        { 'attributes[0].values[1].name': ['S already exists.'] },
      ],
      [
        { combinations: before.combinations.map((each) => ({ id: each.id, discontinued: true })) },
        { combinations: [expect.stringContaining('Discontinue the product instead')] },
      ],
    ];
    for (const [body, errors] of tries) {
      const refused = await change(id, body);
      expect([refused.status, refused.errors], JSON.stringify(body)).toEqual([422, errors]);
    }
    expect(await read(id)).toEqual(before);
    expect(sku).toBe(before.sku);
  });

  it('exchange SKUs, barcodes and names', async () => {
    const { id } = await aProduct({ sizes: ['S', 'M'] });
    const { combinations, attributes } = await read(id);
    const [s, m] = combinations;
    const [small, medium] = attributes[0]?.values ?? [];
    await change(id, { combinations: [{ id: s?.id, gtin: '4006381333948' }] });
    const { status, product } = await change(id, {
      attributes: [
        {
          name: 'Test size',
          values: [
            { id: small?.id, name: 'M' },
            { id: medium?.id, name: 'S' },
          ],
        },
      ],
      combinations: [
        { id: s?.id, sku: m?.sku ?? '', gtin: null },
        { id: m?.id, sku: s?.sku ?? '', gtin: '4006381333948' },
      ],
    });
    expect(status).toBe(200);
    expect(product.combinations.map(({ id: one, sku, gtin, description }) => [one, sku, gtin, description])).toEqual([
      [s?.id, m?.sku, null, 'M'],
      [m?.id, s?.sku, '4006381333948', 'S'],
    ]);
  });

  it('are discontinued with open orders, and come back', async () => {
    const { id, combinations } = await aProduct({ sizes: ['S', 'M'] });
    const small = combinations.get('S')?.id;
    const { product } = await change(id, { combinations: [{ id: small, discontinued: true }] });
    expect(described(product)).toEqual([
      ['S', 10, 'discontinued'],
      ['M', 10],
    ]);
    // Another combination of its values can be sold now, and it comes back only when that is not.
    const again = await change(id, { combinations: [{ values: ['S'], sku: aWord() }] });
    expect(again.status).toBe(200);
    const both = await change(id, { combinations: [{ id: small, discontinued: false }] });
    expect([both.status, both.errors]).toEqual([422, { 'combinations[0].values': ['S already exists.'] }]);
  });

  it('of a colour with open orders stay with them: it is discontinued, not removed', async () => {
    const buyer = await signInAs(portal, { firstName: 'Rhea' });
    const { id, combinations, values } = await aProduct({ colours: ['Navy', 'Red'], sizes: ['S', 'M'] });
    const ordered = combinations.get('Red, S');
    const order = await orderItems(portal.db, buyer, { productId: id, combinationId: ordered?.id, quantity: 3 });
    const withoutRed = [
      { name: 'Test colour', values: [{ id: values.get('Navy'), name: 'Navy' }] },
      { name: 'Test size', values: ['S', 'M'].map((name) => ({ id: values.get(name), name })) },
    ];
    const refusal = [422, { 'attributes[0].values': [expect.stringContaining('Red has combinations. Discontinue these')] }];
    const removed = await change(id, { attributes: withoutRed });
    expect([removed.status, removed.errors]).toEqual(refusal);
    const reds = ['Red, S', 'Red, M'].map((name) => ({ id: combinations.get(name)?.id, discontinued: true }));
    const { status, product } = await change(id, { combinations: reds });
    expect([status, product.openOrders]).toEqual([200, 1]);
    expect(product.combinations.find((each) => each.id === ordered?.id)).toMatchObject({
      sku: ordered?.sku,
      discontinued: true,
      onHand: 20,
      reserved: 3,
    });
    const again = await change(id, { attributes: withoutRed, combinations: reds });
    expect([again.status, again.errors]).toEqual(refusal);
    const [shown] = (await buyer.get<'GET /api/products/:id'>(`/api/products/${id}`)).body.products;
    expect(shown?.productAttributeCombinations.map(({ sku }) => sku).toSorted()).toEqual(
      ['Navy, M', 'Navy, S'].map((name) => combinations.get(name)?.sku),
    );
    const line = (await sql<{ id: number }>`select id from order_line where order_id = ${order}`.execute(portal.db)).rows[0];
    await shipPieces(operator, [line?.id ?? 0, 3]);
    expect((await read(id)).combinations.find((each) => each.id === ordered?.id)).toMatchObject({ onHand: 17, reserved: 0 });
  });

  it('are refused twice in one request, and with a barcode of another product', async () => {
    const { id, values } = await aProduct({ sizes: ['S'] });
    const other = await aProduct({ sizes: ['S'] });
    await change(other.id, { combinations: [{ id: other.combinations.get('S')?.id, gtin: '4006381333955' }] });
    const before = await read(id);
    const [sku, second] = [aWord(), aWord()];
    const attributes = [{ name: 'Test size', values: [{ id: values.get('S'), name: 'S' }, { name: 'L' }, { name: 'XL' }] }];
    const large = { values: ['L'], sku };
    const tries: [Change['combinations'], Record<string, unknown>][] = [
      [[large, { values: [' l '], sku: second }], { 'combinations[1].values': ['L already exists.'] }],
      [
        [large, { values: ['XL'], sku: ` ${sku.toUpperCase()} ` }],
        { 'combinations[1].sku': ['Another combination of this product has this SKU.'] },
      ],
      [
        [large, { values: ['XL'], sku: second }].map((each) => ({ ...each, gtin: '4006381333962' })),
        { 'combinations[1].gtin': ['Another combination of this product has this barcode.'] },
      ],
      [[{ ...large, gtin: '4006381333955' }], { 'combinations[0].gtin': ['Another product has this barcode.'] }],
    ];
    for (const [combinations, errors] of tries) {
      const refused = await change(id, { attributes, combinations });
      expect([refused.status, refused.errors], JSON.stringify(combinations)).toEqual([422, errors]);
    }
    expect(await read(id)).toEqual(before);
  });

  it('are one only where a product has no attributes', async () => {
    const { id, combinations } = await aProduct();
    const only = combinations.get('')?.id;
    const { product } = await change(id, { combinations: [{ id: only, price: 12.5 }] });
    expect(described(product)).toEqual([['', 12.5]]);
    const tries: [NonNullable<Change['combinations']>[number], string][] = [
      [{ values: ['Navy'], sku: aWord() }, 'The product has no attributes, so there is nothing to combine.'],
      [{ sku: aWord() }, 'A product without attributes has one combination.'],
    ];
    for (const [combination, message] of tries) {
      const refused = await change(id, { combinations: [combination] });
      expect([refused.status, refused.errors]).toEqual([422, { 'combinations[0].values': [message] }]);
    }
  });

  it('from before there was something to choose are not sold again', async () => {
    const { id, combinations } = await aStockedProduct(portal.db);
    const former = combinations[0]?.id;
    const attributes = [{ name: 'Size', values: [{ name: 'S' }] }];
    const { product } = await change(id, { attributes, combinations: [{ values: ['S'], sku: aWord() }] });
    // It has stock, so it is kept, and the new one does not take its place.
    expect(product.combinations.map((each) => [each.id === former, each.discontinued])).toEqual([
      [false, false],
      [true, true],
    ]);
    const back = await change(id, { combinations: [{ id: former, discontinued: false }] });
    expect([back.status, back.errors]).toEqual([
      422,
      { 'combinations[0].discontinued': [expect.stringContaining('no value for each of Size')] },
    ]);
    expect((await change(id, { combinations: [{ id: former, price: 3 }] })).status).toBe(200);
  });

  it('are kept, and do not become the first of the grid, when they are in a cart', async () => {
    const buyer = await signInAs(portal, { firstName: 'Rhea' });
    const { id, combinations } = await aProduct();
    const former = combinations.get('')?.id;
    await fillCart(buyer, { productId: id, combinationId: former, quantity: 1 });
    const attributes = [{ name: 'Size', values: [{ name: 'S' }] }];
    const { product } = await change(id, { attributes, combinations: [{ values: ['S'], sku: aWord() }] });
    expect(product.combinations.filter(({ discontinued }) => discontinued).map((each) => each.id)).toEqual([former]);
  });

  it('are undone by saving the former values again, unless someone else has changed them since', async () => {
    const { id, values } = await aProduct({ sizes: ['S', 'M'] });
    const sized = (...added: { id?: number; name: string }[]) => [
      { name: 'Test size', values: [...['S', 'M'].map((name) => ({ id: values.get(name), name })), ...added] },
    ];
    const before = await read(id);
    const [s] = before.combinations;
    const { product: saved } = await change(id, {
      version: before.version,
      attributes: sized({ name: 'L' }),
      combinations: [
        { id: s?.id, price: 11, version: s?.version },
        { values: ['L'], sku: aWord() },
      ],
    });
    const large = saved.combinations.find(({ description }) => description === 'L');
    const l = saved.attributes[0]?.values.find(({ name }) => name === 'L');
    const undo = {
      version: saved.version,
      attributes: sized({ name: 'XS' }, { id: l?.id, name: 'L' }),
      combinations: [
        { id: s?.id, price: null, version: saved.combinations.find((each) => each.id === s?.id)?.version },
        { id: large?.id, discontinued: true, version: large?.version },
      ],
    };
    const { status, product } = await change(id, undo);
    expect(status).toBe(200);
    expect(described(product)).toEqual([
      ['S', 10],
      ['M', 10],
      ['L', 10, 'discontinued'],
    ]);
    await change(id, { combinations: [{ id: s?.id, price: 13 }] });
    const late = await change(id, { ...undo, attributes: undefined });
    expect([late.status, late.errors.product?.at(-1)]).toEqual([409, `${s?.sku}, Price is now 13.00.`]);
  });

  it('are not overwritten by someone who had an earlier version, combination by combination', async () => {
    const { id } = await aProduct({ sizes: ['S', 'M'] });
    const [s, m] = (await read(id)).combinations;
    expect((await change(id, { combinations: [{ id: s?.id, price: 11, version: s?.version }] })).status).toBe(200);
    const late = await change(id, { combinations: [{ id: s?.id, price: 12, version: s?.version }] });
    expect([late.status, late.errors.product?.at(-1)]).toEqual([409, `${s?.sku}, Price is now 11.00.`]);
    expect((await change(id, { combinations: [{ id: m?.id, price: 12, version: m?.version }] })).status).toBe(200);
    expect((await change(id, { combinations: [{ id: s?.id, discontinued: true, version: s?.version }] })).status).toBe(200);
    const { version } = await read(id);
    const attributes = (name: string) => [{ name: 'Test size', values: [...((name ? [{ name }] : []) as { name: string }[])] }];
    const values = (await read(id)).attributes[0]?.values.map(({ id: valueId, name }) => ({ id: valueId, name })) ?? [];
    expect((await change(id, { version, attributes: [{ name: 'Test size', values: [...values, { name: 'L' }] }] })).status).toBe(
      200,
    );
    expect(
      (
        await change(id, {
          version,
          attributes: [{ name: 'Test size', values: [...values, ...(attributes('XL')[0]?.values ?? [])] }],
        })
      ).status,
    ).toBe(409);
  });

  it('cannot be changed where organisations of other brands buy the product, nor seen where only they do', async () => {
    const shared = await aProduct({ organisationIds: [1, 2], sizes: ['S'] });
    const foreign = await aProduct({ organisationIds: [2], sizes: ['S'] });
    expect((await change(shared.id, { combinations: [] })).status).toBe(403);
    expect((await change(foreign.id, { combinations: [] })).status).toBe(404);
  });

  it('take as many statements for one as for many', async () => {
    const { id } = await aProduct({
      colours: Array.from({ length: 20 }, (_, n) => `C${n}`),
      sizes: Array.from({ length: 10 }, (_, n) => `S${n}`),
    });
    const { combinations } = await read(id);
    const counts: number[] = [];
    for (const many of [1, 200]) {
      const before = portal.statementsSent();
      await change(id, { combinations: combinations.slice(0, many).map((each) => ({ id: each.id, price: 9 + many / 100 })) });
      counts.push(portal.statementsSent() - before);
    }
    expect(counts[1]).toBe(counts[0]);
    expect(counts[0]).toBeLessThanOrEqual(16);
  });
});
