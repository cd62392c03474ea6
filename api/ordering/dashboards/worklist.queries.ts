import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { toUtcString } from '../order-states/order-states.rules.ts';
import { isLateLine } from '../orders/order-filters.queries.ts';
import { proofsToDecide } from '../proofs/proofs.queries.ts';
import { quotesToAccept, quotesWithoutOwner } from '../quotes/quotes-at-a-glance.queries.ts';
import { type DashboardQuery, dashboardOrders } from './dashboard-scope.queries.ts';

/** The orders that the list has with `lateOnly`, and their pieces that are late. Throws 400 as the list does. */
export async function readLateOrders(
  db: Db,
  scope: Scope,
  query: DashboardQuery,
): Promise<{ lateOrderCount: number; latePieces: number }> {
  const { rows } = await sql<{ lateOrderCount: number; latePieces: number }>`
    select count(distinct o.id)::int as "lateOrderCount", coalesce(sum(l.quantity - l.shipped_quantity - l.cancelled_quantity), 0)::int as "latePieces"
    from order_line l join orders o on o.organisation_id = l.organisation_id and o.id = l.order_id
    where l.organisation_id = ${scope.organisationId} and ${isLateLine(scope)} and ${dashboardOrders(scope, query)}`.execute(db);
  return rows[0] ?? { lateOrderCount: 0, latePieces: 0 };
}

/** The orders that wait for approval, and the proofs and quotes that wait for the person. Throws 400 as the list does. */
export async function readWaitingOrders(
  db: Db,
  scope: Scope,
  query: DashboardQuery,
): Promise<{
  waitingOrderCount: number;
  oldestWaitingOnUtc: string | null;
  proofsToApprove: number;
  oldestProofOnUtc: string | null;
  quotesToAccept: number;
  quotesWithoutOwner: number;
}> {
  const { rows } = await sql<{
    n: number;
    oldest: Date | null;
    proofs: { count: number; oldest: string | null };
    quotesToAccept: number;
    quotesWithoutOwner: number;
  }>`
    select count(*)::int as n, min(o.created_at) as oldest, ${proofsToDecide(scope)} as proofs,
      ${quotesToAccept(scope)} as "quotesToAccept", ${quotesWithoutOwner(scope)} as "quotesWithoutOwner"
    from orders o where ${dashboardOrders(scope, query)} and o.order_state_id in (50)`.execute(db);
  const { n = 0, oldest, proofs, ...quotes } = rows[0] ?? { quotesToAccept: 0, quotesWithoutOwner: 0 };
  return {
    waitingOrderCount: n,
    oldestWaitingOnUtc: oldest?.toISOString() ?? null,
    proofsToApprove: proofs?.count ?? 0,
    oldestProofOnUtc: proofs?.oldest ? toUtcString(proofs.oldest) : null,
    ...quotes,
  };
}
