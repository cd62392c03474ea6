import { sql } from 'kysely';
import { repeatInBatches } from '../db/batches.ts';
import type { Db } from '../db/database.ts';
import type { RetentionTask } from '../jobs/retention.ts';

/** Most changes that are given a position at once. */
export const MAX_NUMBERED_CHANGES = 5000;

/** Gives changes that have committed their positions, at most `MAX_NUMBERED_CHANGES`, in a transaction of its own. Returns how many. */
export async function numberChanges(db: Db): Promise<number> {
  const { rows } = await sql<{ numbered: number }>`select number_changes(${MAX_NUMBERED_CHANGES}) as numbered`.execute(db);
  return rows[0]?.numbered ?? 0;
}

/** The position of the newest change of a kind that has one; 0 without any. Every lower position has been given. */
export async function readLastPosition(db: Db, kind: string): Promise<number> {
  const { rows } = await sql<{ position: number }>`
    select coalesce(max(position), 0) as position from record_change where kind = ${kind} and position is not null`.execute(db);
  return rows[0]?.position ?? 0;
}

/** Most changes that are looked at for one page: those of other brands are passed over. */
const MAX_SCANNED = 5000;

/** A part of the changes of a kind. */
export interface ChangesPart {
  recordIds: number[];
  /** Everything up to this position has been looked at. */
  position: number;
  hasMore: boolean;
}

/** Records of a kind that have changed after a position, of organisations of these brands or of none, in the order of their positions. */
export async function listChangedIds(
  db: Db,
  kind: string,
  { after, limit, brandIds }: { after: number; limit: number; brandIds: readonly number[] },
): Promise<ChangesPart> {
  const { rows } = await sql<{ recordIds: number[]; reached: number | null; scanned: number; last: number | null }>`
    with scanned as materialized (
      select position, organisation_id, record_id from record_change
      where kind = ${kind} and position > ${after} order by position limit ${MAX_SCANNED}),
    page as (
      select s.position, s.record_id from scanned s
      where s.organisation_id is null or s.organisation_id in (select id from organisation where brand_id = any (${[...brandIds]}::bigint[]))
      order by s.position limit ${limit})
    select (select coalesce(array_agg(record_id order by position), '{}') from page) as "recordIds",
      (select max(position) from page) as reached, (select count(*)::int from scanned) as scanned, (select max(position) from scanned) as last`.execute(
    db,
  );
  const [row] = rows;
  if (!row || row.last === null) return { recordIds: [], position: after, hasMore: false };
  const isFull = row.recordIds.length === limit;
  return {
    recordIds: row.recordIds,
    position: (isFull ? row.reached : row.last) ?? after,
    hasMore: row.scanned === MAX_SCANNED || (isFull && row.reached !== row.last),
  };
}

/** Where nothing reads changes, they get their positions all the same, so that one is kept of each record. */
export const retention: RetentionTask[] = [
  { name: 'record-changes', run: ({ db }) => repeatInBatches(MAX_NUMBERED_CHANGES, () => numberChanges(db)) },
];
