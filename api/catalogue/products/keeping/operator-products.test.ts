import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestOperatorClient } from '#api/testing/portal.ts';
import { aCatalogueProduct, type CatalogueProductOverrides } from '#api/testing/products.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import type { BodyOf } from '#contract/index.ts';

const portal = usePortal();
const SUNDIAL = 1;
let operator: TestOperatorClient;
beforeAll(async () => {
  operator = await portal.asOperator({ brandIds: [SUNDIAL] });
});

const aWord = () => `w${randomUUID().replaceAll('-', '').slice(0, 12)}`;
const aProduct = (overrides: CatalogueProductOverrides = {}) => aCatalogueProduct(portal.db, overrides);
const pathOf = (id: number) => `/api/operator/products/${id}`;
const read = async (id: number, client = operator) =>
  (await client.get<'GET /api/operator/products/:id'>(pathOf(id))).body.product;
const change = (id: number, values: BodyOf<'PUT /api/operator/products/:id'>, client = operator) =>
  client.put<'PUT /api/operator/products/:id'>(pathOf(id), values);
const add = (values: object, headers = {}) =>
  operator.post<'POST /api/operator/products'>('/api/operator/products', values, headers);
const orderable = async (id: number) => {
  const buyer = await portal.as('buyer@meridian.example');
  return (await buyer.get(`/api/products/${id}`)).status;
};

