import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestOperatorClient } from '#api/testing/portal.ts';
import { aCatalogueProduct, type CatalogueProductOverrides } from '#api/testing/products.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import type { BodyOf } from '#contract/index.ts';

const portal = usePortal();
const [SUNDIAL, ALDER] = [1, 2];
const [MERIDIAN, HALLAM] = [1, 2];
let operator: TestOperatorClient;
beforeAll(async () => {
  operator = await portal.asOperator({ brandIds: [SUNDIAL] });
});

const aWord = () => `w${randomUUID().replaceAll('-', '').slice(0, 12)}`;
const aProduct = (overrides: CatalogueProductOverrides = {}) => aCatalogueProduct(portal.db, overrides);
const pathOf = (id: number) => `/api/operator/products/${id}`;
const change = (id: number, values: BodyOf<'PUT /api/operator/products/:id'>, client = operator) =>
  client.put<'PUT /api/operator/products/:id'>(pathOf(id), values);
const list = async (query: string, client = operator) =>
  (await client.get<'GET /api/operator/products'>(`/api/operator/products?limit=100&${query}`)).body;
const listedIds = async (query: string, client = operator) => (await list(query, client)).products.map(({ id }) => id);

describe('GET /api/operator/products', () => {
  it('finds a product by words of its name, its SKU, the beginning of a combination’s SKU and a GTIN', async () => {
    const word = aWord();
    const { id, combinations } = await aProduct({ sizes: ['M'], product: { name: `Rain ${word} jacket`, sku: `RJ-${word}` } });
    await sql`update combination set gtin = '4006381333931' where id = ${combinations.get('M')?.id}`.execute(portal.db);
    for (const term of [`${word} rain`, `rj-${word}`, `RJ-${word.toUpperCase()}/`, '4006381333931'])
      expect([term, await listedIds(`searchTerm=${encodeURIComponent(term)}`)]).toEqual([term, [id]]);
    for (const term of [`${word} snow`, '400638133393', `${word}%`, `RJ_${word}/M`])
      expect([term, await listedIds(`searchTerm=${encodeURIComponent(term)}`)]).toEqual([term, []]);
  });

  it('finds a product without the accents and apostrophes of its name, and with others', async () => {
    const word = aWord();
    const { id } = await aProduct({ product: { name: `Pâtissier’s ${word} coat`, sku: `PC-${word}` } });
    const plain = await aProduct({ product: { name: `Women's ${word} vest`, sku: `WV-${word}` } });
    for (const term of [`${word} patissiers`, `pâtissier's ${word}`, `PA\u0302TISSIER ${word}`, `${word} côat`])
      expect([term, await listedIds(`searchTerm=${encodeURIComponent(term)}`)]).toEqual([term, [id]]);
    for (const term of [`${word} womens`, `women’s ${word}`, `women's ${word}`])
      expect([term, await listedIds(`searchTerm=${encodeURIComponent(term)}`)]).toEqual([term, [plain.id]]);
  });

  it('shows what a row needs', async () => {
    const word = aWord();
    const { id, combinations } = await aProduct({
      sizes: ['M', 'L'],
      stock: 7,
      product: { name: word, price_minor: 2840 },
    });
    await sql`update combination set discontinued = true where id = ${combinations.get('L')?.id}`.execute(portal.db);
    const { products } = await list(`searchTerm=${word}`);
    expect(products).toMatchObject([
      {
        id,
        name: word,
        state: 'published',
        combinations: 1,
        onHand: 14,
        price: 28.4,
        ownClients: 1,
        otherClients: 0,
        madeFor: null,
      },
    ]);
  });

  it('filters by state, category, client, pictures, size guide and being in no client’s range', async () => {
    const word = aWord();
    const [top] = (await sql<{ id: number }>`insert into category (name) values (${word}) returning id`.execute(portal.db)).rows;
    const [below] = (
      await sql<{ id: number }>`insert into category (name, parent_id) values ('Below', ${top?.id}) returning id`.execute(
        portal.db,
      )
    ).rows;
    const sold = await aProduct({ product: { name: `${word} a` }, categoryIds: [below?.id ?? 0], sizes: ['M'] });
    const draft = await aProduct({ product: { name: `${word} b`, published: false }, organisationIds: [] });
    const pictured = await aProduct({ product: { name: `${word} c`, published: false, discontinued: true } });
    await sql`insert into product_image (product_id, src) values (${pictured.id}, '/pictures/x.webp')`.execute(portal.db);
    const cases: [string, number[]][] = [
      ['', [sold.id, draft.id, pictured.id]],
      ['state=published', [sold.id]],
      ['state=draft', [draft.id]],
      ['state=discontinued', [pictured.id]],
      [`categoryId=${top?.id}`, [sold.id]],
      [`organisationId=${MERIDIAN}`, [sold.id, pictured.id]],
      [`organisationId=${HALLAM}`, []],
      ['inNobodysRange=true', [draft.id]],
      ['withoutPictures=true', [sold.id, draft.id]],
      ['withoutSizeGuide=true', [sold.id]],
      ['madeForOneClient=true', []],
      ['sort=-name', [pictured.id, draft.id, sold.id]],
    ];
    for (const [query, ids] of cases) expect([query, await listedIds(`searchTerm=${word}&${query}`)]).toEqual([query, ids]);
    const page = await operator.get<'GET /api/operator/products'>(`/api/operator/products?searchTerm=${word}&page=9&limit=2`);
    expect(page.body).toEqual({ products: [], totalCount: 3 });
  });

  it('is one statement beside that of the session', async () => {
    const before = portal.statementsSent();
    await list('state=published&inNobodysRange=false');
    expect(portal.statementsSent() - before).toBe(2);
  });

  it.each(['sort=price', 'state=sold', 'categoryId=x', 'limit=1000', `searchTerm=${'x'.repeat(201)}`])(
    'refuses %s',
    async (query) => {
      expect((await operator.get(`/api/operator/products?${query}`)).status).toBe(400);
    },
  );
});

