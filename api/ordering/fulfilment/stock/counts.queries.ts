import { type RawBuilder, sql } from 'kysely';
import { isSharedBeyond, isVisibleTo } from '#api/catalogue/kept-products/kept-products.queries.ts';
import { cataloguePrice } from '#api/catalogue/pricing/catalogue-price.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import { isShippable } from '../allocation.queries.ts';
import type { CountedFacts } from './counts.rules.ts';

/** A count with how far it is. */
export interface CountRow {
  id: number;
  name: string;
  state: 'open' | 'booked' | 'cancelled';
  createdAt: Date;
  createdBy: string | null;
  endedAt: Date | null;
  lines: number;
  countedLines: number;
}

/** A garment of a count, without the stock that is expected. */
export interface CountLineRow {
  id: number;
  productName: string;
  sku: string;
  gtin: string | null;
  attributeDescription: string;
  shelf: string | null;
  counted: number | null;
  countedAt: Date | null;
  countedBy: string | null;
}

const actorName = (row: string) => sql`case ${sql.ref(`${row}.actor_kind`)}
  when 'operator' then (select x.name from operator x where x.id = ${sql.ref(`${row}.actor_id`)})
  when 'api_key' then (select k.name from api_key k where k.id = ${sql.ref(`${row}.actor_id`)}) end`;

/** Whether the operator may change the stock of every garment of count `t`; other counts are not seen. */
const isOwnCount = (operator: OperatorScope): RawBuilder<unknown> => sql`not exists (
  select from stock_count_line l join combination c on c.id = l.combination_id join product p on p.id = c.product_id
  where l.count_id = t.id and (not ${isVisibleTo(operator)} or ${isSharedBeyond(operator)}))`;

const countColumns = sql`t.id, t.name, t.state, t.created_at as "createdAt", ${actorName('t')} as "createdBy", t.ended_at as "endedAt",
  (select count(*)::int from stock_count_line l where l.count_id = t.id) as lines,
  (select count(l.counted)::int from stock_count_line l where l.count_id = t.id) as "countedLines"`;

/** A page of the counts that the operator sees, the open ones first, and their number. */
export async function listCounts(
  db: Db,
  operator: OperatorScope,
  { state = '', ...paging }: { state?: string | undefined; page?: number | undefined; limit?: number | undefined },
): Promise<{ counts: CountRow[]; totalCount: number }> {
  const { offset, limit } = toOffsetAndLimit(paging);
  const { rows } = await sql<CountRow & { totalCount: number }>`
    with found as materialized (select t.* from stock_count t where ${state}::text in ('', t.state) and ${isOwnCount(operator)})
    select ${countColumns}, (select count(*)::int from found) as "totalCount" from found t
    order by t.state <> 'open', t.id desc limit ${limit} offset ${offset}`.execute(db);
  return { counts: rows.map(({ totalCount: _, ...count }) => count), totalCount: rows[0]?.totalCount ?? 0 };
}

/** A count that the operator sees; undefined for any other. */
export async function findCount(db: Db | Tx, operator: OperatorScope, id: number): Promise<CountRow | undefined> {
  const { rows } = await sql<CountRow>`
    select ${countColumns} from stock_count t where t.id = ${id} and ${isOwnCount(operator)}`.execute(db);
  return rows[0];
}

/** Locks a count until the transaction ends. */
export async function lockCount(tx: Tx, operator: OperatorScope, id: number): Promise<CountRow | undefined> {
  await sql`select id from stock_count where id = ${id} for update`.execute(tx);
  return findCount(tx, operator, id);
}

