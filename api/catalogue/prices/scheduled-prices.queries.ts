import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { PlannedScheduledPrice, PriceDays, ScheduledPrice } from './price-days.rules.ts';

/** Prices of one owner (null: the catalogue) that begin or end on one day. */
export interface DuePrices {
  step: 'begin' | 'end';
  organisationId: number | null;
  ids: number[];
}

const idsOf = (ids: readonly number[]) => sql`${[...ids]}::bigint[]`;

/** Adds a change and its prices, all still to come; returns its id and theirs with their first days. The days must not overlap with those of other prices. */
export async function insertPriceChange(
  tx: Tx,
  { kind, id }: Pick<OperatorScope, 'kind' | 'id'>,
  organisationId: number | null,
  planned: readonly (PlannedScheduledPrice & PriceDays)[],
  now: number,
): Promise<{ changeId: number; prices: { id: number; startsOn: string }[] }> {
  const { rows } = await sql<{ changeId: number; id: number; startsOn: string }>`
    with change as (
      insert into price_change (organisation_id, actor_kind, actor_id, created_at)
      values (${organisationId}::bigint, ${kind}, ${id}, ${new Date(now)}) returning id)
    insert into scheduled_price (price_change_id, organisation_id, product_id, combination_id, price_minor, price_percent, starts_on, ends_on)
    select change.id, ${organisationId}::bigint, p."productId", p."combinationId", p."priceMinor", p.percent, p."startsOn", p."endsOn"
    from change, jsonb_to_recordset(${JSON.stringify(planned)}::jsonb)
      as p ("productId" bigint, "combinationId" bigint, "priceMinor" bigint, percent numeric, "startsOn" date, "endsOn" date)
    returning price_change_id as "changeId", id, starts_on::text as "startsOn"`.execute(tx);
  return { changeId: rows[0]?.changeId ?? 0, prices: rows.map(({ id, startsOn }) => ({ id, startsOn })) };
}

/**
 * Prices of these products that are to come or end on a day, by day. `organisationId` null: the catalogue's.
 */
export async function listScheduledPrices(
  db: Db | Tx,
  organisationId: number | null,
  productIds: readonly number[],
): Promise<ScheduledPrice[]> {
  const { rows } = await sql<ScheduledPrice>`
    select s.id, s.state, s.product_id as "productId", s.combination_id as "combinationId", s.price_minor as "priceMinor",
      s.price_percent::float8 as percent, s.starts_on::text as "startsOn", s.ends_on::text as "endsOn"
    from scheduled_price s
    where s.product_id = any (${idsOf(productIds)}) and s.organisation_id is not distinct from ${organisationId}::bigint and s.state in ('coming', 'active')
    order by s.starts_on, s.id`.execute(db);
  return rows;
}

/**
 * The next prices that must begin or end by now, in the order of their days: those of one owner and one day, at most `limit`. What ends on a day
 * does so before others begin. Days are those of the client's time zone, or of the catalogue's.
 */
export async function findDuePrices(db: Db, now: number, limit: number): Promise<DuePrices | undefined> {
  const { rows } = await sql<DuePrices>`
    with due as (
      select s.id, s.organisation_id, case s.state when 'coming' then 'begin' else 'end' end as step,
        case s.state when 'coming' then s.starts_on else s.ends_on end as day
      from scheduled_price s
      cross join catalogue_setting c
      left join organisation o on o.id = s.organisation_id
      where s.state in ('coming', 'active')
        and case s.state when 'coming' then s.starts_on else s.ends_on end <= (${new Date(now)}::timestamptz at time zone coalesce(o.time_zone, c.time_zone))::date),
    first as (select day, step, organisation_id from due order by day, step desc, organisation_id nulls first limit 1)
    select f.step, f.organisation_id as "organisationId", array(
        select d.id from due d where d.day = f.day and d.step = f.step and d.organisation_id is not distinct from f.organisation_id order by d.id limit ${limit}) as ids
    from first f`.execute(db);
  return rows[0];
}

/** Locks the organisation, as every change of its range does, or the products, so that today's prices are read and written by one at a time. */
export async function lockPriceOwner(tx: Tx, organisationId: number | null, ids: readonly number[]): Promise<void> {
  if (organisationId !== null) await sql`select from organisation where id = ${organisationId} for no key update`.execute(tx);
  else
    await sql`
      select from product where id in (select product_id from scheduled_price where id = any (${idsOf(ids)})) order by id for no key update`.execute(
      tx,
    );
}

/** Today's price of what scheduled price `s` is for: of the range, or what is stored for a product that was removed from it, or of the catalogue. */
const todaysPrice = sql`
  lateral (
    select case when s.organisation_id is not null then case when po.id is null then r.overridden_price_minor else po.overridden_price_minor end
        when s.combination_id is null then p.price_minor else k.overridden_price_minor end as price_minor,
      case when s.organisation_id is not null then case when po.id is null then r.price_percent else po.price_percent end end as percent
    from product p
    left join combination k on k.id = s.combination_id
    left join product_organisation po on po.organisation_id = s.organisation_id and po.product_id = s.product_id
    left join removed_range_price r on r.organisation_id = s.organisation_id and r.product_id = s.product_id
    where p.id = s.product_id)`;

/**
 * Begins those of these prices that are to come: notes today's price, which returns when they end. Returns the ids of those that began; a price that
 * another process has begun is not among them.
 */
