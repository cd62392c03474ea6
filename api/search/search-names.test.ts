import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { anItem, aPerson, aStockedProduct, orderItems } from '#api/testing/builders.ts';
import { runAsOwner } from '#api/testing/database.ts';
import { NAMES_OF_LANGUAGES } from '#api/testing/names-of-languages.ts';
import type { TestClient, TestOperatorClient } from '#api/testing/portal.ts';
import { aCatalogueProduct } from '#api/testing/products.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { fillSearchTexts } from './fill-search-texts.queries.ts';

const portal = usePortal();

interface Named {
  personId: number;
  orderId: number;
}

const named = new Map<string, Named>();
const of = (language: string) => named.get(language) as Named;
let admin: TestClient;
let operator: TestOperatorClient;

const setName = async (id: number, name: string) => {
  const [first = '', ...rest] = name.split(' ');
  await sql`update customer set first_name = ${first}, last_name = ${rest.join(' ') || 'X'} where id = ${id}`.execute(portal.db);
};

const people = async (query: string) => {
  const { body } = await admin.get<'GET /api/customers'>(`/api/customers?limit=250&query=${encodeURIComponent(query)}`);
  return body.customers.map(({ id }) => id);
};
const orders = async (query: string) => {
  const { body } = await admin.get<'GET /api/orders'>(`/api/orders?limit=50&searchTerm=${encodeURIComponent(query)}`);
  return body.orders.map(({ id }) => id);
};
const board = async (query: string) => {
  const { body } = await operator.get<'GET /api/operator/orders'>(
    `/api/operator/orders?limit=50&searchTerm=${encodeURIComponent(query)}`,
  );
  return body.orders.map(({ id }) => id);
};
const everything = async (query: string) =>
  (await admin.get<'GET /api/search'>(`/api/search?query=${encodeURIComponent(query)}`)).body;

beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
  operator = await portal.asOperator();
  const buyer = await portal.as('buyer@meridian.example');
  const product = await aStockedProduct(portal.db, { stock: [9999] });
  const made = await orderItems(portal.db, buyer, anItem(product));
  for (const [language, name] of NAMES_OF_LANGUAGES) {
    const { id: personId } = await aPerson(portal.db);
    await setName(personId, name);
    // A copy of the order for this person, as the order of each would be written.
    const { rows } = await sql<{ id: number }>`
      insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', nextval(pg_get_serial_sequence('orders', 'id')), 'customer_id', ${personId}::bigint,
        'checkout_id', gen_random_uuid(), 'guid', gen_random_uuid(), 'search_text', lower(${name})))).* from orders o where o.id = ${made} returning id`.execute(
      portal.db,
    );
    const orderId = rows[0]?.id as number;
    await sql`
      insert into order_line select (jsonb_populate_record(l, jsonb_build_object('id', nextval(pg_get_serial_sequence('order_line', 'id')), 'order_id', ${orderId}::bigint)))
        .* from order_line l where l.order_id = ${made}`.execute(portal.db);
    named.set(language, { personId, orderId });
  }
});

describe.each(NAMES_OF_LANGUAGES)('a name in %s, %s', (language, name, typed) => {
  it.each([
    ['as it is written', name],
    ['as it is typed', typed],
    ['in capitals', typed.toUpperCase()],
    ['its words in another order', name.split(' ').toReversed().join(' ')],
  ])('is found %s', async (_how, text) => {
    const { personId, orderId } = of(language);
    expect(await people(text)).toContain(personId);
    expect(await orders(text)).toContain(orderId);
    expect(await board(text)).toContain(orderId);
  });

  it('is found by the search of the portal', async () => {
    const found = await everything(typed);
    expect(found.people?.results.map(({ id }) => id)).toContain(of(language).personId);
    expect(found.orders?.results.map(({ id }) => id)).toContain(of(language).orderId);
  });
});

describe('an order', () => {
  it.each(['#', 'order ', 'Order #', 'order no. '])('is found with "%s" before its number, and nothing else', async (before) => {
    const { orderId } = of('Polish');
    await sql`update orders set search_text = id::text || ' ' || search_text where id = ${orderId} and search_text not like id::text || '%'`.execute(
      portal.db,
    );
    const text = `${before}${orderId}`;
    expect(await orders(text)).toEqual([orderId]);
    expect(await board(text)).toEqual([orderId]);
    const found = await everything(text);
    expect(found.orders?.results.map(({ id }) => id)).toEqual([orderId]);
    expect([found.people?.results, found.products?.results]).toEqual([[], []]);
  });
});

it('rows from before search texts were folded are found as they were, and folded by a job', async () => {
  const { personId, orderId } = of('Turkish');
  const written = async () =>
    (
      await sql<{ text: string }>`
        select search_text as text from customer where id = ${personId} union all select search_text from orders where id = ${orderId}`.execute(
        portal.db,
      )
    ).rows.map(({ text }) => text);
  const folded = await written();
  await runAsOwner(
    portal,
    'alter table customer disable trigger set_search_text',
    'alter table orders disable trigger fold_search_text',
    `update customer set search_text = 'ibrahim şahin çığır' where id = ${personId}`,
    `update orders set search_text = 'ibrahim şahin çığır' where id = ${orderId}`,
    'alter table customer enable trigger set_search_text',
    'alter table orders enable trigger fold_search_text',
    `insert into search_text_fill (table_name) values ('customer'), ('orders') on conflict (table_name) do update set organisation_id = 0, last_id = 0`,
    `delete from search_text_fill where table_name = 'product_listing'`,
  );
  expect([await people('Şahin'), await people('sahin'), await orders('Şahin')]).toEqual([[personId], [], [orderId]]);

  expect(await fillSearchTexts(portal.db, 50)).toBe(2);
  expect(await written()).toEqual(folded);
  expect([await people('Şahin'), await people('sahin'), await orders('sahin')]).toEqual([[personId], [personId], [orderId]]);
  expect(await fillSearchTexts(portal.db, 50)).toBe(0);
});

it('products listed before words were folded are listed anew by a job', async () => {
  const { id } = await aCatalogueProduct(portal.db, { product: { name: 'Quillwood pâtissier coat' } });
  const plain = await aCatalogueProduct(portal.db, { product: { name: 'Quillwood plain coat' } });
  const products = async (query: string) => {
    const found = (await everything(query)).products;
    return found?.areSimilar ? [] : found?.results.map((product) => product.id);
  };
  expect(await products('quillwood patissier')).toEqual([id]);
  await sql`update product_listing set search = to_tsvector('english', name) where product_id in (${id}, ${plain.id})`.execute(
    portal.db,
  );
  expect([await products('quillwood patissier'), await products('quillwood pâtissier')]).toEqual([[], [id]]);
  await sql`insert into search_text_fill (table_name) values ('product_listing')
    on conflict (table_name) do update set organisation_id = 0, last_id = 0`.execute(portal.db);

  expect(await fillSearchTexts(portal.db, 7)).toBeGreaterThan(0);
  expect([await products('quillwood patissier'), await products('quillwood pâtissier')]).toEqual([[id], [id]]);
  const { rows } = await sql<{ search: string }>`
    select search::text from product_listing where product_id = ${plain.id} and search <> to_tsvector('english', name)`.execute(
    portal.db,
  );
  expect(rows).toEqual([]);
});
