import { sql } from 'kysely';
import { type Db, runInTransaction, type Tx } from '#api/platform/db/database.ts';
import { FILES_IN_USE } from '#api/platform/files/files-lock.ts';
import type { RetentionDependencies, RetentionTask } from '#api/platform/jobs/retention.ts';
import { PICTURE_SIDES } from '#contract/catalogue/products/picture-sizes.ts';
import { keyOfSize } from './product-picture.rules.ts';

/** Notes a picture whose content is about to be stored. From then on it is kept for a day. */
export async function registerPicture(db: Db, key: string): Promise<void> {
  await sql`insert into picture (key) values (${key}) on conflict (key) do update set used_at = now()`.execute(db);
}

/** Says that all sizes of a picture are stored, with their checksums, the largest first. */
export async function markPictureStored(db: Db, key: string, checksums: readonly Buffer[]): Promise<void> {
  await sql`
    update picture set stored_at = now(), used_at = now(), sha256 = ${[...checksums]}::bytea[] where key = ${key}`.execute(db);
}

/** Keeps stored pictures from being deleted for a day, and returns the keys of those that there are. */
export async function keepPictures(tx: Tx, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    update picture set used_at = now() where key in (
      select key from picture where key = any (${[...new Set(keys)]}::text[]) and stored_at is not null order by key for update)
    returning key`.execute(tx);
  return new Set(rows.map(({ key }) => key));
}

const BATCH_SIZE = 100;

/** Whether nothing shows the picture at address `a.src`: no product, nothing published, and no order or wardrobe that was made with it. */
const isUnused = sql`
  not exists (select from product_image i where i.src = a.src)
  and not exists (select from publication_picture t where t.src = a.src)
  and not exists (select from combination c where c.image_src = a.src)
  and not exists (select from collection w where w.image_src = a.src)
  and not exists (select from super_group_option g where g.image_src = a.src)
  and not exists (select from organisation o where exists (
    select from order_line l where l.organisation_id = o.id and l.image_src = a.src and l.image_src like '/pictures/%'))`;

/**
 * Deletes pictures that nothing has shown for a day: their content first, then their rows, so that whatever fails in between is done again. Their rows are
 * locked meanwhile, so that an upload of the same picture waits and stores it again. While a backup runs, none are deleted. Returns how many were deleted.
 */
export async function deleteUnusedPictures({ db, blobs }: Pick<RetentionDependencies, 'db' | 'blobs'>): Promise<number> {
  let total = 0;
  for (;;) {
    const deleted = await runInTransaction(db, async (tx) => {
      const { rows } = await sql<{ key: string }>`
        select p.key from picture p cross join lateral (select '/pictures/' || p.key || '.webp' as src) a
        where p.used_at < now() - interval '1 day' and ${isUnused} and (select pg_try_advisory_xact_lock(${FILES_IN_USE}))
        order by p.used_at limit ${BATCH_SIZE} for update of p skip locked`.execute(tx);
      const keys = rows.map(({ key }) => key);
      for (const key of keys) await Promise.all(PICTURE_SIDES.map((side) => blobs.delete(keyOfSize(key, side))));
      await sql`delete from picture where key = any (${keys}::text[])`.execute(tx);
      return keys.length;
    });
    total += deleted;
    if (deleted < BATCH_SIZE) return total;
  }
}

export const retention: readonly RetentionTask[] = [{ name: 'unused-pictures', run: deleteUnusedPictures }];
