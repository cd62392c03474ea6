import fc from 'fast-check';
import { Client as Connection } from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '#api/testing/portal.ts';
import { aCatalogueProduct } from '#api/testing/products.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
let buyer: TestClient;
const ids: Record<string, number> = {};

beforeAll(async () => {
  buyer = await portal.as('buyer@meridian.example');
  const { db } = portal;
  const make = async (name: string, product = {}, colours?: string[], sizes?: string[]) => {
    const made = await aCatalogueProduct(db, { product: { name, ...product }, colours, sizes });
    ids[name] = made.id;
  };
  await make(
    'Zephyr softshell jackets',
    { sku: 'ZSJ/100.2-A', short_description: 'For the kitchen and the bar' },
    ['Aubergine#4a2545'],
    ['M'],
  );
  await make('Zephyr rain jacket', { sku: 'ZRJ-7' }, ['Navy#1d2a4d'], ['M', 'L']);
  await make('Zephyr T-shirt', { sku: 'ZT 55#X' });
  await make("Zephyr men's shorts", { sku: 'ZMS-1', full_description: '<p>Elasticated <b>quinquereme</b> waist</p>' });
  await make('Zephyr thermal vest', { sku: 'zt-8' });
  await make('Zephyr Pâtissier coat', { sku: 'ZPC-1', short_description: 'Größe M, smørrebrød' }, ['Crème#fffdd0'], ['M']);
});

const search = async (keyword: string) => {
  const answer = await buyer.get<'GET /api/products'>(`/api/products?limit=250&keyword=${encodeURIComponent(keyword)}`);
  expect(answer.status).toBe(200);
  const names = answer.body.products.map(({ name }) => name);
  expect(answer.body.totalCount).toBe(names.length);
  return names;
};
const zephyrs = async (keyword: string) => (await search(keyword)).filter((name) => name.startsWith('Zephyr'));

