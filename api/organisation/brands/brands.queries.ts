import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { BrandTable } from '#api/platform/db/types.ts';

export type BrandRow = Selectable<BrandTable>;
export type NewBrand = Insertable<BrandTable>;
export type BrandChanges = Updateable<BrandTable>;

/** All brands, locked until the transaction ends, in the order in which they were added. */
export const lockBrands = (tx: Tx): Promise<BrandRow[]> => tx.selectFrom('brand').selectAll().orderBy('id').forUpdate().execute();

/** Adds a brand and returns its id. */
export async function insertBrand(tx: Tx, brand: NewBrand): Promise<number> {
  const { id } = await tx.insertInto('brand').values(brand).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** Changes columns of a brand. */
export async function updateBrand(tx: Tx, id: number, changes: BrandChanges): Promise<void> {
  await tx.updateTable('brand').set(changes).where('id', '=', id).execute();
}

/** The host names of all brands. */
export const listBrandHosts = (tx: Tx): Promise<{ host: string; brand_id: number }[]> =>
  tx.selectFrom('brand_host').selectAll().orderBy('host').execute();

/** Replaces the host names of a brand. Organisations whose own host is no longer among them get the first. */
export async function replaceBrandHosts(tx: Tx, brandId: number, hosts: readonly [string, ...string[]]): Promise<void> {
  await sql`
    insert into brand_host (host, brand_id) select host, ${brandId}::bigint from unnest(${[...hosts]}::text[]) host on conflict do nothing`.execute(
    tx,
  );
  await sql`
    update organisation set host = ${hosts[0]}
    where brand_id = ${brandId} and host is not null and not (host = any (${[...hosts]}::text[]))`.execute(tx);
  await sql`delete from brand_host where brand_id = ${brandId} and not (host = any (${[...hosts]}::text[]))`.execute(tx);
}
