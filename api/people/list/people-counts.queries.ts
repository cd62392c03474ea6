import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { RetentionTask } from '#api/platform/jobs/retention.ts';

/** Compacts the counts of people, organisation by organisation; no sum changes. Returns how many organisations that took. */
export async function compactPeopleCounts(db: Db): Promise<number> {
  const organisations = await sql<{ organisation_id: number }>`
    select organisation_id from people_counts group by organisation_id
    having count(*) > count(distinct row (season_id, resort_id, business_area_id, group_ids, starts_on, ordering_status, measuring_status,
      ordering_status_since_start, measuring_status_since_start, email_domain))`.execute(db);
  for (const { organisation_id } of organisations.rows)
    await sql`select compact_people_counts(${organisation_id}::bigint)`.execute(db);
  return organisations.rows.length;
}

/** Not a deletion of data, but maintenance of the same kind: the counts grow with every change until they are compacted. */
export const retention: RetentionTask[] = [{ name: 'people-counts', run: ({ db }) => compactPeopleCounts(db) }];

/**
 * Compacts the counts of one organisation within the transaction, after waiting for any other compaction of them. Counts that have
 * added up to zero, such as those of an erased person's own email domain, disappear.
 */
export async function removeFromPeopleCounts(tx: Tx, organisationId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashint8extended(${organisationId}, 7404017))`.execute(tx);
  await sql`select compact_people_counts(${organisationId}::bigint)`.execute(tx);
}
