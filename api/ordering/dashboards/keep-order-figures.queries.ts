import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { RetentionTask } from '#api/platform/jobs/retention.ts';

/**
 * Merges the counters of dashboards, organisation by organisation; no sum changes. Those of an organisation whose orders they do not all have are made
 * anew: a version of the portal that did not count them may have placed some while it was replaced. Returns how many organisations were counted anew.
 */
export async function keepOrderFigures(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number; isComplete: boolean }>`
    select g.id, coalesce(counted.n, 0) = coalesce(placed.n, 0) and coalesce(counted.goods, 0) = coalesce(placed.goods, 0) as "isComplete"
    from organisation g
    left join (select organisation_id, sum(orders) as n, sum(goods_minor) as goods from order_figures group by 1) counted on counted.organisation_id = g.id
    left join (select organisation_id, count(*) as n, sum(goods_minor) as goods from orders where not is_test group by 1) placed on placed.organisation_id = g.id
    where counted.n is not null or placed.n is not null order by g.id`.execute(db);
  for (const { id, isComplete } of rows)
    await (isComplete
      ? sql`select compact_order_figures(${id}::bigint)`
      : sql`select rebuild_order_figures(${id}::bigint)`
    ).execute(db);
  return rows.filter(({ isComplete }) => !isComplete).length;
}

/**
 * Finds the orders elsewhere anew for organisations of which `order_elsewhere` does not have exactly these. Returns how many organisations these were.
 */
export async function keepOrderElsewhere(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select distinct organisation_id as id
    from order_elsewhere kept full join current_order_elsewhere found using (organisation_id, order_id, organisation_group_id)
    where kept.order_id is null or found.order_id is null or kept.season_id is distinct from found.season_id order by 1`.execute(
    db,
  );
  for (const { id } of rows) await sql`select rebuild_order_elsewhere(${id}::bigint)`.execute(db);
  return rows.length;
}

/** Not a deletion of data, but maintenance of the same kind: the counters grow with every change until they are merged. */
export const retention: RetentionTask[] = [
  { name: 'order-figures', run: ({ db }) => keepOrderFigures(db) },
  { name: 'order-elsewhere', run: ({ db }) => keepOrderElsewhere(db) },
];
