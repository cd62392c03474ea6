import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestOperatorClient } from '#api/testing/portal.ts';
import { aCatalogueProduct, type CatalogueProductOverrides } from '#api/testing/products.ts';
import { usePortal } from '#api/testing/use-portal.ts';
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
      [{ combinations: [{ values: ['S'], sku: aWord() }] }, { 'combinations[0].values': ['S is there already.'] }],
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
        { 'attributes[0].values[1].name': ['S is there already.'] },
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
    expect([both.status, both.errors]).toEqual([422, { 'combinations[0].values': ['S is there already.'] }]);
  });

  it('are not overwritten by someone who had an earlier version, combination by combination', async () => {
    const { id } = await aProduct({ sizes: ['S', 'M'] });
    const [s, m] = (await read(id)).combinations;
    expect((await change(id, { combinations: [{ id: s?.id, price: 11, version: s?.version }] })).status).toBe(200);
    const late = await change(id, { combinations: [{ id: s?.id, price: 12, version: s?.version }] });
    expect([late.status, late.errors]).toEqual([409, { product: [expect.stringContaining(`${s?.sku}, Price: someone else`)] }]);
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
