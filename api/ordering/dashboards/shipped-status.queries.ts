import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ReplyOf } from '#contract/index.ts';
import { toVisibleAmount } from '../orders/orders.queries.ts';
import type { DashboardQuery } from './dashboard-scope.queries.ts';
import {
  figuresOf,
  hasNotShipped,
  hasShipped,
  hasShippedPartly,
  isCancelled,
  type OrderFigures,
  orderFigures,
  sumIf,
} from './order-figures.queries.ts';

type SeasonStatus = ReplyOf<'GET /api/orders/getOrderShippedStatusBySeason'>['orderShippedStatusBySeason'][number];

interface SeasonFigures extends OrderFigures {
  seasonId: number;
  seasonName: string;
  shippedCount: number;
  partiallyShippedCount: number;
  notShippedCount: number;
  cancelledCount: number;
}

/**
 * What has been shipped of the orders of the caller's list that match, by season, the latest first and orders without one last; the season of the
 * query also without orders. Throws 400 as the list does.
 */
export async function listShippedStatus(db: Db, scope: Scope, query: DashboardQuery): Promise<SeasonStatus[]> {
  const { rows } = await sql<SeasonFigures>`
    select coalesce(s.id, f.season_id, 0) as "seasonId", coalesce(s.name, '') as "seasonName", coalesce(f."orderCount", 0) as "orderCount",
      coalesce(f."totalMinor", 0) as "totalMinor", coalesce(f."shippedMinor", 0) as "shippedMinor", coalesce(f."pendingMinor", 0) as "pendingMinor",
      coalesce(f."cancelledMinor", 0) as "cancelledMinor", coalesce(f.shipped, 0) as "shippedCount", coalesce(f.partly, 0) as "partiallyShippedCount",
      coalesce(f.waiting, 0) as "notShippedCount", coalesce(f.cancelled, 0) as "cancelledCount"
    from (
      select f.season_id, ${orderFigures}, ${sumIf('orders', hasShipped)} as shipped, ${sumIf('orders', hasShippedPartly)} as partly,
        ${sumIf('orders', hasNotShipped)} as waiting, ${sumIf('orders', isCancelled)} as cancelled
      from ${figuresOf(scope, query)} group by 1 having sum(f.orders) > 0) f
    full join (select id, name, starts_on from season where organisation_id = ${scope.organisationId}) s on s.id = f.season_id
    where f.season_id is not null or s.id = ${query.seasonId ?? 0}
    order by s.starts_on desc nulls last, s.id`.execute(db);
  return rows.map(({ totalMinor, shippedMinor, pendingMinor, cancelledMinor, ...season }) => ({
    ...season,
    shippedValue: toVisibleAmount(shippedMinor, scope),
    pendingValue: toVisibleAmount(pendingMinor, scope),
    cancelledValue: toVisibleAmount(cancelledMinor, scope),
  }));
}
