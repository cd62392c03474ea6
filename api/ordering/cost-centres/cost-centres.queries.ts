import { sql } from 'kysely';
import { isCostCentreOpen } from '#api/people/person/cost-centres.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { matchesWords } from '#api/platform/db/search-words.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import type { CostCentreFields } from './cost-centre-rows.rules.ts';

interface Named {
  id: number;
  name: string;
}

/** A stored cost centre, with what its orders of the current season cost. */
export interface StoredCostCentre extends CostCentreFields {
  id: number;
  isOpen: boolean;
  seasonMinor: number;
  people: number;
  version: number;
}

/** Filters and page of a list of cost centres. */
export interface CostCentreQuery {
  searchTerm?: string;
  activeOnly?: boolean;
  openOnly?: boolean;
  page?: number;
  limit?: number;
}

const columns = sql`k.id, k.code, k.name, (
    select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by g.display_order, g.id), '[]')
    from organisation_group g where g.organisation_id = k.organisation_id and g.id = any (k.group_ids)) as groups, k.active, ${isCostCentreOpen} as "isOpen",
  k.starts_on::text as "validFrom", k.ends_on::text as "validUntil", k.season_limit_minor as "seasonLimitMinor", coalesce(cost_centre_value(k.organisation_id, k.id, (
    select s.id from season s where s.organisation_id = k.organisation_id and s.is_current limit 1)), 0) as "seasonMinor", (
    select count(*)::int from customer c where c.organisation_id = k.organisation_id and c.cost_centre_id = k.id) as people, k.version`;

const matching = (organisationId: number, query: CostCentreQuery) => sql`
  from cost_centre k join organisation o on o.id = k.organisation_id
  where k.organisation_id = ${organisationId} and ${matchesWords(sql`searchable_text(concat_ws(' ', k.code, k.name))`, query.searchTerm)}
    and (k.active or not ${query.activeOnly ?? false}::boolean) and (${isCostCentreOpen} or not ${query.openOnly ?? false}::boolean)`;

/** A page of the cost centres of an organisation by code, and their number. */
export async function listCostCentres(
  db: Db | Tx,
  organisationId: number,
  query: CostCentreQuery,
): Promise<{ rows: StoredCostCentre[]; count: number }> {
  const { offset, limit } = toOffsetAndLimit(query);
  const [{ rows }, { rows: counts }] = await Promise.all([
    sql<StoredCostCentre>`select ${columns} ${matching(organisationId, query)} order by lower(k.code), k.id limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ count: number }>`select count(*)::int as count ${matching(organisationId, query)}`.execute(db),
  ]);
  return { rows, count: counts[0]?.count ?? 0 };
}

/** The same by id and name alone. */
export async function listCostCentreNames(
  db: Db,
  organisationId: number,
  query: CostCentreQuery,
): Promise<{ rows: Named[]; count: number }> {
  const { offset, limit } = toOffsetAndLimit(query);
  const [{ rows }, { rows: counts }] = await Promise.all([
    sql<Named>`
      select k.id, k.code || ' ' || k.name as name ${matching(organisationId, query)} order by lower(k.code), k.id limit ${limit} offset ${offset}`.execute(
      db,
    ),
    sql<{ count: number }>`select count(*)::int as count ${matching(organisationId, query)}`.execute(db),
  ]);
  return { rows, count: counts[0]?.count ?? 0 };
}

/** What lists and forms of cost centres need to know of the organisation. */
export interface CostCentreOrganisation {
  currencyCode: string;
  groups: Named[];
  seasonId: number | null;
  seasonName: string | null;
}

/** Currency, groups and current season of an organisation. */
export async function readCostCentreOrganisation(db: Db | Tx, organisationId: number): Promise<CostCentreOrganisation> {
  const { rows } = await sql<CostCentreOrganisation>`
    select o.currency_code as "currencyCode", (
        select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by g.display_order, g.id), '[]')
        from organisation_group g where g.organisation_id = o.id) as groups, s.id as "seasonId", s.name as "seasonName"
    from organisation o left join season s on s.organisation_id = o.id and s.is_current
    where o.id = ${organisationId}`.execute(db);
  return rows[0] as CostCentreOrganisation;
}

/** Lets changes of the cost centres of an organisation wait for each other, until the transaction ends. */
export async function lockCostCentres(tx: Tx, organisationId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashint8extended(${organisationId}, 7404051))`.execute(tx);
}

/** A cost centre of the organisation; undefined for any other. */
export async function findCostCentre(db: Db | Tx, organisationId: number, id: number): Promise<StoredCostCentre | undefined> {
  const { rows } = await sql<StoredCostCentre>`
    select ${columns} from cost_centre k join organisation o on o.id = k.organisation_id
    where k.organisation_id = ${organisationId} and k.id = ${id}`.execute(db);
  return rows[0];
}

