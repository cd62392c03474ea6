import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { useCatalogue } from '#api/testing/catalogue-fixture.ts';
import { startTestSession, TEST_KEY } from '#api/testing/portal.ts';
import { aCatalogueProduct, type CatalogueProduct, refreshProductListing } from '#api/testing/products.ts';
import { createListingCache } from './listing-cache.actions.ts';

const MERIDIAN = 1;
const HALLAM = 2;

const catalogue = useCatalogue();
const { portal } = catalogue;

const DETAIL = 'GET /api/products/:id';
const detail = async (id: number, client = catalogue.buyer, query = '') =>
  (await client.get<typeof DETAIL>(`/api/products/${id}${query}`)).body.products[0]!;

describe('the cache of products', () => {
  const withHeaders = async (headers: Record<string, string>, email = 'buyer@meridian.example') => {
    const { host, token } = await startTestSession(portal.db, email);
    return { host, authorization: `Bearer ${token}`, ...headers };
  };

  test('sends one statement for a cached response and two for a new one', async () => {
    const product = await aCatalogueProduct(portal.db, { colours: ['Navy#1d2a4d'], sizes: ['S', 'M'] });
    const statements = async () => {
      const before = portal.statementsSent();
      await detail(product.id);
      return portal.statementsSent() - before;
    };

    // The session is cached after a first request.
    await detail(catalogue.jacket.id);
    expect([await statements(), await statements(), await statements()]).toEqual([2, 1, 1]);
  });

  test.each<[string, (product: CatalogueProduct, combination: number) => Promise<unknown>]>([
    [
      'a reservation',
      (_, id) =>
        sql`update stock_level set reserved = reserved + 1, version = version + 1 where combination_id = ${id}`.execute(
          portal.db,
        ),
    ],
    [
      'a change that does not increment the version',
      (_, id) => sql`update stock_level set on_hand = on_hand - 2 where combination_id = ${id}`.execute(portal.db),
    ],
    [
      'a delivery announced',
      (_, id) =>
        sql`insert into stock_incoming (combination_id, due_on, quantity) values (${id}, current_date + 9, 5)`.execute(portal.db),
    ],
    ['a delivery that arrived', (_, id) => sql`delete from stock_incoming where combination_id = ${id}`.execute(portal.db)],
    [
      'a new price',
      async ({ id }) => {
        await sql`update product set price_minor = price_minor + 7 where id = ${id}`.execute(portal.db);
        await refreshProductListing(portal.db, [MERIDIAN], [id]);
      },
    ],
    [
      'a combination withdrawn',
      async ({ id }, combination) => {
        await sql`update combination set discontinued = true where id = ${combination}`.execute(portal.db);
        await refreshProductListing(portal.db, [MERIDIAN], [id]);
      },
    ],
  ])('returns the same response as a new server after %s', async (_, change) => {
    const product = await aCatalogueProduct(portal.db, { colours: ['Navy#1d2a4d'], sizes: ['S', 'M'] });
    const combination = product.combinations.get('Navy, M')?.id as number;
    await sql`insert into stock_incoming (combination_id, due_on, quantity) values (${combination}, current_date + 20, 50)`.execute(
      portal.db,
    );
    const paths = [
      `/api/products/${product.id}`,
      `/api/product/getbuynowcombinations?id=${product.id}`,
      `/api/product/combinations?productId=${product.id}`,
    ];
    const read = async (path: string) => (await catalogue.buyer.get<never>(path)).body as unknown;
    const before = await Promise.all(paths.map(read));
    await change(product, combination);
    const after = await Promise.all(paths.map(read));
    const fresh = await fetchFromNewServer(paths);

    expect(after).toEqual(fresh);
    for (const [index, answer] of after.entries()) expect(answer).not.toEqual(before[index]);
    expect(await Promise.all(paths.map(read))).toEqual(fresh);
  });

  const fetchFromNewServer = async (paths: string[]) => {
    const { buildApp } = await import('#api/app.ts');
    const { loadConfig } = await import('#api/platform/config.ts');
    const { openDatabase } = await import('#api/platform/db/database.ts');
    const database = openDatabase(portal.url, { poolSize: 2 });
    const config = loadConfig({ DATABASE_URL: portal.url, WEB_DIR: 'off', SECRET_KEY: TEST_KEY });
    const app = await buildApp({
      config,
      database,
      jobs: {
        createQueues: async () => {},
        enqueue: async () => {},
        enqueueAll: async () => {},
        isPending: async () => false,
        enqueueUnique: async () => {},
        start: async () => {},
        close: async () => {},
      },
    });
    const headers = await withHeaders({});
    const answers = await Promise.all(paths.map(async (url) => (await app.inject({ url, headers })).json() as unknown));
    await app.close();
    await database.close();
    return answers;
  };

  test('ignores uncommitted changes and sees them once committed, despite concurrent writes', async () => {
    const product = await aCatalogueProduct(portal.db, { stock: 100 });
    const combination = product.combinations.get('')?.id as number;
    const stock = async () => (await detail(product.id)).stockQuantity;
    const reserve = (db: typeof portal.db) =>
      sql`update stock_level set reserved = reserved + 1, version = version + 1 where combination_id = ${combination}`.execute(
        db,
      );
    await portal.db.transaction().execute(async (bystander) => {
      await sql`select pg_current_xact_id()`.execute(bystander);
      expect([await stock(), await stock()]).toEqual([100, 100]);
      await portal.db.transaction().execute(async (writer) => {
        await reserve(writer);
        expect([await stock(), await stock()]).toEqual([100, 100]);
      });
      expect([await stock(), await stock()]).toEqual([99, 99]);
    });
    expect(await stock()).toBe(99);

    let reserved = 1;
    const writers = Array.from({ length: 3 }, async () => {
      for (let times = 0; times < 15; times += 1) {
        await reserve(portal.db);
        reserved += 1;
      }
    });
    const readers = Array.from({ length: 3 }, async () => {
      for (let times = 0; times < 25; times += 1) {
        const committed = reserved;
        expect(await stock()).toBeLessThanOrEqual(100 - committed);
      }
    });
    await Promise.all([...writers, ...readers]);
    expect(await stock()).toBe(100 - 46);
  });

  test('expires when a price tier starts', async () => {
    const product = await aCatalogueProduct(portal.db, {
      tiers: [{ quantity: 5, price_minor: 800, starts_at: new Date(Date.now() + 700) }],
    });

    expect((await detail(product.id)).tierPrices).toEqual([]);
    await expect.poll(async () => (await detail(product.id)).tierPrices).toEqual([{ quantity: 5, price: 8 }]);
  });

  test('compresses the response when the client accepts it, with the same content', async () => {
    const url = `/api/products/${catalogue.jacket.id}`;
    const plain = await portal.app.inject({ url, headers: await withHeaders({}) });
    const refused = await portal.app.inject({ url, headers: await withHeaders({ 'accept-encoding': 'br;q=0, identity' }) });
    for (const [acceptEncoding, encoding, decode] of [
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
    ] as const) {
      for (let times = 0; times < 2; times += 1) {
        const packed = await portal.app.inject({ url, headers: await withHeaders({ 'accept-encoding': acceptEncoding }) });
        expect(packed.headers).toMatchObject({
          'content-encoding': encoding,
          vary: 'accept-encoding',
          'content-type': 'application/json; charset=utf-8',
        });
        expect(decode(packed.rawPayload).toString()).toBe(plain.payload);
      }
    }
    expect(refused.headers['content-encoding']).toBeUndefined();
    expect(plain.headers['cache-control']).toBe('no-store');
  });

  test('separates roles, organisations and tax views', async () => {
    const shared = await aCatalogueProduct(portal.db, {
      organisationIds: [MERIDIAN, HALLAM],
      product: { price_minor: 1000 },
      tiers: [{ quantity: 3, price_minor: 500, organisation_id: HALLAM }],
    });
    await sql`update product_organisation set overridden_price_minor = 700 where organisation_id = ${HALLAM} and product_id = ${shared.id}`.execute(
      portal.db,
    );
    await refreshProductListing(portal.db, [HALLAM], [shared.id]);
    const seen = async () => [
      (await detail(shared.id)).price,
      (await detail(shared.id, catalogue.buyer, '?taxId=0')).price,
      (await detail(shared.id, catalogue.hallamBuyer)).price,
      (await detail(shared.id, catalogue.hallamBuyer)).tierPrices.length,
      (await detail(shared.id, catalogue.hallamBuyer, '?taxId=0')).price,
    ];

    expect(await seen()).toEqual([10, 12, 7, 1, 8.4]);
    expect(await seen()).toEqual([10, 12, 7, 1, 8.4]);
  });
});

describe('the cache of lists', () => {
  test('separates organisations whose ranges have the same version', async () => {
    await sql`update listing_version set version = 1000 where organisation_id in (${MERIDIAN}, ${HALLAM})`.execute(portal.db);
    const cache = createListingCache(portal.db);
    const respond = async (organisationId: number) => {
      const load = async () => ({ version: 1000, json: JSON.stringify({ organisationId }) });
      return String((await cache.respond({ organisationId, keyAt: () => 'all', encoding: undefined, load })).content);
    };

    const expected = ['{"organisationId":1}', '{"organisationId":2}', '{"organisationId":1}'];
    expect([await respond(MERIDIAN), await respond(HALLAM), await respond(MERIDIAN)]).toEqual(expected);
  });
});
