import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestOperatorClient } from '#api/testing/portal.ts';
import { aCatalogueProduct, type CatalogueProductOverrides } from '#api/testing/products.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';

const portal = usePortal();
const [SUNDIAL, ALDER] = [1, 2];
const [MERIDIAN, HALLAM] = [1, 2];
let operator: TestOperatorClient;
beforeAll(async () => {
  operator = await portal.asOperator({ brandIds: [SUNDIAL] });
});

type Category = ReplyOf<'POST /api/operator/categories'>['category'];

const PATH = '/api/operator/categories';
const pathOf = (id: number) => `${PATH}/${id}`;
const aWord = () => `w${randomUUID().replaceAll('-', '').slice(0, 12)}`;
const aProduct = (overrides: CatalogueProductOverrides = {}) => aCatalogueProduct(portal.db, overrides);
const tree = async (client = operator) => (await client.get<'GET /api/operator/categories'>(PATH)).body.categories;
const find = async (id: number, client = operator) => (await tree(client)).find((each) => each.id === id);
const added = (values: BodyOf<'POST /api/operator/categories'>, headers = {}) =>
  operator.post<'POST /api/operator/categories'>(PATH, values, headers);
const add = async (name: string, parentId: number | null = null): Promise<Category> =>
  (await added({ name, parentId })).body.category;
const change = (id: number, values: BodyOf<'PUT /api/operator/categories/:id'>, client = operator) =>
  client.put<'PUT /api/operator/categories/:id'>(pathOf(id), values);
const move = (id: number, values: BodyOf<'PUT /api/operator/categories/:id/place'>, client = operator) =>
  client.put<'PUT /api/operator/categories/:id/place'>(`${pathOf(id)}/place`, values);
const merge = (id: number, intoId: number, version: number | null = null, client = operator) =>
  client.post<'POST /api/operator/categories/:id/merge'>(`${pathOf(id)}/merge`, { intoId, version });
const preview = async (id: number, intoId: number) =>
  (await operator.get<'GET /api/operator/categories/:id/merge'>(`${pathOf(id)}/merge?intoId=${intoId}`)).body;
const below = async (parentId: number) => (await tree()).filter((each) => each.parentId === parentId).map(({ name }) => name);
const remove = (id: number, client = operator) => client.delete<'DELETE /api/operator/categories/:id'>(pathOf(id));
/** The categories below a path as a customer sees them. */
const shown = async (name: string) => {
  const buyer = await portal.as('buyer@meridian.example');
  const { categories } = (await buyer.get<'GET /api/categoriesFormated'>('/api/categoriesFormated')).body;
  return categories.filter(({ formattedName }) => formattedName.includes(name)).map(({ formattedName }) => formattedName);
};

