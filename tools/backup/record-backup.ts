import type { Client } from 'pg';

/**
 * Records in the database that it has been backed up, for `livery_backup_age_seconds`. `startedAt` is when the backup began: what was committed later is not in
 * it. The backup is complete whatever happens here, so that a failure is a warning.
 */
export async function recordBackup(client: Client, { startedAt, bytes }: { startedAt: Date; bytes: number }): Promise<void> {
  try {
    await client.query(
      `insert into public.latest_backup (started_at, bytes) values ($1, $2)
       on conflict (is_latest) do update set started_at = excluded.started_at, bytes = excluded.bytes
       where latest_backup.started_at < excluded.started_at`,
      [startedAt, bytes],
    );
  } catch (error) {
    console.warn(`The database could not record that it was backed up: ${(error as Error).message}. The backup is complete.`);
  }
}
