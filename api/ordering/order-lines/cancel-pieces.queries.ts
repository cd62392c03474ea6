import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import { isHeldForProof } from '../order-states/awaits-proof.queries.ts';
import type { OrderRef, StepTaker } from '../order-states/order-steps.queries.ts';
import { releaseProvedOrders } from '../order-states/release.queries.ts';
import type { LinePrice } from './line-price.rules.ts';

/** Pieces of a line of an order. */
export interface LinePieces {
  lineId: number;
  quantity: number;
}

/**
 * Cancels pending pieces of lines and gives back their stock and entitlement, in one statement; the amounts of the order, the accounts and the
 * uniform status follow by triggers. Those that remain of a line get the price in `prices`, or keep theirs: by the same statement, so that the accounts
 * never see more given back than is. Of pieces that wait to be collected, as many as remain still do. Pieces that the supplier cancels are also counted as such. The order must be locked. Returns false when a line has
 * fewer pending pieces, or its decoration has begun; the caller must roll back then. An order that waited for the proof of what is cancelled is released.
 */
export async function cancelPieces(
  tx: Tx,
  { organisationId, orderId }: OrderRef,
  pieces: readonly LinePieces[],
  actor: StepTaker,
  prices: readonly LinePrice[] = [],
): Promise<boolean> {
  if (pieces.length === 0) return true;
  const { rows } = await sql<{ lines: number; isHeld: boolean }>`
    with cancelled as (
      update order_line l set cancelled_quantity = l.cancelled_quantity + p.quantity,
        packed_quantity = least(l.packed_quantity, l.quantity - l.shipped_quantity - l.cancelled_quantity - p.quantity),
        supplier_cancelled_quantity = l.supplier_cancelled_quantity + case when ${actor.kind}::text in ('operator', 'api_key') then p.quantity else 0 end,
        unit_price_minor = coalesce(n."unitMinor", l.unit_price_minor), unit_tax_minor = coalesce(n."unitTaxMinor", l.unit_tax_minor),
        price_minor = coalesce(n."priceMinor", l.price_minor), tax_minor = coalesce(n."taxMinor", l.tax_minor),
        tier_quantity = case when n."lineId" is null then l.tier_quantity else n."tierQuantity" end
      from unnest(${pieces.map(({ lineId }) => lineId)}::bigint[], ${pieces.map(({ quantity }) => quantity)}::int[]) as p (line_id, quantity)
      left join jsonb_to_recordset(${JSON.stringify(prices)}::jsonb) as n ("lineId" bigint, "unitMinor" bigint, "unitTaxMinor" bigint, "priceMinor" bigint,
        "taxMinor" bigint, "tierQuantity" int) on n."lineId" = p.line_id
      where l.organisation_id = ${organisationId} and l.order_id = ${orderId} and l.id = p.line_id and p.quantity > 0
        and l.decoration_started_at is null and l.quantity - l.shipped_quantity - l.cancelled_quantity >= p.quantity
      returning l.id, l.combination_id, p.quantity),
    demand as (select combination_id, sum(quantity)::int as quantity from cancelled group by 1),
    locked as materialized (
      select s.combination_id from stock_level s join demand using (combination_id) order by s.combination_id for update of s),
    -- A test has taken nothing from the stock.
    sent as (select not o.is_test as is_real from orders o where o.organisation_id = ${organisationId} and o.id = ${orderId}),
    released as (
      update stock_level s set reserved = s.reserved - d.quantity, version = s.version + 1
      from demand d join locked using (combination_id), sent where sent.is_real and s.combination_id = d.combination_id),
    entered as (
      insert into stock_entry (combination_id, kind, reserved_delta, organisation_id, order_id, order_line_id, actor_kind, actor_id)
      select combination_id, 'release', -quantity, ${organisationId}::bigint, ${orderId}::bigint, id, ${actor.kind}, ${actor.id}::bigint from cancelled, sent where sent.is_real)
    select count(*)::int as lines, coalesce((select ${isHeldForProof} from orders o where o.organisation_id = ${organisationId} and o.id = ${orderId}), false)
      as "isHeld" from cancelled`.execute(tx);
  if (rows[0]?.lines !== pieces.length) return false;
  if (rows[0].isHeld) await releaseProvedOrders(tx, organisationId, [orderId]);
  return true;
}

/** The lines of an order that still have pending pieces, and how many. */
export async function listPendingPieces(tx: Tx, { organisationId, orderId }: OrderRef): Promise<LinePieces[]> {
  const { rows } = await sql<LinePieces>`
    select id as "lineId", quantity - shipped_quantity - cancelled_quantity as quantity from order_line
    where organisation_id = ${organisationId} and order_id = ${orderId} and quantity > shipped_quantity + cancelled_quantity
    order by id`.execute(tx);
  return rows;
}