export async function beginPrices(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with claimed as materialized (
      select s.* from scheduled_price s where s.id = any (${idsOf(ids)}) and s.state = 'coming' order by s.id for update of s)
    update scheduled_price n
    set state = case when s.ends_on is null then 'applied' else 'active' end, before_price_minor = today.price_minor, before_percent = today.percent
    from claimed s cross join ${todaysPrice} today
    where n.id = s.id returning n.id`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Ends those of these prices that have begun, with the new state. Returns the ids of those whose price is still today's, so that the price before them
 * must return; where someone has set another price meanwhile, that one stays. The prices of a client that has come to keep its own stay too.
 */
export async function endPrices(tx: Tx, ids: readonly number[], state: 'ended' | 'cancelled'): Promise<number[]> {
  const { rows } = await sql<{ id: number; isTodays: boolean }>`
    with claimed as materialized (
      select s.* from scheduled_price s where s.id = any (${idsOf(ids)}) and s.state in ('active', 'applied') order by s.id for update of s)
    update scheduled_price n set state = ${state}
    from claimed s cross join ${todaysPrice} today
    left join organisation o on o.id = s.organisation_id
    where n.id = s.id
    returning n.id, row (today.price_minor, today.percent) is not distinct from row (s.price_minor, s.price_percent)
      and not coalesce(o.keeps_own_prices, false) as "isTodays"`.execute(tx);
  return rows.flatMap(({ id, isTodays }) => (isTodays ? id : []));
}

/** Cancels those of these prices that have not begun. Returns their ids. */
export async function cancelComingPrices(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update scheduled_price set state = 'cancelled' where id = any (${idsOf(ids)}) and state = 'coming' returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Ends prices of a client or of the catalogue that have begun, without a change of today's price: a newer one replaces them. */
export async function replaceActivePrices(
  tx: Tx,
  organisationId: number | null,
  planned: readonly PlannedScheduledPrice[],
): Promise<void> {
  await sql`
    update scheduled_price s set state = 'ended'
    from jsonb_to_recordset(${JSON.stringify(planned)}::jsonb) as p ("productId" bigint, "combinationId" bigint)
    where s.state = 'active' and s.organisation_id is not distinct from ${organisationId}::bigint and s.product_id = p."productId"
      and s.combination_id is not distinct from p."combinationId"`.execute(tx);
}

/**
 * Writes prices, or what was before them, into the columns that have today's prices, and rewrites the listings, so that they are seen at once. A product
 * that was removed from the range gets it when it is added again.
 */
export async function writeTodaysPrices(tx: Tx, ids: readonly number[], which: 'price' | 'before'): Promise<void> {
  if (ids.length === 0) return;
  const price = sql.ref(which === 'price' ? 's.price_minor' : 's.before_price_minor');
  const percent = sql.ref(which === 'price' ? 's.price_percent' : 's.before_percent');
  const one = sql`s.id = any (${idsOf(ids)})`;
  await sql`
    with range as (
      update product_organisation po set overridden_price_minor = ${price}, price_percent = ${percent} from scheduled_price s
      where ${one} and po.organisation_id = s.organisation_id and po.product_id = s.product_id),
    removed as (
      insert into removed_range_price (organisation_id, product_id, overridden_price_minor, price_percent)
      select s.organisation_id, s.product_id, ${price}, ${percent} from scheduled_price s
      where ${one} and s.organisation_id is not null and not exists (
        select from product_organisation po where po.organisation_id = s.organisation_id and po.product_id = s.product_id)
      on conflict (organisation_id, product_id) do update set overridden_price_minor = excluded.overridden_price_minor, price_percent = excluded.price_percent),
    piece as (
      update combination c set overridden_price_minor = ${price} from scheduled_price s where ${one} and c.id = s.combination_id)
    update product p set price_minor = coalesce(s.price_minor, p.price_minor), updated_at = now()
    from (
      select s.product_id, max(${price}) filter (where s.combination_id is null) as price_minor
      from scheduled_price s where ${one} and s.organisation_id is null group by 1) s
    where p.id = s.product_id`.execute(tx);
  await sql`
    select refresh_listing(array(
        select distinct coalesce(s.organisation_id, po.organisation_id) from scheduled_price s
        left join product_organisation po on s.organisation_id is null and po.product_id = s.product_id
        where ${one} and coalesce(s.organisation_id, po.organisation_id) is not null order by 1),
      array(select distinct s.product_id from scheduled_price s where ${one}))`.execute(tx);
}

/** Which of these prices are of clients that keep their own prices by now, so that the supplier's must not begin. */
export async function isKeepingOwnPrices(db: Db | Tx, organisationId: number | null): Promise<boolean> {
  const { rows } = await sql<{ keeps: boolean }>`
    select keeps_own_prices as keeps from organisation where id = ${organisationId}::bigint`.execute(db);
  return rows[0]?.keeps ?? false;
}

/** Notes which change has replaced prices that were to come and are cancelled, so that they come back when it is undone. */
export async function noteReplacedPrices(tx: Tx, ids: readonly number[], changeId: number): Promise<void> {
  await sql`
    update scheduled_price set replaced_by_change_id = ${changeId} where id = any (${idsOf(ids)}) and state = 'cancelled'`.execute(
    tx,
  );
}

/** Brings back the prices that a change has replaced, unless another one is on their days by now. Their owner is locked. */
export async function restoreReplacedPrices(tx: Tx, changeId: number): Promise<void> {
  await sql`
    update scheduled_price s set state = 'coming', replaced_by_change_id = null
    where s.replaced_by_change_id = ${changeId} and s.state = 'cancelled' and not exists (
      select from scheduled_price other where other.state in ('coming', 'active') and other.product_id = s.product_id
        and other.organisation_id is not distinct from s.organisation_id and other.combination_id is not distinct from s.combination_id
        and daterange(other.starts_on, coalesce(other.ends_on, other.starts_on + 1)) && daterange(s.starts_on, coalesce(s.ends_on, s.starts_on + 1)))`.execute(
    tx,
  );
}