/** Every cost centre of an organisation, as far as it is kept: what a file is compared with. */
export async function listAllCostCentres(tx: Tx, organisationId: number): Promise<(CostCentreFields & { id: number })[]> {
  const { rows } = await sql<CostCentreFields & { id: number }>`
    select k.id, k.code, k.name, (
        select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by g.display_order, g.id), '[]')
        from organisation_group g where g.organisation_id = k.organisation_id and g.id = any (k.group_ids)) as groups, k.active,
      k.starts_on::text as "validFrom", k.ends_on::text as "validUntil", k.season_limit_minor as "seasonLimitMinor"
    from cost_centre k where k.organisation_id = ${organisationId}`.execute(tx);
  return rows;
}

/** How many cost centres the organisation has, and the id of the one with this code, whatever its case; null for none. */
export async function findCodeOwner(
  tx: Tx,
  organisationId: number,
  code: string,
): Promise<{ count: number; ownerId: number | null }> {
  const { rows } = await sql<{ count: number; ownerId: number | null }>`
    select (select count(*)::int from cost_centre where organisation_id = ${organisationId}) as count,
      (select id from cost_centre where organisation_id = ${organisationId} and lower(code) = lower(${code})) as "ownerId"`.execute(
    tx,
  );
  return rows[0] as { count: number; ownerId: number | null };
}

/** Writes cost centres: those with an id as they are now, the others as new ones. Returns the ids, in the order of the codes. */
export async function saveCostCentres(
  tx: Tx,
  organisationId: number,
  centres: readonly (CostCentreFields & { id: number | null })[],
): Promise<number[]> {
  const rows = JSON.stringify(
    centres.map(({ id, code, name, groups, active, validFrom, validUntil, seasonLimitMinor }) => ({
      ...{ id, code, name, active, group_ids: groups.map((group) => group.id) },
      ...{ starts_on: validFrom, ends_on: validUntil, season_limit_minor: seasonLimitMinor },
    })),
  );
  const { rows: saved } = await sql<{ id: number }>`
    with sent as materialized (
      select s.id, s.code, s.name, s.active, array(select jsonb_array_elements_text(s.group_ids)::bigint) as group_ids, s.starts_on, s.ends_on,
        s.season_limit_minor
      from jsonb_to_recordset(${rows}::jsonb) as s (id bigint, code text, name text, active boolean, group_ids jsonb, starts_on date, ends_on date,
        season_limit_minor bigint)),
    changed as (
      update cost_centre k set code = s.code, name = s.name, active = s.active, group_ids = s.group_ids, starts_on = s.starts_on,
        ends_on = s.ends_on, season_limit_minor = s.season_limit_minor, version = version + 1
      from sent s where k.organisation_id = ${organisationId} and k.id = s.id
      returning k.id, k.code),
    added as (
      insert into cost_centre (organisation_id, code, name, active, group_ids, starts_on, ends_on, season_limit_minor)
      select ${organisationId}, s.code, s.name, s.active, s.group_ids, s.starts_on, s.ends_on, s.season_limit_minor from sent s where s.id is null
      returning id, code)
    select id from (select * from changed union all select * from added) all_of_them order by lower(code)`.execute(tx);
  return saved.map(({ id }) => id);
}

/** Withdrawn cost centres are no one's default any more. */
export async function clearDefaultCostCentre(tx: Tx, organisationId: number, ids: readonly number[]): Promise<void> {
  await sql`update customer set cost_centre_id = null where organisation_id = ${organisationId} and cost_centre_id = any (${[...ids]}::bigint[])`.execute(
    tx,
  );
}

/** What was ordered for a cost centre; null for orders without one. Money in minor units, excluding tax. */
export interface CostCentrePurchases {
  costCentreId: number | null;
  code: string | null;
  name: string | null;
  orderCount: number;
  valueMinor: number;
  seasonLimitMinor: number | null;
}

/** What the orders of a season cost the organisation by cost centre, the highest sum first, in groups that are administered; empty: in all. */
export async function listPurchases(
  db: Db,
  { organisationId, adminableGroupIds }: { organisationId: number; adminableGroupIds: readonly number[] },
  seasonId: number,
): Promise<CostCentrePurchases[]> {
  const { rows } = await sql<CostCentrePurchases>`
    select s.cost_centre_id as "costCentreId", k.code, k.name, s.orders as "orderCount", s.value as "valueMinor", k.season_limit_minor as "seasonLimitMinor"
    from (
      select o.cost_centre_id, count(*)::int as orders, sum(organisation_net_value(o))::bigint as value from orders o
      where o.organisation_id = ${organisationId} and o.season_id = ${seasonId} and o.order_state_id not in (40, 60)
        and (${adminableGroupIds.length === 0}::boolean or o.organisation_group_id = any (${[...adminableGroupIds]}::bigint[]))
      group by o.cost_centre_id) s
    left join cost_centre k on k.organisation_id = ${organisationId} and k.id = s.cost_centre_id
    order by s.cost_centre_id is null, s.value desc, k.code`.execute(db);
  return rows;
}

/** The name of a season of the organisation; undefined for any other. */
export async function findSeasonName(db: Db, organisationId: number, seasonId: number): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from season where organisation_id = ${organisationId} and id = ${seasonId}`.execute(db);
  return rows[0]?.name;
}
