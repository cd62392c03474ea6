import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { Tenant } from './entitlement.queries.ts';
import type { WardrobePreview } from './entitlement-preview.rules.ts';

/** The names of the wardrobes and seasons of previews, and of other wardrobes, by id. */
export async function readPreviewNames(
  db: Db,
  { organisationId }: Tenant,
  previews: readonly Pick<WardrobePreview, 'collectionId' | 'seasonId'>[],
  otherCollectionIds: readonly number[] = [],
): Promise<{ collections: Map<number, string>; seasons: Map<number, string> }> {
  const collectionIds = [...new Set([...previews.map(({ collectionId }) => collectionId), ...otherCollectionIds])];
  const seasonIds = [...new Set(previews.flatMap(({ seasonId }) => seasonId ?? []))];
  const found = await sql<{ kind: 'collection' | 'season'; id: number; name: string }>`
    select 'collection' as kind, id, name from collection where organisation_id = ${organisationId} and id = any (${collectionIds}::bigint[])
    union all
    select 'season', id, name from season where organisation_id = ${organisationId} and id = any (${seasonIds}::bigint[])`.execute(
    db,
  );
  const namesOf = (kind: string) => new Map(found.rows.filter((row) => row.kind === kind).map(({ id, name }) => [id, name]));
  return { collections: namesOf('collection'), seasons: namesOf('season') };
}
