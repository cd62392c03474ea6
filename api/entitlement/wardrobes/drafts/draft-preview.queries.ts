import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { BUDGET, type PartKey, type PriceRange } from './draft-preview.rules.ts';

/** The versions by which the wearers of a wardrobe are owed something, and how many wearers there are. */
export async function countWearers(db: Db, scope: Scope, wardrobeId: number): Promise<{ people: number; versions: number[] }> {
  const found = await sql<{ version: number; people: number }>`
    select cc.wardrobe_version as version, count(*)::int as people
    from customer_collection cc
    join customer p on p.organisation_id = cc.organisation_id and p.id = cc.customer_id and p.deleted_at is null
    where cc.organisation_id = ${scope.organisationId} and cc.collection_id = ${wardrobeId} group by 1 order by 1`.execute(db);
  return {
    people: found.rows.reduce((sum, { people }) => sum + people, 0),
    versions: found.rows.map(({ version }) => version),
  };
}

/**
 * The wearers of a wardrobe in classes, for each of these parts of it: those in one class are alike in everything that decides what they are owed of the part, and in what they have
 * ordered of it. Of what they have chosen only these options count. `withLines` also by which products they have ordered.
 */
export async function listWearerClasses(
  tx: Tx,
  scope: Scope,
  wardrobeId: number,
  { parts, optionIds, withLines }: { parts: ReadonlySet<PartKey>; optionIds: readonly number[]; withLines: boolean },
): Promise<{ part: PartKey; customerIds: number[] }[]> {
  const { organisationId } = scope;
  // The budget is of no group.
  const keys = [...parts].map((part) => (part === BUDGET ? 0 : part));
  const found = await sql<{ part: number; ids: number[] }>`
    with wearer as (
      select p.id, p.allocation_type_id, p.wardrobe_opt_out_at is not null as has_opted_out
      from customer_collection cc
      join customer p on p.organisation_id = cc.organisation_id and p.id = cc.customer_id and p.deleted_at is null
      where cc.organisation_id = ${organisationId} and cc.collection_id = ${wardrobeId}),
    season as (
      select s.customer_id, string_agg(s.season_id::text, ',' order by s.season_id) as ids
      from customer_season s join wearer w on w.id = s.customer_id where s.organisation_id = ${organisationId} group by 1),
    choice as (
      select c.customer_id, string_agg(c.super_group_option_id::text, ',' order by c.super_group_option_id) as ids
      from customer_super_group_option c join wearer w on w.id = c.customer_id
      where c.organisation_id = ${organisationId} and c.super_group_option_id = any (${[...optionIds]}::bigint[]) group by 1),
    -- The sum of the hashes of accounts does not depend on their order, and needs no sorting.
    account as (
      select a.customer_id, coalesce(a.collection_group_id, 0) as part, sum(hash_record_extended(row(a.season_id, a.kind, a.unit, a.product_id, a.super_group_option_id,
        a.starts_on, a.ends_on, a.status, a.is_withdrawn, a.is_limited, a.base, a.adjusted, a.reserved + a.used), 0)) as hash
      from entitlement_account a
      where a.organisation_id = ${organisationId} and a.collection_id = ${wardrobeId} and coalesce(a.collection_group_id, 0) = any (${keys}::bigint[]) group by 1, 2),
    line as (
      select l.wearer_id, coalesce(a.collection_group_id, 0) as part,
        sum(hash_record_extended(row(a.season_id, a.kind, a.product_id, l.product_id, counted.reserved + counted.used), 1)) as hash
      from entitlement_account a
      join order_line l on l.organisation_id = a.organisation_id and l.wearer_id = a.customer_id and l.group_account_id = a.id
      cross join lateral counted_pieces(l.covered_quantity, l.quantity, l.shipped_quantity, l.cancelled_quantity, l.returned_quantity) counted
      where ${withLines} and a.organisation_id = ${organisationId} and a.collection_id = ${wardrobeId} and coalesce(a.collection_group_id, 0) = any (${keys}::bigint[])
      group by 1, 2)
    select part.key as part, array_agg(wearer.id order by wearer.id) as ids
    from wearer cross join unnest(${keys}::bigint[]) part (key)
    left join season on season.customer_id = wearer.id
    left join choice on choice.customer_id = wearer.id
    left join account on account.customer_id = wearer.id and account.part = part.key
    left join line on line.wearer_id = wearer.id and line.part = part.key
    group by part.key, wearer.allocation_type_id, wearer.has_opted_out, season.ids, choice.ids, account.hash, line.hash
    order by part.key, ids`.execute(tx);
  return found.rows.map(({ part, ids }) => ({ part: Number(part) === 0 ? BUDGET : Number(part), customerIds: ids.map(Number) }));
}

/** Prices of products in the organisation's range, by id; those on request or not on sale have none. */
export async function readPriceRanges(db: Db, scope: Scope, productIds: readonly number[]): Promise<Map<number, PriceRange>> {
  const found = await sql<PriceRange & { id: number }>`
    select l.product_id as id, min(o.price_minor)::int as low, max(o.price_minor)::int as high
    from product_listing l
    join offer o on o.organisation_id = l.organisation_id and o.product_id = l.product_id
    where l.organisation_id = ${scope.organisationId} and l.product_id = any (${[...productIds]}::bigint[]) and not l.call_for_price
      and o.price_minor is not null
    group by 1`.execute(db);
  return new Map(found.rows.map(({ id, low, high }) => [id, { low, high }]));
}

/** The first 10 of these people by last name whom the scope manages. */
export async function listExamples(
  db: Db,
  { organisationId, adminableGroupIds }: Scope,
  customerIds: readonly number[],
): Promise<{ id: number; name: string }[]> {
  if (customerIds.length === 0) return [];
  const groups = [...adminableGroupIds];
  const found = await sql<{ id: number; name: string }>`
    select p.id, trim(p.first_name || ' ' || p.last_name) as name from customer p
    where p.organisation_id = ${organisationId} and p.id = any (${[...customerIds]}::bigint[]) and (${groups.length === 0} or exists (
      select from customer_group g where g.organisation_id = p.organisation_id and g.customer_id = p.id and g.organisation_group_id = any (${groups}::bigint[])))
    order by p.last_name, p.first_name, p.id limit 10`.execute(db);
  return found.rows;
}

/** How many people have chosen options, by the ids of these; those whom no one has chosen are left out. */
export async function countChoosers(db: Db, scope: Scope, optionIds: readonly number[]): Promise<Map<number, number>> {
  if (optionIds.length === 0) return new Map();
  const found = await sql<{ id: number; people: number }>`
    select c.super_group_option_id as id, count(*)::int as people
    from customer_super_group_option c
    join customer p on p.organisation_id = c.organisation_id and p.id = c.customer_id and p.deleted_at is null
    where c.organisation_id = ${scope.organisationId} and c.super_group_option_id = any (${[...optionIds]}::bigint[]) group by 1`.execute(
    db,
  );
  return new Map(found.rows.map(({ id, people }) => [id, people]));
}
