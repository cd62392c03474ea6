import { CompiledQuery, sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { ProductStock } from '../stock/stock.rules.ts';

/** The stock of `product_listing l` as a list needs it. */
export interface ListedStockRow {
  manages_stock: boolean;
  backorder_mode: number;
  displays_stock_quantity: boolean;
  low_stock_quantity: number;
  stock_levels: ProductStock['levels'];
  /** Sum of the versions of all stock levels of the product. */
  stock_version: number;
}

/** Columns of `listedStock`. */
export const listedStockColumns = sql`
  listed.manages_stock, listed.backorder_mode, listed.displays_stock_quantity, listed.low_stock_quantity, listed.stock_levels, listed.stock_version`;

/**
 * Joins the stock of `product_listing l`. Combinations that say the same about stock are one level: a product has up to three,
 * whatever the number of its combinations. Only the quantity of an only combination is exact, because only it is shown.
 */
export const listedStock = sql`
  join lateral (
    select p.manages_stock, p.backorder_mode, p.displays_stock_quantity, p.low_stock_quantity, coalesce(sum(level.version), 0)::bigint as stock_version,
      coalesce(json_agg(json_build_object('free', level.free, 'dueOn', level.due_on)) filter (where not level.discontinued), '[]') as stock_levels
    from product p
    left join lateral (
      select c.discontinued, stock.free, sum(s.version) as version, min(due.due_on) as due_on
      from combination c
      left join stock_level s on s.combination_id = c.id
      cross join lateral (select case when coalesce(s.on_hand - s.reserved, 0) <= 0 then 0 when l.combination_id = c.id then s.on_hand - s.reserved
        when s.on_hand - s.reserved <= p.low_stock_quantity then 1 else p.low_stock_quantity + 1 end as free) stock
      left join lateral (
        select i.due_on from stock_incoming i
        where stock.free = 0 and p.manages_stock and not c.discontinued and i.combination_id = c.id and i.due_on >= (now() at time zone 'utc')::date
        order by i.due_on limit 1) due on true
      where c.product_id = p.id
      group by c.discontinued, stock.free) level on true
    where p.id = l.product_id
    group by p.id) listed on true`;

/** The stock of a row, as `getListedAvailability` takes it. */
export const toProductStock = (row: ListedStockRow & { combination_id: number | null }): ProductStock => ({
  hasOneCombination: row.combination_id !== null,
  managesStock: row.manages_stock,
  backorderMode: row.backorder_mode,
  displaysStockQuantity: row.displays_stock_quantity,
  lowStockQuantity: row.low_stock_quantity,
  levels: row.stock_levels,
});

/** Identifies a state of the stock of some products. */
export interface StockStamp {
  productIds: readonly number[];
  /** Sum of the versions of their stock levels. */
  stockVersion: number;
  /** The database snapshot: two statements with the same snapshot read the same data. */
  snapshot: string;
  /** When what is shown of stock changes without a write, because the day ends. Milliseconds since 1970. */
  freshUntil: number;
}

/** The database's own columns of a `StockStamp`. */
export const stampColumns = sql`
  pg_current_snapshot()::text as snapshot,
  extract(epoch from (date_trunc('day', now() at time zone 'utc') + interval '1 day') at time zone 'utc')::float8 * 1000 as fresh_until`;

const FIND_LISTING_STAMP = `
  select v.version, pg_current_snapshot()::text as snapshot, extract(epoch from now())::float8 * 1000 as now,
    case when pg_current_snapshot()::text = $2 then null
         else (select coalesce(sum(s.version), 0) from stock_level s where s.product_id = any ($3::bigint[])) end as stock_version
  from listing_version v where v.organisation_id = $1`;

/** The current state of an organisation's range and of the stock of some products in it. */
export interface ListingStamp {
  version: number;
  /** Null if nothing has been written anywhere since the given snapshot. */
  stockVersion: number | null;
  snapshot: string;
  now: number;
}

/**
 * Finds the version of an organisation's range, which every change increments, and that of the stock of the products of `known`.
 * If the snapshot has not changed, the stock is not read. Every request for a list runs this, so it is plain SQL.
 */
export async function findListingStamp(
  db: Db,
  organisationId: number,
  { snapshot, productIds }: Pick<StockStamp, 'snapshot' | 'productIds'>,
): Promise<ListingStamp> {
  const found = await db.executeQuery<{ version: number; snapshot: string; stock_version: number | null; now: number }>(
    CompiledQuery.raw(FIND_LISTING_STAMP, [organisationId, snapshot, [...productIds]]),
  );
  const row = found.rows[0];
  return row
    ? { version: row.version, stockVersion: row.stock_version, snapshot: row.snapshot, now: row.now }
    : { version: 0, stockVersion: null, snapshot, now: 0 };
}