describe('brands', () => {
  it('show products of their own clients and of nobody, and name no client of another brand', async () => {
    const word = aWord();
    const shared = await aProduct({ product: { name: `${word} shared` }, organisationIds: [MERIDIAN, HALLAM] });
    const others = await aProduct({ product: { name: `${word} others` }, organisationIds: [HALLAM] });
    const nobodys = await aProduct({ product: { name: `${word} free` }, organisationIds: [] });
    const theirs = await aProduct({
      product: { name: `${word} theirs`, exclusive_organisation_id: HALLAM },
      organisationIds: [],
    });
    expect((await listedIds(`searchTerm=${word}`)).toSorted()).toEqual([shared.id, nobodys.id].toSorted());
    for (const { id } of [others, theirs]) {
      expect((await operator.get(pathOf(id))).status).toBe(404);
      expect((await operator.get(`${pathOf(id)}/history`)).status).toBe(404);
      expect((await change(id, { name: 'Mine' })).status).toBe(404);
    }
    const reply = await operator.get<'GET /api/operator/products/:id'>(pathOf(shared.id));
    expect(reply.body.product).toMatchObject({ otherClients: 1, clients: [{ id: MERIDIAN }] });
    const hallam = (await sql<{ name: string }>`select name from organisation where id = ${HALLAM}`.execute(portal.db)).rows[0]
      ?.name;
    expect(JSON.stringify(reply.body) + JSON.stringify(await list(`searchTerm=${word}`))).not.toContain(hallam);
    expect(reply.body.product.refusal).toContain('brands that you do not work for');
    const refused = await change(shared.id, { name: 'Mine' });
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { errors: { product: [expect.stringContaining('all these brands')] } },
    ]);
    const both = await portal.asOperator({ brandIds: [SUNDIAL, ALDER] });
    expect((await change(shared.id, { name: `${word} ours` }, both)).status).toBe(200);
  });

  it('show no category, specification or size guide that only products of other brands have, and give them to no product', async () => {
    const word = aWord();
    const ids = (
      await sql<{ category: number; option: number; guide: number }>`
        with c as (insert into category (name) values (${word}) returning id),
          s as (insert into specification (name) values (${word}) returning id),
          o as (insert into specification_option (specification_id, name) select id, ${word} from s returning id),
          g as (insert into size_guide (name) values (${word}) returning id)
        select c.id as category, o.id as option, g.id as guide from c, o, g`.execute(portal.db)
    ).rows[0] as { category: number; option: number; guide: number };
    const choices = async () => JSON.stringify((await operator.get('/api/operator/products/choices')).body);
    expect((await choices()).split(word)).toHaveLength(5);
    await aProduct({
      organisationIds: [HALLAM],
      categoryIds: [ids.category],
      optionIds: [ids.option],
      product: { size_guide_id: ids.guide },
    });
    expect(await choices()).not.toContain(word);
    const { id } = await aProduct();
    for (const values of [{ categoryIds: [ids.category] }, { optionIds: [ids.option] }, { sizeGuideId: ids.guide }])
      expect([values, (await change(id, values)).status]).toEqual([values, 422]);
  });

  it('an API key reads with catalogue:read and writes with catalogue:write', async () => {
    const { id } = await aProduct();
    const reader = await portal.asApiKey(['catalogue:read']);
    const writer = await portal.asApiKey(['catalogue:write']);
    expect((await reader.get(pathOf(id))).status).toBe(200);
    expect((await reader.get('/api/operator/products/choices')).status).toBe(200);
    expect((await reader.put(pathOf(id), { name: 'Read' })).status).toBe(403);
    expect((await writer.put(pathOf(id), { name: 'Written' })).status).toBe(200);
    const other = await portal.asApiKey(['orders:read']);
    expect((await other.get('/api/operator/products')).status).toBe(403);
  });
});

it('GET /api/operator/products/choices lists the tree of categories and the specifications', async () => {
  const { body } = await operator.get<'GET /api/operator/products/choices'>('/api/operator/products/choices');
  expect(body.categories.length).toBeGreaterThan(5);
  expect(body.categories.some(({ level, formattedName }) => level === 1 && formattedName.includes(' >> '))).toBe(true);
  expect(body.specifications[0]).toMatchObject({ id: expect.any(Number), options: expect.arrayContaining([]) });
});