/** Begins a count of these garments. */
export async function insertCount(
  tx: Tx,
  operator: OperatorScope,
  { name, combinationIds }: { name: string; combinationIds: readonly number[] },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into stock_count (name, actor_kind, actor_id) values (${name}, ${operator.kind}, ${operator.id}) returning id`.execute(
    tx,
  );
  const id = rows[0]?.id as number;
  await insertCountLines(tx, id, combinationIds);
  return id;
}

/** Adds garments to a count. Garments of which a count is open are left out; their number is what is missing of the reply. */
export async function insertCountLines(tx: Tx, countId: number, combinationIds: readonly number[]): Promise<number> {
  const { rows } = await sql`
    insert into stock_count_line (count_id, combination_id)
    select ${countId}::bigint, id from unnest(${[...combinationIds]}::bigint[]) id order by id
    on conflict (combination_id) where is_open do nothing returning id`.execute(tx);
  return rows.length;
}

/** The open counts in which these garments are, with the number of them in each. */
export async function findOpenCounts(
  tx: Tx,
  combinationIds: readonly number[],
  exceptId: number,
): Promise<{ name: string; createdBy: string | null; garments: number }[]> {
  const { rows } = await sql<{ name: string; createdBy: string | null; garments: number }>`
    select t.name, ${actorName('t')} as "createdBy", count(*)::int as garments
    from stock_count_line l join stock_count t on t.id = l.count_id
    where l.is_open and l.combination_id = any (${[...combinationIds]}::bigint[]) and t.id <> ${exceptId} group by t.id order by t.id`.execute(
    tx,
  );
  return rows;
}

const lineColumns = sql`c.id, p.name as "productName", c.sku, coalesce(c.gtin, p.gtin) as gtin, c.description as "attributeDescription", s.shelf,
  l.counted, l.counted_at as "countedAt", ${actorName('l')} as "countedBy"`;
const linesFrom = sql`from stock_count_line l
  join combination c on c.id = l.combination_id
  join product p on p.id = c.product_id
  left join stock_level s on s.combination_id = c.id`;

/** A page of the garments of a count, by shelf and name, and their number. */
export async function listCountLines(
  db: Db | Tx,
  countId: number,
  { uncounted = false, ...paging }: { uncounted?: boolean | undefined; page?: number | undefined; limit?: number | undefined },
): Promise<{ lines: CountLineRow[]; totalCount: number }> {
  const { offset, limit } = toOffsetAndLimit(paging);
  const { rows } = await sql<CountLineRow & { totalCount: number }>`
    select ${lineColumns}, count(*) over ()::int as "totalCount" ${linesFrom}
    where l.count_id = ${countId} and (not ${uncounted}::boolean or l.counted is null)
    order by s.shelf nulls last, p.name, c.display_order, c.id limit ${limit} offset ${offset}`.execute(db);
  return { lines: rows.map(({ totalCount: _, ...line }) => line), totalCount: rows[0]?.totalCount ?? 0 };
}

/** These garments of a count. */
export async function listCountLinesOf(db: Db | Tx, countId: number, combinationIds: readonly number[]): Promise<CountLineRow[]> {
  const { rows } = await sql<CountLineRow>`
    select ${lineColumns} ${linesFrom} where l.count_id = ${countId} and l.combination_id = any (${[...combinationIds]}::bigint[]) order by c.id`.execute(
    db,
  );
  return rows;
}

/**
 * Stores what was counted, with the stock on hand and the last entry of the ledger at this moment. The levels must be locked, so that no movement is
 * between the two.
 */
export async function updateCountedLines(
  tx: Tx,
  operator: OperatorScope,
  countId: number,
  lines: readonly { combinationId: number; counted: number }[],
): Promise<void> {
  await sql`
    update stock_count_line l set counted = w.counted, expected = s.on_hand, counted_at = clock_timestamp(), actor_kind = ${operator.kind}, actor_id = ${operator.id},
      entry_id = (select max(e.id) from stock_entry e where e.combination_id = l.combination_id)
    from unnest(${lines.map(({ combinationId }) => combinationId)}::bigint[], ${lines.map(({ counted }) => counted)}::int[]) as w (combination_id, counted)
    join stock_level s on s.combination_id = w.combination_id
    where l.count_id = ${countId} and l.combination_id = w.combination_id`.execute(tx);
}

/** A counted garment with what its difference is shown from. */
export interface CountedLineRow extends Omit<CountLineRow, 'counted' | 'countedAt'>, CountedFacts {
  priceMinor: number;
  /** Pieces that came since it was counted, less those that left, without counts. */
  movedSince: number;
  beingPicked: number;
}

/** The garments of a count that were counted, by shelf and name. */
export async function listLinesToBook(db: Db | Tx, countId: number): Promise<CountedLineRow[]> {
  const { rows } = await sql<CountedLineRow>`
    select ${lineColumns}, l.expected, ${cataloguePrice} as "priceMinor", s.on_hand as "onHand", s.reserved, s.can_oversell as "canOversell",
      s.counted_at as "knownAt", coalesce(since.moved, 0)::int as "movedSince", coalesce(since.corrected, 0)::int as "correctedSince",
      coalesce(picked.pieces, 0)::int as "beingPicked"
    ${linesFrom}
    left join lateral (
      select sum(e.on_hand_delta) filter (where e.kind <> 'count') as moved, sum(e.on_hand_delta) filter (where e.kind = 'count') as corrected
      from stock_entry e where e.combination_id = l.combination_id and e.id > coalesce(l.entry_id, 0)) since on true
    left join lateral (
      select sum(n.quantity - n.shipped_quantity - n.cancelled_quantity) as pieces
      from order_line n join orders o on o.organisation_id = n.organisation_id and o.id = n.order_id
      where n.combination_id = l.combination_id and n.quantity > n.shipped_quantity + n.cancelled_quantity
        and o.picking_started_at is not null and ${isShippable('o')}) picked on true
    where l.count_id = ${countId} and l.counted is not null order by s.shelf nulls last, p.name, c.display_order, c.id`.execute(
    db,
  );
  return rows;
}

/** Ends a count, and stores what was booked of each garment. */
export async function endCount(
  tx: Tx,
  id: number,
  state: 'booked' | 'cancelled',
  booked: readonly { combinationId: number; difference: number }[],
): Promise<void> {
  await sql`
    update stock_count_line l set is_open = false, booked = (
      select w.difference from unnest(${booked.map(({ combinationId }) => combinationId)}::bigint[], ${booked.map(({ difference }) => difference)}::int[])
        as w (combination_id, difference) where w.combination_id = l.combination_id)
    where l.count_id = ${id}`.execute(tx);
  await sql`update stock_count set state = ${state}, ended_at = now() where id = ${id}`.execute(tx);
}
