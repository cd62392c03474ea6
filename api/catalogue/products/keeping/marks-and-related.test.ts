import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestOperatorClient } from '#api/testing/portal.ts';
import { aCatalogueProduct, type CatalogueProductOverrides } from '#api/testing/products.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import type { BodyOf } from '#contract/index.ts';

const portal = usePortal();
const [SUNDIAL, ALDER] = [1, 2];
const HALLAM = 2;
let operator: TestOperatorClient;
beforeAll(async () => {
  operator = await portal.asOperator({ brandIds: [SUNDIAL] });
});

const aProduct = (overrides: CatalogueProductOverrides = {}) => aCatalogueProduct(portal.db, overrides);
const pathOf = (id: number) => `/api/operator/products/${id}`;
const read = async (id: number, client = operator) =>
  (await client.get<'GET /api/operator/products/:id'>(pathOf(id))).body.product;
const change = (id: number, values: BodyOf<'PUT /api/operator/products/:id'>, client = operator) =>
  client.put<'PUT /api/operator/products/:id'>(pathOf(id), values);
const history = async (id: number) =>
  (await operator.get<'GET /api/operator/products/:id/history'>(`${pathOf(id)}/history`)).body.history[0]?.changes;
const shown = async (id: number) => {
  const buyer = await portal.as('buyer@meridian.example');
  const { marks, care } = (await buyer.get<'GET /api/products/:id'>(`/api/products/${id}`)).body.products[0] ?? {};
  return { marks, care };
};
const errorsOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  ...Object.keys((body as { errors?: object }).errors ?? {}),
];

describe('marks and care of a product', () => {
  const CARE = {
    careWash: '40',
    careBleach: 'no',
    careDry: 'low',
    careIron: 'medium',
    careDryClean: 'yes',
    careNote: 'Wash inside out.',
  } as const;

  it('are saved in their order, shown to customers at once, in the history, and taken back', async () => {
    const { id } = await aProduct();
    const before = await read(id);
    const nothing = { wash: null, bleach: null, dry: null, iron: null, dryClean: null, note: null };
    expect(await shown(id)).toEqual({ marks: [], care: nothing });
    const marks = [{ standard: ' EN ISO 20471 ', detail: 'Class 2' }, { standard: 'EN 343' }];
    const { status, body } = await change(id, { marks, ...CARE, careNote: ' Wash inside out. ', version: before.version });
    const saved = [
      { standard: 'EN ISO 20471', detail: 'Class 2' },
      { standard: 'EN 343', detail: null },
    ];
    expect([status, body.product]).toMatchObject([200, { marks: saved, ...CARE }]);
    expect(await shown(id)).toEqual({
      marks: saved,
      care: { wash: '40', bleach: 'no', dry: 'low', iron: 'medium', dryClean: 'yes', note: 'Wash inside out.' },
    });
    expect(new Map((await history(id))?.map(({ field, after }) => [field, after]))).toEqual(
      new Map([
        ['Certification marks', 'EN ISO 20471 Class 2, EN 343'],
        ['Washing', 'Wash at 40 °C'],
        ['Bleaching', 'Do not bleach'],
        ['Drying', 'Tumble dry on low heat'],
        ['Ironing', 'Iron at up to 150 °C'],
        ['Dry cleaning', 'Dry clean'],
        ['Note about care', 'Wash inside out.'],
      ]),
    );
    const empty = Object.fromEntries(Object.keys(CARE).map((field) => [field, null]));
    await change(id, { marks: [], ...empty, version: body.product.version });
    expect(await shown(id)).toEqual({ marks: [], care: nothing });
  });

  it('are not overwritten by someone who had an earlier version, field by field', async () => {
    const { id } = await aProduct();
    const { version } = await read(id);
    await change(id, { marks: [{ standard: 'EN 343' }], careWash: '60' });
    expect((await change(id, { marks: [{ standard: 'EN 342' }], version })).status).toBe(409);
    expect((await change(id, { careWash: '30', version })).status).toBe(409);
    expect((await change(id, { careIron: 'low', version })).status).toBe(200);
  });

  it.each<[string, object, string]>([
    ['a washing that is none', { careWash: '95' }, 'careWash'],
    ['a mark without standard', { marks: [{ standard: ' ' }] }, 'marks[0].standard'],
    ['the same mark twice', { marks: [{ standard: 'EN 343' }, { standard: 'en 343 ' }] }, 'marks'],
    ['31 marks', { marks: Array.from({ length: 31 }, (_, index) => ({ standard: `EN ${index}` })) }, 'marks'],
    ['a note of 501 characters', { careNote: 'x'.repeat(501) }, 'careNote'],
  ])('refuse %s', async (_, values, field) => {
    const { id } = await aProduct();
    expect(errorsOf(await operator.put(pathOf(id), values))).toEqual([422, field]);
  });

  it('are copied with a product', async () => {
    const { id, sku } = await aProduct();
    const other = await aProduct();
    await change(id, { marks: [{ standard: 'EN 343', detail: '3.1' }], ...CARE, relatedIds: [other.id] });
    const { body } = await operator.post<'POST /api/operator/products'>('/api/operator/products', {
      name: 'Copy',
      sku: `${sku}-COPY`,
      copyOfId: id,
    });
    expect(body.product).toMatchObject({
      marks: [{ standard: 'EN 343', detail: '3.1' }],
      ...CARE,
      relatedProducts: [{ id: other.id }],
    });
  });
});