describe('the tree of categories', () => {
  it('is listed with numbers of products and codes, also those of above', async () => {
    const word = aWord();
    const top = (await added({ name: word, unspsc: '53100000' })).body.category;
    const trousers = await add('Trousers', top.id);
    const shorts = await add('Shorts', trousers.id);
    await aProduct({ categoryIds: [trousers.id] });
    await aProduct({ categoryIds: [shorts.id, trousers.id] });
    await aProduct({ categoryIds: [shorts.id], organisationIds: [] });
    const listed = (await tree()).filter(({ formattedName }) => formattedName.startsWith(word));
    expect(listed).toMatchObject([
      { id: top.id, level: 0, parentId: null, products: 0, productsWithBelow: 3, unspsc: '53100000', inheritedUnspsc: null },
      { id: trousers.id, level: 1, position: 0, products: 2, productsWithBelow: 3, unspsc: null, inheritedUnspsc: '53100000' },
      { id: shorts.id, level: 2, parentId: trousers.id, products: 2, productsWithBelow: 2, refusal: null, version: 1 },
    ]);
    expect(listed[2]?.formattedName).toBe(`${word} >> Trousers >> Shorts`);
    const before = portal.statementsSent();
    await tree();
    expect(portal.statementsSent() - before).toBe(2);
  });

  it('shows customers a new name at once, in the menu, the search and the code of products', async () => {
    const [word, other] = [aWord(), aWord()];
    const { id } = await add(word);
    const product = await aProduct({ categoryIds: [id] });
    expect(await shown(word)).toEqual([word]);
    const { status, body } = await change(id, { name: ` ${other} `, unspsc: '53101500', version: 1 });
    expect([status, body.category]).toMatchObject([200, { name: other, unspsc: '53101500', version: 2 }]);
    expect([await shown(word), await shown(other)]).toEqual([[], [other]]);
    const buyer = await portal.as('buyer@meridian.example');
    const search = async (keyword: string) =>
      (await buyer.get<'GET /api/products'>(`/api/products?keyword=${keyword}`)).body.products.map((each) => each.id);
    expect([await search(word), await search(other)]).toEqual([[], [product.id]]);
    const code = async () => (await buyer.get<'GET /api/products/:id'>(`/api/products/${product.id}`)).body.products[0]?.unspsc;
    expect(await code()).toBe('53101500');
    await change(id, { unspsc: null });
    expect(await code()).toBe('');
  });

  it('is not changed by someone who had an earlier version, field by field', async () => {
    const { id, version } = await add(aWord());
    const name = aWord();
    expect((await change(id, { name, version })).status).toBe(200);
    const stale = await change(id, { name: aWord(), version });
    expect([stale.status, stale.body]).toMatchObject([
      409,
      { errors: { category: [expect.stringContaining('Name: someone else'), `Name is now “${name}”.`] } },
    ]);
    expect((await change(id, { unspsc: '53101500', version })).status).toBe(200);
    const parent = await add(aWord());
    expect((await move(id, { parentId: parent.id, position: 0, version })).status).toBe(200);
    expect((await move(id, { parentId: null, position: 0, version })).status).toBe(409);
    expect((await merge(id, parent.id, version)).status).toBe(409);
    expect(await find(id)).toMatchObject({ name, unspsc: '53101500', parentId: parent.id });
  });

  it('refuses names that are taken, codes that are none, and places that do not exist', async () => {
    const word = aWord();
    const top = await add(word);
    await add('Polos', top.id);
    const tees = await add('Tees', top.id);
    const errors = async (reply: Promise<{ status: number; body: unknown }>) => {
      const { status, body } = await reply;
      return [status, ...Object.keys((body as { errors?: object }).errors ?? {})];
    };
    expect(await errors(added({ name: 'POLOS', parentId: top.id }))).toEqual([422, 'name']);
    expect(await errors(added({ name: '  ' }))).toEqual([422, 'name']);
    expect(await errors(added({ name: aWord(), unspsc: '5310150' }))).toEqual([422, 'unspsc']);
    expect(await errors(added({ name: aWord(), parentId: 987654 }))).toEqual([422, 'parentId']);
    expect(await errors(change(tees.id, { name: 'polos' }))).toEqual([422, 'name']);
    expect((await change(tees.id, { name: 'TEES' })).body.category.name).toBe('TEES');
    const outside = await add('Polos', (await add(aWord())).id);
    expect(await errors(move(outside.id, { parentId: top.id, position: 0 }))).toEqual([422, 'name']);
    expect(await errors(change(987654, { name: 'x' }))).toEqual([404, 'category']);
    const headers = { 'idempotency-key': word };
    const [one, same] = [
      await added({ name: 'Once', parentId: top.id }, headers),
      await added({ name: 'Once', parentId: top.id }, headers),
    ];
    expect(same.body.category.id).toBe(one.body.category.id);
  });
});

