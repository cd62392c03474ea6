import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import { parseRangeDate } from '#api/platform/http/paging.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ReplyOf } from '#contract/index.ts';
import { toVisibleAmount } from '../orders/orders.queries.ts';
import type { DashboardQuery } from './dashboard-scope.queries.ts';
import { figuresOf, isCounted, productFiguresOf } from './order-figures.queries.ts';

type TopProduct = ReplyOf<'GET /api/orders/topproducts'>['topProducts'][number];
type MonthPurchases = ReplyOf<'GET /api/orders/purchasesbymonth'>['purchasesByMonth'][number];

const MAX_TOP_PRODUCTS = 10;
/** Ten years. */
const MAX_MONTHS = 120;
const USUAL_MONTHS = 12;

/** The products of which most pieces were ordered, in the orders of the caller's list that match and count. Throws 400 as the list does. */
export async function listTopProducts(db: Db, scope: Scope, query: DashboardQuery): Promise<TopProduct[]> {
  const { rows } = await sql<Omit<TopProduct, 'totalValue'> & { totalMinor: number }>`
    select t.*, coalesce(pl.name, p.name) as name, p.sku, coalesce(pl.images -> 0 ->> 'src', (
      select l.image_src from order_line l where l.organisation_id = ${scope.organisationId} and l.product_id = p.id order by l.order_id desc limit 1)) as "imageSrc"
    from (
      select f.product_id as "productId", sum(f.pieces)::int as quantity, sum(f.price_minor)::bigint as "totalMinor"
      from ${productFiguresOf(scope, query)}
      group by 1 having sum(f.pieces) > 0 order by 2 desc, 3 desc, 1 limit ${MAX_TOP_PRODUCTS}) t
    join product p on p.id = t."productId"
    left join product_listing pl on pl.organisation_id = ${scope.organisationId} and pl.product_id = p.id
    order by t.quantity desc, t."totalMinor" desc, t."productId"`.execute(db);
  return rows.map(({ totalMinor, ...product }) => ({ ...product, totalValue: toVisibleAmount(totalMinor, scope) }));
}

/** The first and the last month of the reply, as the first days of months in the organisation's time zone; null for none. */
interface Months {
  first: RawBuilder<unknown>;
  last: RawBuilder<unknown>;
}

/** The months of the period, else those of the season and of its orders in `found`, else the latest twelve. */
function toMonths({ organisationId, timeZone }: Scope, query: DashboardQuery): Months {
  const from = parseRangeDate('createdAtMin', query.createdAtMin);
  const until = parseRangeDate('createdAtMax', query.createdAtMax);
  const monthOf = ({ moment, isDay }: { moment: Date; isDay: boolean }) =>
    isDay
      ? sql`date_trunc('month', ${moment.toISOString().slice(0, 10)}::timestamp)`
      : sql`date_trunc('month', ${moment}::timestamptz at time zone ${timeZone})`;
  const ofSeason = (day: 'ends_on' | 'starts_on') => sql`(
    select date_trunc('month', s.${sql.ref(day)}::timestamp) from season s where s.organisation_id = ${organisationId} and s.id = ${query.seasonId})`;
  const last = until
    ? monthOf(until)
    : query.seasonId
      ? sql`greatest(${ofSeason('ends_on')}, (select max(month) from found))`
      : sql`date_trunc('month', now() at time zone ${timeZone})`;
  const first = from
    ? monthOf(from)
    : query.seasonId
      ? sql`least(${ofSeason('starts_on')}, (select min(month) from found))`
      : sql`${last} - make_interval(months => ${USUAL_MONTHS - 1})`;
  return { first, last };
}

/** What was ordered in each month, of the orders of the caller's list that match and count. Throws 400 as the list does. */
export async function listPurchasesByMonth(db: Db, scope: Scope, query: DashboardQuery): Promise<MonthPurchases[]> {
  const { first, last } = toMonths(scope, query);
  const { rows } = await sql<Omit<MonthPurchases, 'totalValue'> & { totalMinor: number }>`
    with found as materialized (
      select f.month, sum(f.orders)::int as orders, sum(f.goods_minor)::bigint as goods, sum(f.pieces)::int as quantity
      from ${figuresOf(scope, query, { withPieces: true })} where ${isCounted} group by 1 having sum(f.orders) > 0),
    shown as (select ${first} as first, ${last} as last)
    select extract(year from m.month)::int as year, extract(month from m.month)::int as month, coalesce(found.orders, 0) as "orderCount",
      coalesce(found.quantity, 0) as quantity, coalesce(found.goods, 0) as "totalMinor"
    from shown
    cross join generate_series(greatest(shown.first, shown.last - make_interval(months => ${MAX_MONTHS - 1})), shown.last, '1 month') m (month)
    left join found on found.month = m.month
    order by m.month`.execute(db);
  return rows.map(({ totalMinor, ...month }) => ({ ...month, totalValue: toVisibleAmount(totalMinor, scope) }));
}