describe('what is shown with a product', () => {
  const related = async (id: number) => {
    const buyer = await portal.as('buyer@meridian.example');
    const { body } = await buyer.get<'GET /api/relatedProducts'>(`/api/relatedProducts?productId=${id}`);
    return body.products.map((product) => product.id);
  };
  const idsOf = (products: { id: number }[]) => products.map(({ id }) => id);

  it('is saved in its order, shown to customers in it at once, and taken back', async () => {
    const { id } = await aProduct();
    const [a, b, c] = [await aProduct(), await aProduct(), await aProduct()];
    const before = await read(id);
    const { body, status } = await change(id, { relatedIds: [c.id, a.id, c.id], crossSellIds: [b.id], version: before.version });
    expect([status, idsOf(body.product.relatedProducts), idsOf(body.product.crossSellProducts)]).toEqual([
      200,
      [c.id, a.id],
      [b.id],
    ]);
    expect(body.product.relatedProducts[0]).toEqual({ id: c.id, name: expect.any(String), sku: c.sku, state: 'published' });
    expect(await related(id)).toEqual([c.id, a.id]);
    expect(await history(id)).toMatchObject([
      { field: 'Related products', before: '', after: expect.stringContaining(', ') },
      { field: 'Offered in the cart' },
    ]);
    await change(id, { relatedIds: [a.id, b.id, c.id] });
    expect(await related(id)).toEqual([a.id, b.id, c.id]);
    expect((await change(id, { relatedIds: [], version: body.product.version })).status).toBe(409);
    await change(id, { relatedIds: [] });
    expect(await related(id)).toEqual([]);
    const { rows } = await sql<{ id: number }>`
      select related_product_id as id from related_product where product_id = ${id} and kind = 'cross_sell'`.execute(portal.db);
    expect(rows).toEqual([{ id: b.id }]);
  });

  it('is another product that the operator sees; those that they do not see have no name here, and stay', async () => {
    const { id } = await aProduct();
    const [own, foreign] = [await aProduct(), await aProduct({ organisationIds: [HALLAM], product: { name: 'Secret coat' } })];
    expect(errorsOf(await change(id, { relatedIds: [id] }))).toEqual([422, 'relatedIds']);
    expect(errorsOf(await change(id, { crossSellIds: [foreign.id] }))).toEqual([422, 'crossSellIds']);
    expect(errorsOf(await change(id, { relatedIds: [987654] }))).toEqual([422, 'relatedIds']);
    const both = await portal.asOperator({ brandIds: [SUNDIAL, ALDER] });
    await change(id, { relatedIds: [foreign.id, own.id] }, both);
    const seen = await operator.get<'GET /api/operator/products/:id'>(pathOf(id));
    const log = await operator.get(`${pathOf(id)}/history`);
    expect(JSON.stringify(seen.body) + JSON.stringify(log.body)).not.toContain('Secret coat');
    expect(idsOf(seen.body.product.relatedProducts)).toEqual([own.id]);
    await change(id, { relatedIds: [] });
    expect(idsOf((await read(id, both)).relatedProducts)).toEqual([foreign.id]);
  });
});
