import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';

/** How long an answer holds, and measurements of a garment wait in no order. */
const ANSWER_TTL_DAYS = 30;

/** Until when a request `r` that was answered can be ordered. */
export const expiresAt: RawBuilder<unknown> = sql`r.answered_at + make_interval(days => ${ANSWER_TTL_DAYS}::int)`;

/** Condition that a request `r` can be put into an order: its answer holds and it is in none, or what it was in has been cancelled. */
export const isRequestOrderable: RawBuilder<boolean> = sql<boolean>`(r.sealed is not null and (
  r.status = 'answered' and ${expiresAt} > now()
  or r.status = 'ordered' and exists (select from order_line x
    where x.organisation_id = r.organisation_id and x.id = r.order_line_id and x.cancelled_quantity >= x.quantity)))`;

/** What a line that is made to measure takes from its request. Money in minor units. */
export interface MadeToMeasureLine {
  requestId: number;
  /** Null: at the price of the product. */
  unitPriceMinor: number | null;
  leadTimeDays: number | null;
  /** It can still be ordered, in the quantity that was asked for. */
  isOrderable: boolean;
}

/** A subquery with what a line `l` takes from its request; null for garments in sizes. */
export const madeToMeasureLine: RawBuilder<MadeToMeasureLine | null> = sql`(
  select json_build_object('requestId', r.id, 'unitPriceMinor', r.unit_price_minor, 'leadTimeDays', r.lead_time_days, 'isOrderable', ${isRequestOrderable})
  from made_to_measure_request r where r.organisation_id = l.organisation_id and r.id = l.made_to_measure_request_id)`;

/**
 * Notes which lines of a new order carry requests, and returns how many of those the order has could be ordered: another order may have taken one since, or
 * its wearer withdrawn it.
 */
export async function markRequestsOrdered(tx: Tx, scope: Scope, orderId: number): Promise<number> {
  const found = await sql`
    update made_to_measure_request r set status = 'ordered', order_line_id = l.id, told_to_make_at = null
    from order_line l
    where l.organisation_id = ${scope.organisationId} and l.order_id = ${orderId} and r.organisation_id = l.organisation_id
      and r.id = l.made_to_measure_request_id and ${isRequestOrderable}`.execute(tx);
  return Number(found.numAffectedRows ?? 0);
}
