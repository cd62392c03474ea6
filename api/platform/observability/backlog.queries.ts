import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** The jobs of a queue. Running and failed ones are counted by the job queue itself, once a minute. */
export interface QueueState {
  queue: string;
  /** Due, and not started yet. */
  waiting: number;
  /** Due later: new ones with a time, and those that have failed and are attempted again. */
  scheduled: number;
  running: number;
  failed: number;
  /** Seconds since the oldest waiting job was due; 0 if none waits. */
  oldestSeconds: number;
}

/** The messages of an outbox. */
interface OutboxState {
  waiting: number;
  /** Seconds since the oldest waiting message was due; 0 if none is. */
  oldestSeconds: number;
}

/** What waits in the database for any of the processes that share it. */
export interface Backlog {
  queues: QueueState[];
  mails: OutboxState & { failed: number };
  webhooks: OutboxState & {
    endpoints: { working: number; failing: number; paused: number };
    /** Seconds since the endpoint that has failed longest, and is not paused, began to fail; 0 if none fails. */
    failingSeconds: number;
  };
  bulkEdits: { running: number; itemsLeft: number };
  /** Seconds since the latest complete backup began; if there is none, since the database was created. */
  backupSeconds: number;
}

/**
 * Reads what waits, in one statement. It reads partial indexes that contain only what waits, and tables that are small; its cost does not grow with what
 * has been done.
 */
export async function readBacklog(db: Db): Promise<Backlog> {
  const { rows } = await sql<Backlog>`
    select
      (select coalesce(json_agg(state order by state.queue), '[]') from (
        select q.name as queue, j.waiting, j.scheduled, q.active_count as running, q.failed_count as failed, j."oldestSeconds"
        from pgboss.queue q cross join lateral (
          select count(*) filter (where start_after <= now())::int as waiting,
            count(*) filter (where start_after > now())::int as scheduled,
            coalesce(greatest(extract(epoch from now() - min(start_after)), 0), 0)::float8 as "oldestSeconds"
          from pgboss.job where name = q.name and state < 'active' and not blocked) j
        where not starts_with(q.name, '__pgboss__')) state) as queues,
      (select json_build_object('waiting', count(*), 'oldestSeconds', coalesce(greatest(extract(epoch from now() - min(due_at)), 0), 0)::float8,
          'failed', (select count(*) from mail_outbox where failed_at is not null))
        from mail_outbox where sent_at is null and failed_at is null) as mails,
      (select json_build_object('waiting', count(*),
          'oldestSeconds', coalesce(greatest(extract(epoch from now() - min(next_attempt_at)), 0), 0)::float8,
          'endpoints', (select json_build_object(
              'working', count(*) filter (where paused_at is null and failing_since_at is null),
              'failing', count(*) filter (where paused_at is null and failing_since_at is not null),
              'paused', count(*) filter (where paused_at is not null))
            from webhook_endpoint),
          'failingSeconds', (select coalesce(greatest(extract(epoch from now() - min(failing_since_at)), 0), 0)::float8
            from webhook_endpoint where paused_at is null))
        from webhook_delivery where sent_at is null and failed_at is null) as webhooks,
      (select json_build_object('running', count(*),
          'itemsLeft', coalesce(sum(total - changed - unchanged - refused - conflicts), 0)::int)
        from (select total, changed, unchanged, refused, conflicts, finished_at, stopped_at from bulk_edit
          union all select total, changed, unchanged, refused, conflicts, finished_at, stopped_at from supplier_bulk_edit) edits
        where finished_at is null and stopped_at is null) as "bulkEdits",
      (select greatest(extract(epoch from now() - coalesce((select started_at from latest_backup), min(applied_at))), 0)::float8
        from schema_migration) as "backupSeconds"`.execute(db);
  return rows[0] as Backlog;
}