describe('a keyword', () => {
  test.each<[string, string[]]>([
    ['zephyr jacket', ['Zephyr rain jacket', 'Zephyr softshell jackets']],
    ['ZEPHYR   Jackets', ['Zephyr rain jacket', 'Zephyr softshell jackets']],
    ['zephyr soft', ['Zephyr softshell jackets']],
    ['zephyr jacket 2000', []],
    ['zephyr navy', ['Zephyr rain jacket']],
    ['zephyr aubergine jacket', ['Zephyr softshell jackets']],
    ['the zephyr jacket for the', ['Zephyr rain jacket', 'Zephyr softshell jackets']],
    ['zephyr t-shirt', ['Zephyr T-shirt']],
    ['zephyr mens short', ["Zephyr men's shorts"]],
    ['zephyr men’s short', ["Zephyr men's shorts"]],
    ['zephyr patissiers', ['Zephyr Pâtissier coat']],
    ['ZEPHYR PÂTISSIER', ['Zephyr Pâtissier coat']],
    ['zephyr pa\u0302tiss', ['Zephyr Pâtissier coat']],
    ['zephyr pati', ['Zephyr Pâtissier coat']],
    ['zephyr creme', ['Zephyr Pâtissier coat']],
    ['zephyr groesse', ['Zephyr Pâtissier coat']],
    ['zephyr smorrebrod', ['Zephyr Pâtissier coat']],
    ['zephyr jäckets', ['Zephyr rain jacket', 'Zephyr softshell jackets']],
    ["zephyr men's", ["Zephyr men's shorts"]],
    ['quinquereme', ["Zephyr men's shorts"]],
    ['zephyr kitchen', ['Zephyr softshell jackets']],
    ['zephyr jacket parachute', []],
  ])('%j finds %j', async (keyword, names) => {
    expect((await zephyrs(keyword)).toSorted()).toEqual(names);
  });

  test.each<[string, string]>([
    ['ZSJ/100.2-A', 'Zephyr softshell jackets'],
    ['zsj/100.2-a', 'Zephyr softshell jackets'],
    ['zsj/100', 'Zephyr softshell jackets'],
    ['ZSJ/100.2-A/AUBERGINE-M', 'Zephyr softshell jackets'],
    ['ZSJ/100.2-A/AUB', 'Zephyr softshell jackets'],
    ['ZRJ-7/NAVY-L', 'Zephyr rain jacket'],
    ['zrj', 'Zephyr rain jacket'],
    ['ZT 55#X', 'Zephyr T-shirt'],
    ['zt 55', 'Zephyr T-shirt'],
    ['zt-', 'Zephyr thermal vest'],
    ['zephyr zrj-7', 'Zephyr rain jacket'],
  ])('finds by SKU or its beginning: %j', async (keyword, name) => {
    expect(await search(keyword)).toEqual([name]);
  });

  test('ranks a name before a description', async () => {
    const named = await aCatalogueProduct(portal.db, { product: { name: 'Marsupial coat' } });
    const described = await aCatalogueProduct(portal.db, {
      product: { name: 'Another coat', full_description: 'With a marsupial pocket' },
    });
    const answer = await buyer.get<'GET /api/products'>('/api/products?keyword=marsupial');

    expect(answer.body.products.map(({ id }) => id)).toEqual([named.id, described.id]);
  });

  test.each<[string, string]>([
    ['zephir jackett', 'Zephyr rain jacket'],
    ['zefyr jaket', 'Zephyr rain jacket'],
    ['zephyr jaket', 'Zephyr softshell jackets'],
    ['zephyr sofshell', 'Zephyr softshell jackets'],
    ['zephyr jakcet', 'Zephyr rain jacket'],
    ['zephyr thermla', 'Zephyr thermal vest'],
  ])('finds a product despite a typing error: %j', async (keyword, name) => {
    expect(await search(keyword)).toContain(name);
  });

  test('finds the jackets of the demonstration by "jaket"', async () => {
    expect((await search('jaket')).filter((name) => /jacket/i.test(name)).length).toBeGreaterThan(2);
  });

  test.each([
    '!',
    '&',
    '|',
    ':*',
    '()',
    "'",
    '"',
    '\\',
    "\\'",
    '<->',
    '🦺',
    '🦺 🧥',
    'a & b',
    "o'neil",
    '!!jacket',
    'jacket:*',
    "jacket'); drop table product;--",
    '%',
    '_',
    '   ',
    '\0',
    'the',
    'the of and',
    'x'.repeat(200),
    'ab '.repeat(66),
    '\u202e',
    '-',
    '/',
    '.',
    'jacket\n\tnavy',
    '１２３',
    'ﬁne',
  ])('responds with 200 to %j', async (keyword) => {
    expect(Array.isArray(await search(keyword))).toBe(true);
  });

  test.each(['%', '%ff%fe', '%ED%A0%BD', '%E2%82', 'a%00b'])(
    'responds without an error to the invalid encoding %s',
    async (raw) => {
      expect((await buyer.get(`/api/products?keyword=${raw}`)).status).toBe(200);
    },
  );

  test('lists everything when it is blank, and nothing when it has only symbols', async () => {
    const everything = await search('');

    expect(await search('   ')).toEqual(everything);
    expect(await search('\0')).toEqual(everything);
    expect(await search('🦺')).toEqual([]);
    expect(await search('!')).toEqual([]);
  });
});

test('never passes operators of a keyword to the query', async () => {
  const connection = new Connection({ connectionString: portal.url });
  await connection.connect();
  try {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), async (text) => {
        const word = text.replaceAll('\0', '');
        const raw = await connection.query('select raw_lexeme($1, true)::text as query, numnode(raw_lexeme($1, true)) as nodes', [
          word,
        ]);
        expect(raw.rows[0].nodes).toBeLessThanOrEqual(1);
        const whole = await connection.query(
          'select keyword_query($1) is null as empty, cardinality(keyword_words($1)) as words',
          [word],
        );
        expect(whole.rows[0].empty).toBe(whole.rows[0].words === 0);
        await connection.query('select * from similar_products(1, $1)', [word]);
      }),
      { numRuns: 150 },
    );
  } finally {
    await connection.end();
  }
});
