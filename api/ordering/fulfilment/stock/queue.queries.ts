import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { allocatedLines } from '../allocation.queries.ts';
import type { ArrivingPieces, QueuedLine } from './queue.rules.ts';

/** A line in the queue for a garment, with what is said of it. */
export interface QueueRow extends QueuedLine {
  /** Null for an order of a client of another brand. */
  organisationName: string | null;
  isPicking: boolean;
  /** 0 for a line that is served in the order of the promised days. */
  priority: number;
}

/** All lines of all organisations that wait for pieces of a garment or can be picked, in the order in which they get them. */
export async function listQueue(
  db: Db | Tx,
  { brandIds }: Pick<OperatorScope, 'brandIds'>,
  combinationId: number,
): Promise<QueueRow[]> {
  const { rows } = await sql<QueueRow>`
    select a.organisation_id as "organisationId", a.order_id as "orderId", a.line_id as "lineId", a.pending, a.ready, a.ahead::int as ahead,
      l.due_on::text as "dueOn", case when g.brand_id = any (${[...brandIds]}::bigint[]) then g.name end as "organisationName",
      o.picking_started_at is not null as "isPicking", l.queue_priority as priority
    from ${allocatedLines} a
    join organisation g on g.id = a.organisation_id
    join order_line l on l.organisation_id = a.organisation_id and l.id = a.line_id
    join orders o on o.organisation_id = a.organisation_id and o.id = a.order_id
    where a.combination_id = ${combinationId} and a.pending > 0 order by a.ahead, a.line_id`.execute(db);
  return rows;
}

/** The pieces of a garment that are on hand, and those that are expected. */
export async function readArrivingPieces(
  db: Db | Tx,
  combinationId: number,
): Promise<{ onHand: number; managesStock: boolean; deliveries: (ArrivingPieces & { id: number })[] }> {
  const { rows } = await sql<{ onHand: number; managesStock: boolean; deliveries: (ArrivingPieces & { id: number })[] }>`
    select coalesce(s.on_hand, 0) as "onHand", p.manages_stock as "managesStock",
      (select coalesce(json_agg(json_build_object('id', i.id, 'dueOn', i.due_on, 'quantity', i.quantity) order by i.due_on, i.id), '[]')
        from stock_incoming i where i.combination_id = c.id) as deliveries
    from combination c join product p on p.id = c.product_id left join stock_level s on s.combination_id = c.id
    where c.id = ${combinationId}`.execute(db);
  return rows[0] ?? { onHand: 0, managesStock: false, deliveries: [] };
}