describe('moving a category', () => {
  it('sorts it among those beside it, for customers too', async () => {
    const word = aWord();
    const top = await add(word);
    const [a, b, c] = [await add('A', top.id), await add('B', top.id), await add('C', top.id)];
    for (const { id } of [a, b, c]) await aProduct({ categoryIds: [id] });
    expect(await shown(`${word} >>`)).toEqual(['A', 'B', 'C'].map((name) => `${word} >> ${name}`));
    await move(c.id, { parentId: top.id, position: 0, version: c.version });
    expect(await below(top.id)).toEqual(['C', 'A', 'B']);
    expect(await shown(`${word} >>`)).toEqual(['C', 'A', 'B'].map((name) => `${word} >> ${name}`));
    await move(c.id, { parentId: top.id, position: 99 });
    expect(await below(top.id)).toEqual(['A', 'B', 'C']);
    await move(c.id, { parentId: b.id, position: 0 });
    expect(await shown(`${word} >>`)).toEqual([`${word} >> A`, `${word} >> B`, `${word} >> B >> C`]);
    const again = await find(c.id);
    expect((await move(c.id, { parentId: b.id, position: 0 })).body.category.version).toBe(again?.version);
  });

  it('takes what is below it along, and never puts it below itself, not even by two at the same moment', async () => {
    const [one, other] = [await add(aWord()), await add(aWord())];
    const child = await add('Child', one.id);
    expect((await move(one.id, { parentId: child.id, position: 0 })).status).toBe(422);
    expect((await move(one.id, { parentId: one.id, position: 0 })).status).toBe(422);
    for (let round = 0; round < 6; round += 1) {
      const [left, right] = round === 0 ? [one, other] : [await add(aWord()), await add(aWord())];
      const both = await Promise.all([
        move(left.id, { parentId: right.id, position: 0 }),
        move(right.id, { parentId: left.id, position: 0 }),
      ]);
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    }
    const { rows } = await sql<{ n: number }>`
      with recursive reached as (select id from category where parent_id is null union select c.id from category c join reached r on r.id = c.parent_id)
      select count(*)::int as n from category where id not in (select id from reached)`.execute(portal.db);
    expect(rows[0]?.n).toBe(0);
  });

  it('stops at eight levels', async () => {
    let parent = await add(aWord());
    for (let level = 1; level < 8; level += 1) parent = await add(`Level ${level}`, parent.id);
    expect((await added({ name: 'Too deep', parentId: parent.id })).status).toBe(422);
    const pair = await add(aWord());
    await add('Below', pair.id);
    const { parentId } = (await find(parent.id)) as Category;
    expect((await move(pair.id, { parentId, position: 0 })).status).toBe(422);
  });
});

describe('merging categories', () => {
  it('moves products, categories below and what the last import said, and says before how many', async () => {
    const word = aWord();
    const [from, into] = [await add(`${word} from`), await add(`${word} into`)];
    const child = await add('Child', from.id);
    const [only, both, deep] = [
      await aProduct({ categoryIds: [from.id] }),
      await aProduct({ categoryIds: [from.id, into.id] }),
      await aProduct({ categoryIds: [child.id] }),
    ];
    await sql`insert into imported_product (product_id, offered, category_id) values (${only.id}, true, ${from.id})`.execute(
      portal.db,
    );
    const read = async (id: number) =>
      (await operator.get<'GET /api/operator/products/:id'>(`/api/operator/products/${id}`)).body.product;
    const before = await read(only.id);
    expect(await preview(from.id, into.id)).toEqual({ products: 2, alreadyThere: 1, children: 1, problem: null });
    const { status, body } = await merge(from.id, into.id, from.version);
    expect([status, body.category]).toMatchObject([200, { id: into.id, products: 2, productsWithBelow: 3 }]);
    expect(await find(from.id)).toBeUndefined();
    expect(await shown(word)).toEqual([`${word} into`, `${word} into >> Child`]);
    const buyer = await portal.as('buyer@meridian.example');
    const { body: menu } = await buyer.get<'GET /api/categoriesFormated'>('/api/categoriesFormated');
    expect(menu.categories.find((each) => each.id === into.id)?.productCount).toBe(3);
    for (const { id } of [only, both]) expect((await read(id)).categoryIds).toEqual([into.id]);
    expect((await read(deep.id)).categoryIds).toEqual([child.id]);
    const imported = await sql`select category_id as id from imported_product where product_id = ${only.id}`.execute(portal.db);
    expect(imported.rows).toEqual([{ id: into.id }]);
    // Whoever has the page of a product open does not take it back.
    const stale = await operator.put(`/api/operator/products/${only.id}`, { categoryIds: [1], version: before.version });
    expect(stale.status).toBe(409);
    expect((await merge(from.id, into.id)).status).toBe(404);
  });

  it('is refused into itself, below itself, and where both have a category of one name', async () => {
    const [one, other] = [await add(aWord()), await add(aWord())];
    const child = await add('Polos', one.id);
    await add('polos', other.id);
    const problems = async (id: number, intoId: number) => {
      const { status, body } = await merge(id, intoId);
      const message = Object.values((body as unknown as { errors: Record<string, string[]> }).errors).flat()[0];
      expect((await preview(id, intoId)).problem).toBe(message);
      return [status, message];
    };
    expect(await problems(one.id, one.id)).toEqual([422, expect.stringContaining('another category')]);
    expect(await problems(one.id, child.id)).toEqual([422, expect.stringContaining('one below it')]);
    expect(await problems(one.id, other.id)).toEqual([
      422,
      'Both have a category called Polos below them. Merge or rename one of these first.',
    ]);
    expect((await merge(child.id, one.id)).status).toBe(200);
  });

  it('leaves no product in a category that is gone, whoever gives it to a product at the same moment', async () => {
    for (let round = 0; round < 3; round += 1) {
      const [from, into] = [await add(aWord()), await add(aWord())];
      const products = await Promise.all([1, 2, 3].map(() => aProduct({ organisationIds: [] })));
      const [merged, ...saved] = await Promise.all([
        merge(from.id, into.id),
        ...products.map(({ id }) => operator.put(`/api/operator/products/${id}`, { categoryIds: [from.id] })),
      ]);
      expect(merged?.status).toBe(200);
      for (const { status } of saved) expect([200, 422]).toContain(status);
      expect(await find(from.id)).toBeUndefined();
    }
  });
});

