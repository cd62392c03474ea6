import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import { allocatedLines } from './allocation.queries.ts';

/** The days until which the waiting pieces of orders are promised, by the id of their line; null when the day is unknown or nothing waits. */
export async function listDueDays(
  tx: Tx,
  organisationId: number,
  orderIds: readonly number[],
): Promise<Map<number, string | null>> {
  const { rows } = await sql<{ id: number; dueOn: string | null }>`
    select a.line_id as id, a.due_on::text as "dueOn" from ${allocatedLines} a
    where a.organisation_id = ${organisationId} and a.order_id = any (${[...orderIds]}::bigint[])`.execute(tx);
  return new Map(rows.map(({ id, dueOn }) => [id, dueOn]));
}
