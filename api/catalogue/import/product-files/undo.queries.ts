import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { UndoWrites } from './undo.rules.ts';

/** The combinations that have these SKUs (in lower case) or GTINs, by the code. */
export async function findCodeOwners(tx: Tx, codes: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (codes.length === 0) return new Map();
  const { rows } = await sql<{ code: string; id: number }>`
    select lower(sku) as code, id from combination where lower(sku) = any (${[...codes]}::text[])
    union all select gtin, id from combination where gtin = any (${[...codes]}::text[])`.execute(tx);
  return new Map(rows.map(({ code, id }) => [code, id]));
}

/** What refers to combination `c`, so that it is not deleted: orders, carts, deliveries, counts, and movements of stock that no import made. */
const isReferred = sql`(
  exists (select from order_line l where l.combination_id = c.id)
  or exists (select from cart_line l where l.combination_id = c.id)
  or exists (select from stock_incoming s where s.combination_id = c.id)
  or exists (select from stock_count_line s where s.combination_id = c.id)
  or exists (select from stock_level s where s.combination_id = c.id and s.reserved <> 0)
  or exists (select from stock_entry s where s.combination_id = c.id and (s.kind <> 'count' or s.cause ->> 'kind' is distinct from 'catalogue_import')))`;

/** Those of the combinations to which something refers. */
export async function findReferredCombinations(tx: Tx, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select c.id from combination c where c.id = any (${[...ids]}::bigint[]) and ${isReferred}`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Those of the products to which something refers besides the range of the client: orders, stock, other clients, rules or other products. */
export async function findReferredProducts(
  tx: Tx,
  ids: readonly number[],
  organisationId: number | null,
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select p.id from product p where p.id = any (${[...ids]}::bigint[]) and (
      exists (select from combination c where c.product_id = p.id and ${isReferred})
      or exists (select from product_organisation po where po.product_id = p.id and po.organisation_id is distinct from ${organisationId}::bigint)
      or exists (select from approval_rule r where r.product_id = p.id)
      or exists (select from collection_group_product g where g.product_id = p.id)
      or exists (select from product o where o.successor_id = p.id))`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Deletes products that an import added, with their combinations and their place in the client’s range. */
export async function deleteProducts(tx: Tx, ids: readonly number[], organisationId: number | null): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    delete from product_organisation where product_id = any (${[...ids]}::bigint[]) and organisation_id = ${organisationId}::bigint`.execute(
    tx,
  );
  if (organisationId !== null)
    await sql`select refresh_listing(array[${organisationId}::bigint], ${[...ids]}::bigint[])`.execute(tx);
  await sql`delete from product where id = any (${[...ids]}::bigint[])`.execute(tx);
}

/** Takes products that an import added off sale. */
export async function unpublishProducts(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update product set published = false, discontinued = true, updated_at = now()
    where id = any (${[...ids]}::bigint[]) and published`.execute(tx);
}

/** Deletes what an import added and nothing refers to, and what is remembered of its file. */
export async function deleteUndone(tx: Tx, organisationId: number | null, writes: UndoWrites): Promise<void> {
  const ids = (list: readonly number[]) => sql`any (${[...list]}::bigint[])`;
  if (writes.goneCombinations.length > 0)
    await sql`delete from combination where id = ${ids(writes.goneCombinations)}`.execute(tx);
  if (writes.goneValues.length > 0)
    await sql`delete from product_attribute_value where id = ${ids(writes.goneValues)}`.execute(tx);
  if (writes.forgottenImports.length > 0)
    await sql`delete from imported_product where product_id = ${ids(writes.forgottenImports)}`.execute(tx);
  if (organisationId === null) return;
  if (writes.forgottenOffers.length > 0)
    await sql`delete from imported_offer where organisation_id = ${organisationId} and product_id = ${ids(writes.forgottenOffers)}`.execute(
      tx,
    );
  if (writes.goneOffers.length === 0) return;
  await sql`delete from product_organisation where organisation_id = ${organisationId} and product_id = ${ids(writes.goneOffers)}`.execute(
    tx,
  );
  await sql`select refresh_listing(array[${organisationId}::bigint], ${[...writes.goneOffers]}::bigint[])`.execute(tx);
}
