import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DatabaseHandle, openDatabase } from '#api/platform/db/database.ts';
import { createTestDatabase, type TestDatabase } from '#api/testing/database.ts';
import { aCatalogueProduct } from '#api/testing/products.ts';

let testDatabase: TestDatabase;
let database: DatabaseHandle;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.url, { poolSize: 1 });
});
afterAll(async () => {
  await database?.close();
  await testDatabase?.close();
});

it.each<
  [name: string, own: number | null, percent: number | null, combination: number | null, adjustment: number, expected: number]
>([
  ['the organisation’s own', 700, 5, 900, 100, 700],
  ['the catalogue’s', null, null, null, 0, 999],
  ['with the adjustment of what was chosen', null, null, null, 101, 1100],
  ['never below nothing', null, null, null, -1500, 0],
  ['of the combination, without adjustment', null, null, 900, 100, 900],
  ['with the percentage of the organisation, rounded half up', null, 50, null, 0, 1499],
  ['below the catalogue’s by a percentage', null, -50, null, 0, 500],
])('the price before quantity tiers is %s', async (_, own, percent, combination, adjustment, expected) => {
  const { rows } = await sql<{ price: number }>`
    select unit_price(${own}::bigint, ${percent}::numeric, ${combination}::bigint, 999, ${adjustment}::bigint) as price`.execute(
    database.db,
  );
  expect(rows).toEqual([{ price: expected }]);
});

it('nothing is offered that was discontinued, or that is not published in the range or in the catalogue', async () => {
  const { db } = database;
  const { id, combinations } = await aCatalogueProduct(db, { sizes: ['S', 'M'] });
  const countOffers = async () =>
    (await sql`select from offer where organisation_id = 1 and product_id = ${id}`.execute(db)).rows.length;
  const counts = [await countOffers()];
  await sql`update combination set discontinued = true where id = ${[...combinations.values()][0]?.id}`.execute(db);
  counts.push(await countOffers());
  await sql`update product_organisation set published = false where organisation_id = 1 and product_id = ${id}`.execute(db);
  counts.push(await countOffers());
  await sql`update product_organisation set published = true where organisation_id = 1 and product_id = ${id}`.execute(db);
  await sql`update product set published = false where id = ${id}`.execute(db);
  counts.push(await countOffers());
  expect(counts).toEqual([2, 1, 0, 0]);
});
