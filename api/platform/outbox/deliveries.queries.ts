import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { StoredReason } from '../reasons.ts';

/**
 * A table of messages that are written in the transaction that they report and delivered later. Each has the columns id, attempts,
 * failure, due_at, claimed_at, sent_at and failed_at.
 */
export type OutboxTable = 'mail_outbox' | 'webhook_delivery';

/** For how many days after it was due a message is tried. */
export const DAYS_TRIED: Readonly<Record<OutboxTable, number>> = { mail_outbox: 5, webhook_delivery: 3 };

const isPending = sql`sent_at is null and failed_at is null`;

/** A message that is reserved for this process for as long as delivering it may take. */
export interface ClaimedMessage<Row> {
  row: Row;
  /** Whether it has been tried for so long that this is the last attempt. */
  isOverdue: boolean;
}

/**
 * Reserves a message for delivery and counts the attempt. 'done' when it was sent, has failed for good or does not exist; 'taken'
 * while another process is delivering it; a reservation expires after a minute.
 */
export async function claimMessage<Row extends object>(
  db: Db,
  table: OutboxTable,
  id: string,
): Promise<ClaimedMessage<Row> | 'done' | 'taken'> {
  const { rows } = await sql<Row & { due_at: Date; is_overdue: boolean }>`
    update ${sql.table(table)} set attempts = attempts + 1, claimed_at = now()
    where id = ${id} and ${isPending} and (claimed_at is null or claimed_at < now() - interval '1 minute')
    returning *, due_at < now() - make_interval(days => ${DAYS_TRIED[table]}) as is_overdue`.execute(db);
  const [row] = rows;
  if (row) return { row, isOverdue: row.is_overdue };
  const waiting = await sql`select from ${sql.table(table)} where id = ${id} and ${isPending}`.execute(db);
  return waiting.rows.length > 0 ? 'taken' : 'done';
}

/** Marks a message as sent and empties these columns. */
export async function markSent(db: Db, table: OutboxTable, id: string, clearedColumns: readonly string[]): Promise<void> {
  const cleared = clearedColumns.map((column) => sql`, ${sql.ref(column)} = null`);
  await sql`
    update ${sql.table(table)} set sent_at = now(), claimed_at = null, failure = null, last_error = null${sql.join(cleared, sql``)}
    where id = ${id}`.execute(db);
}

/** Records why a message was not sent; with `forGood` it will not be tried again. */
export async function markFailed(
  db: Db,
  table: OutboxTable,
  id: string,
  failure: StoredReason,
  { forGood = false } = {},
): Promise<void> {
  await sql`
    update ${sql.table(table)} set claimed_at = null, failure = ${JSON.stringify(failure)}::jsonb, last_error = null, failed_at = case when ${forGood}::boolean then now() end
    where id = ${id} and sent_at is null`.execute(db);
}

/** Why a message was not sent, of a table under the name `alias`; of one from before failures were kinds, with the kind `text`. */
export const storedFailure = (alias?: string): RawBuilder<StoredReason | null> => {
  const [failure, text] = ['failure', 'last_error'].map((column) => sql.ref(alias === undefined ? column : `${alias}.${column}`));
  return sql`coalesce(${failure}, case when ${text} is not null then jsonb_build_object('kind', 'text', 'text', ${text}) end)`;
};

/** Messages that should have been sent long ago. */
export interface StuckMessages {
  count: number;
  oldestMinutes: number;
  /** Why the last attempt at the oldest one failed; null when there was none. */
  lastFailure: StoredReason | null;
}

/** How many messages have waited for more than 15 minutes; undefined when none has. */
export async function findStuckMessages(db: Db, table: OutboxTable): Promise<StuckMessages | undefined> {
  const { rows } = await sql<{ count: number; oldest_minutes: number; last_failure: StoredReason | null }>`
    select count(*)::int as count, (extract(epoch from now() - min(due_at)) / 60)::int as oldest_minutes,
      (array_agg(${storedFailure()} order by due_at))[1] as last_failure
    from ${sql.table(table)} where ${isPending} and due_at < now() - interval '15 minutes'`.execute(db);
  const [row] = rows;
  return row && row.count > 0
    ? { count: row.count, oldestMinutes: row.oldest_minutes, lastFailure: row.last_failure }
    : undefined;
}

/** How many messages are neither sent nor failed. */
export async function countPendingMessages(db: Db, table: OutboxTable): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where ${isPending}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The ids of pending messages, the oldest first, to check whether each still has its job. */
export async function listPendingMessages(db: Db, table: OutboxTable, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where ${isPending} and due_at < now() - interval '2 minutes'
    order by due_at limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

const isNamed = (ids: readonly string[] | 'all'): RawBuilder<unknown> =>
  ids === 'all' ? sql`true` : sql`id::text = any(${[...ids]})`;

/** Tries failed messages again, for as many days as new ones: those with the ids, or all. Returns how many they are. */
export async function retryFailedMessages(db: Db, table: OutboxTable, ids: readonly string[] | 'all'): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update ${sql.table(table)} set failed_at = null, claimed_at = null, due_at = now()
    where failed_at is not null and ${isNamed(ids)}`.execute(db);
  return Number(numAffectedRows);
}

/** Deletes failed messages that someone has dealt with: those with the ids, or all. Returns how many they were. */
export async function discardFailedMessages(db: Db, table: OutboxTable, ids: readonly string[] | 'all'): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where failed_at is not null and sent_at is null and ${isNamed(ids)}`.execute(db);
  return Number(numAffectedRows);
}
