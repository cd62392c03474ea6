import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { AdhocWardrobes } from './adhoc-list.rules.ts';

/** Finds which wardrobes an ad hoc list may contain, and which the requested one includes; `collectionId` null for none. */
export async function findAdhocWardrobes(db: Db, scope: Scope, collectionId: number | null): Promise<AdhocWardrobes> {
  const { organisationId, collectionIds } = scope;
  const branchOf = (name: string, ids: readonly number[]) => sql`
    ${sql.ref(name)} (id) as (
      select c.id from collection c where c.organisation_id = ${organisationId} and c.id = any (${[...ids]}::bigint[])
      union
      select c.id from ${sql.ref(name)} b
      join collection c on c.organisation_id = ${organisationId} and c.parent_collection_id = b.id)`;
  const found = await sql<{ is_limited: boolean; own_ids: number[]; chosen_ids: number[] }>`
    with recursive ${branchOf('own', collectionIds)}, ${branchOf('chosen', collectionId === null ? [] : [collectionId])}
    select o.limit_adhoc_to_own_collection as is_limited,
      array(select id from own order by id) as own_ids, array(select id from chosen order by id) as chosen_ids
    from organisation o where o.id = ${organisationId}`.execute(db);
  const row = found.rows[0];
  if (!row) throw new Error(`Organisation ${organisationId} does not exist.`);
  return { isLimited: row.is_limited, ownIds: row.own_ids, chosenIds: row.chosen_ids };
}
