import { sql } from 'kysely';
import { parsePictureAddress } from '#api/catalogue/pictures/product-picture.rules.ts';
import { keepPictures } from '#api/catalogue/pictures/stored-pictures.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';

/**
 * Writes which stored pictures something published shows, so that they are kept; `addresses` are those of the largest size. Returns the addresses of pictures that
 * are not stored, or no longer: the caller refuses the change.
 */
export async function writePublishedPictures(tx: Tx, publicationId: number, addresses: readonly string[]): Promise<string[]> {
  const keys = new Map(addresses.map((src) => [src, parsePictureAddress(src)]));
  const kept = await keepPictures(
    tx,
    [...keys.values()].filter((key) => key !== undefined),
  );
  const missing = addresses.filter((src) => !kept.has(keys.get(src) ?? ''));
  if (missing.length > 0) return missing;
  const srcs = sql`${[...new Set(addresses)]}::text[]`;
  // A picture that is taken out can be put back for a day.
  await sql`
    with gone as (
      delete from publication_picture where publication_id = ${publicationId}::bigint and src <> all (${srcs}) returning src)
    update picture set used_at = now() where key in (select substr(src, 11, 40) from gone)`.execute(tx);
  await sql`
    insert into publication_picture (publication_id, src) select ${publicationId}::bigint, unnest(${srcs}) on conflict do nothing`.execute(
    tx,
  );
  return [];
}
