import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';

/** Promises pending pieces for other days. A line keeps its place in the queue for pieces on hand unless the new day is earlier. */
export async function moveDueDays(
  tx: Tx,
  organisationId: number,
  items: readonly { id: number; dueOn: string }[],
): Promise<void> {
  await sql`
    update order_line l set due_on = d.due_on, queued_on = coalesce(l.queued_on, l.due_on, (o.released_at at time zone 'utc')::date)
    from unnest(${items.map(({ id }) => id)}::bigint[], ${items.map(({ dueOn }) => dueOn)}::date[]) as d (id, due_on), orders o
    where l.organisation_id = ${organisationId} and l.id = d.id and o.organisation_id = l.organisation_id and o.id = l.order_id`.execute(
    tx,
  );
}
