import { sql } from 'kysely';
import { isSharedBeyond, isVisibleTo } from '#api/catalogue/kept-products/kept-products.queries.ts';
import { skuKey } from '#api/catalogue/stock/stock.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { MovementCause } from './movement-reasons.rules.ts';

/** A level that is locked, with what decides about its change. */
export interface LockedLevel {
  combinationId: number;
  sku: string;
  onHand: number;
  reserved: number;
  canOversell: boolean;
  shelf: string | null;
  lowStockThreshold: number | null;
  fieldVersions: Record<string, number>;
  countedAt: Date | null;
  isSharedBeyond: boolean;
}

/**
 * Locks the stock of these combinations in the order of their ids, as orders do, and returns those that the operator sees. Combinations without a level get
 * one.
 */
export async function lockLevels(tx: Tx, operator: OperatorScope, combinationIds: readonly number[]): Promise<LockedLevel[]> {
  const ids = [...combinationIds];
  await sql`
    insert into stock_level (combination_id, product_id, can_oversell)
    select c.id, c.product_id, not p.manages_stock or p.backorder_mode > 0 from combination c join product p on p.id = c.product_id
    where c.id = any (${ids}::bigint[]) and not exists (select from stock_level s where s.combination_id = c.id)
    on conflict (combination_id) do nothing`.execute(tx);
  await sql`select combination_id from stock_level where combination_id = any (${ids}::bigint[]) order by combination_id for update`.execute(
    tx,
  );
  const { rows } = await sql<LockedLevel>`
    select s.combination_id as "combinationId", c.sku, s.on_hand as "onHand", s.reserved, s.can_oversell as "canOversell", s.shelf,
      s.low_stock_threshold as "lowStockThreshold", s.field_versions as "fieldVersions", s.counted_at as "countedAt", ${isSharedBeyond(operator)} as "isSharedBeyond"
    from stock_level s join combination c on c.id = s.combination_id join product p on p.id = s.product_id
    where s.combination_id = any (${ids}::bigint[]) and ${isVisibleTo(operator)} order by s.combination_id`.execute(tx);
  return rows;
}

/** A change of the stock on hand. */
export interface OnHandChange {
  combinationId: number;
  /** Pieces that are added; negative for those that are removed. */
  change: number;
  kind: 'adjust' | 'count';
  cause: MovementCause;
  note?: string | null;
  /** The moment for which the new figure is established; absent for a correction by pieces. */
  countedAt?: Date;
}

/** Changes the stock on hand of levels that are locked, and enters the movements. A change of no pieces is not entered, but its moment is kept. */
export async function changeOnHand(tx: Tx, operator: OperatorScope, changes: readonly OnHandChange[]): Promise<void> {
  const rows = changes.map(({ combinationId, change, kind, cause, note, countedAt }) => ({
    combination_id: combinationId,
    change,
    kind,
    cause,
    note: note ?? null,
    counted_at: countedAt?.toISOString() ?? null,
  }));
  await sql`
    with wanted as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as w (combination_id bigint, change int, kind text, cause jsonb, note text, counted_at timestamptz)),
    entered as (
      insert into stock_entry (combination_id, kind, on_hand_delta, cause, reason, actor_kind, actor_id)
      select combination_id, kind, change, cause, note, ${operator.kind}, ${operator.id}::bigint from wanted where change <> 0 order by combination_id)
    update stock_level s set on_hand = s.on_hand + w.change, counted_at = coalesce(w.counted_at, s.counted_at),
      version = s.version + case when w.change = 0 then 0 else 1 end
    from wanted w where s.combination_id = w.combination_id`.execute(tx);
}

/** Sets shelf and threshold of a level that is locked; versions follow by trigger. */
export async function updateDetails(
  tx: Tx,
  combinationId: number,
  { shelf, lowStockThreshold }: Pick<LockedLevel, 'shelf' | 'lowStockThreshold'>,
): Promise<void> {
  await sql`
    update stock_level set shelf = ${shelf}, low_stock_threshold = ${lowStockThreshold}::int where combination_id = ${combinationId}`.execute(
    tx,
  );
}

/**
 * Of each combination and moment, the pieces that came to the stock on hand after it, less those that left it. Counts are left out: they correct what was
 * there before.
 */
export async function sumMovementsSince(tx: Tx, since: readonly { combinationId: number; moment: Date }[]): Promise<number[]> {
  const { rows } = await sql<{ change: number }>`
    select (select coalesce(sum(e.on_hand_delta), 0)::int from stock_entry e
      where e.combination_id = w.combination_id and e.created_at > w.moment and e.kind <> 'count') as change
    from unnest(${since.map(({ combinationId }) => combinationId)}::bigint[], ${since.map(({ moment }) => moment.toISOString())}::timestamptz[])
      with ordinality as w (combination_id, moment, place) order by w.place`.execute(tx);
  return rows.map(({ change }) => change);
}

/** The combinations with these SKUs, ignoring case. */
export async function findSkus(tx: Tx, skus: readonly string[]): Promise<{ key: string; combinationId: number }[]> {
  const { rows } = await sql<{ key: string; combinationId: number }>`
    select lower(sku) as key, id as "combinationId" from combination where lower(sku) = any (${skus.map(skuKey)}::text[])`.execute(
    tx,
  );
  return rows;
}