describe('PUT /api/operator/products/:id', () => {
  it('changes every field, at once for customers, and undoes it with the values of before', async () => {
    const word = aWord();
    const [category] = (
      await sql<{ id: number }>`insert into category (name, unspsc_code) values (${word}, '53101802') returning id`.execute(
        portal.db,
      )
    ).rows;
    const [option] = (
      await sql<{ id: number }>`
        with s as (insert into specification (name) values (${word}) returning id)
        insert into specification_option (specification_id, name) select id, 'Wool' from s returning id`.execute(portal.db)
    ).rows;
    const [guide] = (
      await sql<{ id: number }>`insert into size_guide (name, brand_id) values (${word}, 1) returning id`.execute(portal.db)
    ).rows;
    const { id } = await aProduct({ sizes: ['M'] });
    const before = await read(id);
    const values = {
      name: `Fleece ${word}`,
      shortDescription: 'Warm and light.',
      fullDescription: '<p onclick="x()">Warm</p><script>alert(1)</script>',
      categoryIds: [category?.id ?? 0],
      optionIds: [option?.id ?? 0],
      orderMinimumQuantity: 2,
      orderMaximumQuantity: 40,
      allowedQuantities: [10, 2, 10],
      leadTimeDays: 12,
      isMadeToOrder: true,
      managesStock: true,
      backorderModeId: 1 as const,
      wearLifeMonths: 24,
      necessity: 'protective' as const,
      sizeGuideId: guide?.id ?? 0,
      unspsc: null,
      unitOfMeasure: 'pair' as const,
      isTaxExempt: true,
      callForPrice: false,
    };
    const { status, body } = await change(id, { ...values, version: before.version });
    expect([status, body.product]).toMatchObject([
      200,
      {
        ...values,
        fullDescription: '<p>Warm</p>',
        allowedQuantities: [2, 10],
        categoryUnspsc: '53101802',
        version: before.version + 1,
      },
    ]);
    const buyer = await portal.as('buyer@meridian.example');
    const shown = (await buyer.get<'GET /api/products/:id'>(`/api/products/${id}`)).body.products[0];
    expect(shown).toMatchObject({
      name: values.name,
      unspsc: '53101802',
      unitOfMeasure: 'pair',
      orderMinimumQuantity: 2,
      orderMaximumQuantity: 40,
      allowedQuantities: [2, 10],
      leadTimeDays: 12,
      sizeGuideId: guide?.id,
      isTaxExempt: true,
      productAttributeCombinations: [{ allowOutOfStockOrders: true }],
    });
    const own = await change(id, { unspsc: '53102700' });
    expect(own.body.product.unspsc).toBe('53102700');
    expect((await buyer.get<'GET /api/products/:id'>(`/api/products/${id}`)).body.products[0]?.unspsc).toBe('53102700');

    const undone = await change(id, {
      ...Object.fromEntries(Object.keys(values).map((field) => [field, before[field as keyof typeof values]])),
      version: own.body.product.version,
    });
    expect(undone.body.product).toMatchObject({
      ...before,
      version: before.version + 3,
      updatedOnUtc: undone.body.product.updatedOnUtc,
    });
  });

  it('changes the SKU of the style, which no other product or combination may have', async () => {
    const [one, other] = await Promise.all([aProduct({ sizes: ['M'] }), aProduct({ sizes: ['M'] })]);
    const sku = `style-${aWord()}`;
    const changed = await change(one.id, { sku: ` ${sku} ` });
    expect(changed.body.product.sku).toBe(sku);
    expect((await change(one.id, { sku: [...one.combinations.values()][0]?.sku ?? '' })).status).toBe(200);
    expect((await change(one.id, { sku: one.sku })).body.product.sku).toBe(one.sku);
    for (const taken of [other.sku, [...other.combinations.values()][0]?.sku.toLowerCase() ?? ''])
      expect([(await change(one.id, { sku: taken })).status, (await read(one.id)).sku]).toEqual([422, one.sku]);
    const both = await Promise.all([one, other].map(({ id }) => change(id, { sku })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('lets stock that is oversold be, and stops selling beyond it', async () => {
    const { id, combinations } = await aProduct({ product: { backorder_mode: 1 }, stock: 1 });
    const combination = combinations.get('')?.id;
    const canOversell = async () =>
      (
        await sql<{ can: boolean }>`select can_oversell as can from stock_level where combination_id = ${combination}`.execute(
          portal.db,
        )
      ).rows[0]?.can;
    expect(await canOversell()).toBe(true);
    await change(id, { backorderModeId: 0 });
    expect(await canOversell()).toBe(false);
    await change(id, { managesStock: false });
    expect(await canOversell()).toBe(true);
  });

  it('is not overwritten by someone who had an earlier version, field by field', async () => {
    const { id } = await aProduct();
    const { version } = await read(id);
    expect((await change(id, { name: 'First', version })).status).toBe(200);
    const conflict = await change(id, { name: 'Second', version });
    expect([conflict.status, conflict.body]).toMatchObject([
      409,
      { errors: { product: [expect.stringContaining('Name: someone else'), expect.stringMatching(/^Name is now “.+”\.$/)] } },
    ]);
    expect((await change(id, { shortDescription: 'Another field', version })).status).toBe(200);
    expect((await change(id, { name: 'First', version })).status).toBe(200);
    await change(id, { categoryIds: [1], version: null });
    expect((await change(id, { categoryIds: [2], version })).status).toBe(409);
    expect(await read(id)).toMatchObject({ name: 'First', shortDescription: 'Another field', categoryIds: [1] });
  });

  it.each<[string, object, string]>([
    ['fewer at most than at least', { orderMinimumQuantity: 5, orderMaximumQuantity: 4 }, 'orderMaximumQuantity'],
    ['quantities out of bounds', { orderMaximumQuantity: 10, allowedQuantities: [5, 11] }, 'allowedQuantities'],
    ['a UNSPSC code of 7 digits', { unspsc: '5310270' }, 'unspsc'],
    ['an empty name', { name: '  ' }, 'name'],
    ['a category that does not exist', { categoryIds: [987654] }, 'categoryIds'],
    ['a specification that does not exist', { optionIds: [987654] }, 'optionIds'],
    ['a size guide that does not exist', { sizeGuideId: 987654 }, 'sizeGuideId'],
    ['a successor of a product that is sold', { successorId: 1 }, 'successorId'],
    ['a successor that does not exist', { state: 'discontinued', successorId: 987654 }, 'successorId'],
    ['a unit that is none', { unitOfMeasure: 'dozen' }, 'unitOfMeasure'],
    ['a field that is none', { colour: 'red' }, 'colour'],
  ])('refuses %s', async (_, values, field) => {
    const { id } = await aProduct();
    const before = await read(id);
    const { status, body } = await operator.put(pathOf(id), values);
    expect([status, Object.keys((body as { errors: object }).errors)]).toEqual([422, [field]]);
    expect(await read(id)).toEqual(before);
  });

  it('takes one statement to read, beside that of the session, and twelve to change', async () => {
    const { id } = await aProduct();
    const before = portal.statementsSent();
    await change(id, { name: 'Counted', categoryIds: [1] });
    expect(portal.statementsSent() - before).toBeLessThanOrEqual(12);
    const reading = portal.statementsSent();
    await read(id);
    expect(portal.statementsSent() - reading).toBe(2);
  });
});

describe('the state of a product', () => {
  it('takes it from new orders when it is discontinued, and gives it back', async () => {
    const { id } = await aProduct();
    const successor = await aProduct({ product: { name: `New ${aWord()}` } });
    expect(await orderable(id)).toBe(200);
    const gone = await change(id, { state: 'discontinued', successorId: successor.id });
    expect(gone.body.product).toMatchObject({ state: 'discontinued', successor: { id: successor.id } });
    expect(await orderable(id)).toBe(404);
    expect((await change(id, { successorId: id })).status).toBe(422);
    await change(successor.id, { state: 'discontinued' });
    await change(id, { successorId: null });
    expect((await change(id, { successorId: successor.id })).status).toBe(422);
    const back = await change(id, { state: 'published' });
    expect(back.body.product).toMatchObject({ state: 'published', successor: null });
    expect(await orderable(id)).toBe(200);
    const { body } = await operator.get<'GET /api/operator/products/:id/history'>(`${pathOf(id)}/history`);
    expect(body.history.map(({ changes }) => changes[0])).toEqual([
      { field: 'Status', before: 'Discontinued', after: 'On sale' },
      { field: 'Replaced by', before: successor.id && expect.any(String), after: '' },
      { field: 'Status', before: 'On sale', after: 'Discontinued' },
    ]);
    expect(body.history[0]?.by).toBeTruthy();
  });

  it('counts the open orders and wardrobes that it concerns', async () => {
    const [pending] = (
      await sql<{ id: number; orders: number }>`
        select l.product_id as id, count(distinct l.order_id)::int as orders from order_line l
        join orders r on r.organisation_id = l.organisation_id and r.id = l.order_id
        where r.order_state_id in (10, 20, 50) and l.quantity > l.shipped_quantity + l.cancelled_quantity
        group by 1 order by 2 desc, 1 limit 1`.execute(portal.db)
    ).rows;
    if (!pending) throw new Error('The demonstration has no open order.');
    const all = await portal.asOperator({ brandIds: [1, 2, 3] });
    const product = await read(pending.id, all);
    const [listed] = (
      await sql<{ n: number }>`
        select count(distinct g.collection_id)::int as n from collection_group_product gp
        join collection_group g on g.organisation_id = gp.organisation_id and g.id = gp.collection_group_id
        where gp.product_id = ${pending.id}`.execute(portal.db)
    ).rows;
    expect([product.openOrders, product.wardrobes]).toEqual([pending.orders, listed?.n]);
  });
});

describe('POST /api/operator/products', () => {
  it('adds a draft with one combination, which can be put on sale once it has a price', async () => {
    const word = aWord();
    const { status, body } = await add({ name: ` Parka ${word} `, sku: ` PK-${word} ` });
    expect([status, body.product]).toMatchObject([
      200,
      {
        name: `Parka ${word}`,
        sku: `PK-${word}`,
        handle: `parka-${word}`,
        state: 'draft',
        callForPrice: true,
        clients: [],
        refusal: null,
        combinations: [{ sku: `PK-${word}`, valueIds: [], onHand: 0 }],
        images: [{ src: expect.stringContaining('parka') }, {}],
      },
    ]);
    const { id } = body.product;
    const unpriced = await change(id, { state: 'published', callForPrice: false });
    expect([unpriced.status, unpriced.body]).toMatchObject([422, { errors: { callForPrice: [expect.any(String)] } }]);
    expect((await change(id, { state: 'published' })).body.product.state).toBe('published');
    const same = await add({ name: `Parka ${word}`, sku: `PK2-${word}`, price: 99.5 });
    expect(same.body.product).toMatchObject({ handle: `parka-${word}-2`, price: 99.5, callForPrice: false });
    for (const sku of [`pk-${word}`, `PK2-${word}`]) {
      const taken = await add({ name: 'Other', sku });
      expect([taken.status, taken.body]).toMatchObject([422, { errors: { sku: [expect.stringContaining('has this SKU')] } }]);
    }
  });

  it('adds it once for one key, and refuses what cannot be a product', async () => {
    const word = aWord();
    const headers = { 'idempotency-key': word };
    const [one, other] = [await add({ name: word, sku: word }, headers), await add({ name: word, sku: word }, headers)];
    expect(other.body.product.id).toBe(one.body.product.id);
    for (const values of [{ name: '', sku: 'A' }, { name: 'A', sku: ' ' }, { name: 'A', sku: 'A', price: -1 }, { name: 'A' }])
      expect((await add(values)).status).toBe(422);
    expect((await add({ name: 'A', sku: aWord(), copyOfId: 987654 })).status).toBe(404);
  });

  it('gives drafts of one name that are added at the same moment handles of their own, and one SKU to one of them', async () => {
    const word = aWord();
    const named = await Promise.all([1, 2, 3, 4].map((number) => add({ name: word, sku: `${word}-${number}` })));
    expect(named.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(named.map(({ body }) => body.product.handle)).size).toBe(4);
    const same = await Promise.all([1, 2, 3].map(() => add({ name: word, sku: `${word}-same` })));
    expect(same.map(({ status }) => status).toSorted()).toEqual([200, 422, 422]);
  });

  it('copies everything but pictures, combinations and clients', async () => {
    const word = aWord();
    const [category] = (await sql<{ id: number }>`insert into category (name) values (${word}) returning id`.execute(portal.db))
      .rows;
    const { id } = await aProduct({
      sizes: ['M', 'L'],
      categoryIds: [category?.id ?? 0],
      product: { short_description: word, order_minimum_quantity: 3, unit_of_measure: 'PK', backorder_mode: 2 },
    });
    const { body } = await add({ name: `Copy ${word}`, sku: word, copyOfId: id, price: 5 });
    expect(body.product).toMatchObject({
      name: `Copy ${word}`,
      state: 'draft',
      shortDescription: word,
      orderMinimumQuantity: 3,
      unitOfMeasure: 'pack',
      backorderModeId: 2,
      categoryIds: [category?.id],
      clients: [],
      combinations: [{ sku: word }],
      attributes: [],
      price: 5,
    });
  });
});
