import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { GroupAdjustment } from './group-adjustment.rules.ts';

/** Whether the wardrobe, and the group where one is named, belong together and to the organisation. */
export async function findAdjustmentTarget(
  tx: Tx,
  scope: Scope,
  { organisationCollectionId, organisationCollectionGroupId }: GroupAdjustment,
): Promise<boolean> {
  const groupId = organisationCollectionGroupId || null;
  const found = await sql`
    select from collection w
    where w.organisation_id = ${scope.organisationId} and w.id = ${organisationCollectionId}
      and (${groupId}::bigint is null or exists (
        select from collection_group g where g.organisation_id = w.organisation_id and g.collection_id = w.id and g.id = ${groupId}::bigint))`.execute(
    tx,
  );
  return found.rows.length > 0;
}
