import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { findActor } from '#api/identity/sessions/access.queries.ts';
import { grantScope, type Scope } from '#api/platform/http/scope.ts';
import { aCatalogueProduct } from '#api/testing/products.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { listListings } from './listing.queries.ts';
import { createProductFactsReader, type ProductFactsReader } from './product-facts.actions.ts';

const MERIDIAN = 1;
const portal = usePortal();
let scope: Scope;
let ids: number[];
let reader: ProductFactsReader;

beforeAll(async () => {
  const { db } = portal;
  const actor = await findActor(db, MERIDIAN, 1);
  if (!actor) throw new Error('The administrator is missing.');
  scope = grantScope(actor);
  ids = [await aCatalogueProduct(db, { sizes: ['S', 'M'] }), await aCatalogueProduct(db, { sizes: ['S', 'M'] })].map(
    ({ id }) => id,
  );
  reader = createProductFactsReader(db);
});

async function read(options: { maxCombinations?: number; readAt?: number } = {}) {
  const { listings, readAt } = await listListings(portal.db, scope, ids);
  const products = await reader.read(scope, { listings, readAt: options.readAt ?? readAt }, { maxCombinations: 4, ...options });
  return ids.map((id) => products.get(id));
}

it('reads only products again that have changed', async () => {
  const before = await read();
  expect(before.map((product) => product?.combinations.length)).toEqual([2, 2]);

  await sql`update stock_level set on_hand = 7 where product_id = ${ids[0]}`.execute(portal.db);
  const after = await read();
  expect(after[0]?.combinations.map(({ onHand }) => onHand)).toEqual([7, 7]);
  expect(after[1]).toBe(before[1]);

  await sql`update product_organisation set overridden_price_minor = 900 where organisation_id = ${MERIDIAN} and product_id = ${ids[1]}`.execute(
    portal.db,
  );
  await sql`select refresh_listing(array[${MERIDIAN}::bigint], array[${ids[1]}::bigint])`.execute(portal.db);
  const repriced = await read();
  expect(repriced[0]).toBe(after[0]);
  expect(repriced[1]?.priceMinor).toBe(900);
});

it('reads products again once a price or the day has ended', async () => {
  const before = await read();
  const later = await read({ readAt: before[0]?.freshUntil });

  expect(later[0]).not.toBe(before[0]);
  expect(later[0]).toEqual({ ...before[0], stamp: expect.objectContaining({ version: before[0]?.stamp.version }) });
});

it('counts combinations that it has cached, too', async () => {
  await read();
  await sql`update stock_level set on_hand = on_hand + 1 where product_id = ${ids[0]}`.execute(portal.db);

  expect(await read({ maxCombinations: 3 })).toEqual([undefined, undefined]);
  expect((await read()).map((product) => product?.combinations.length)).toEqual([2, 2]);
});