it('deletes a category only when it is empty', async () => {
  const top = await add(aWord());
  const child = await add('Child', top.id);
  const { id } = await aProduct({ categoryIds: [child.id] });
  for (const each of [top, child]) expect((await remove(each.id)).status).toBe(409);
  await operator.put(`/api/operator/products/${id}`, { categoryIds: [] });
  for (const each of [child, top]) expect((await remove(each.id)).status).toBe(200);
  expect((await remove(top.id)).status).toBe(404);
  const { rows } = await sql<{ action: string }>`
    select action from audit_event where subject_kind = 'category' and subject_id = ${String(top.id)} order by id`.execute(
    portal.db,
  );
  expect(rows.map(({ action }) => action)).toEqual(['category.added', 'category.deleted']);
});

describe('categories of several brands', () => {
  it('are changed only by operators of all brands whose clients buy products in or below them, and seen only with such products', async () => {
    const word = aWord();
    const top = await add(word);
    const [shared, own, foreign] = [await add('Shared', top.id), await add('Own', top.id), await add('Foreign', top.id)];
    await aProduct({ categoryIds: [shared.id], organisationIds: [MERIDIAN, HALLAM] });
    await aProduct({ categoryIds: [own.id], organisationIds: [MERIDIAN] });
    await aProduct({ categoryIds: [foreign.id], organisationIds: [HALLAM] });
    expect((await tree()).filter((each) => each.parentId === top.id)).toMatchObject([
      { id: shared.id, refusal: expect.stringContaining('do not work for') },
      { id: own.id, refusal: null, position: 1 },
    ]);
    expect(await find(top.id)).toMatchObject({ productsWithBelow: 2, refusal: expect.any(String) });
    for (const { id } of [top, shared]) {
      expect((await change(id, { name: aWord() })).status).toBe(403);
      expect((await move(id, { parentId: null, position: 0 })).status).toBe(403);
      expect((await merge(id, own.id)).status).toBe(403);
      expect((await remove(id)).status).toBe(403);
    }
    expect((await change(foreign.id, { name: aWord() })).status).toBe(404);
    expect((await merge(own.id, foreign.id)).status).toBe(404);
    expect((await added({ name: aWord(), parentId: foreign.id })).status).toBe(422);
    expect((await move(own.id, { parentId: top.id, position: 0 })).status).toBe(200);
    expect((await change(own.id, { name: 'Ours' })).status).toBe(200);
    const both = await portal.asOperator({ brandIds: [SUNDIAL, ALDER] });
    expect((await change(shared.id, { name: 'Everyone’s' }, both)).status).toBe(200);
    // One of another brand's clients is not among them, even if no one has it in the range.
    const made = await add(aWord());
    await aProduct({ categoryIds: [made.id], organisationIds: [] });
    await aProduct({ categoryIds: [made.id], organisationIds: [], product: { exclusive_organisation_id: HALLAM } });
    expect(await find(made.id)).toMatchObject({ products: 1, refusal: expect.any(String) });
  });

  it('are read with catalogue:read and changed with catalogue:write', async () => {
    const { id } = await add(aWord());
    const [reader, writer] = [await portal.asApiKey(['catalogue:read']), await portal.asApiKey(['catalogue:write'])];
    expect((await reader.get(PATH)).status).toBe(200);
    expect((await change(id, { name: aWord() }, reader)).status).toBe(403);
    expect((await change(id, { name: aWord() }, writer)).status).toBe(200);
  });
});
