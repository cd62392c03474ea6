import { sql } from 'kysely';
import { type AddressWithCountryRow, addressColumns, toAddress } from '#api/identity/addresses/addresses.queries.ts';
import type { Db } from '#api/platform/db/database.ts';
import { hasRole, isAdmin, type Scope } from '#api/platform/http/scope.ts';
import type { ReplyOf } from '#contract/index.ts';

type Group = ReplyOf<'GET /api/organisationgroups'>['organisationGroups'][number];
export type Season = ReplyOf<'GET /api/customerprofile'>['organisationSeasons'][number];
export type ManagedSeason = ReplyOf<'GET /api/organisationseasons'>['organisationSeasons'][number];
type Resort = ReplyOf<'GET /api/organisationresorts'>['organisationResorts'][number];
type Settings = ReplyOf<'GET /api/organisations/settings'>;

/** The ways of allocating garments, the same for every organisation. */
export const listAllocationTypes = (db: Db) => db.selectFrom('allocation_type').select(['id', 'name']).orderBy('id').execute();

/** For an Admin the groups that they administer (all when none are named); for Sales all; for others their own groups. */
export async function listGroups(db: Db, scope: Scope): Promise<Group[]> {
  const limit = isAdmin(scope) ? scope.adminableGroupIds : scope.groupIds;
  const all = isAdmin(scope) ? limit.length === 0 : hasRole(scope, 'OrganisationSales');
  const found = await sql<{
    id: number;
    name: string;
    display_order: number;
    version: number;
    collections: { id: number; name: string }[];
    types: { id: number; name: string }[];
  }>`
    select g.id, g.name, g.display_order, g.version,
      (select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name) order by c.display_order, c.name), '[]')
       from collection c where c.organisation_id = g.organisation_id and c.organisation_group_id = g.id) as collections,
      (select json_agg(json_build_object('id', t.id, 'name', t.name) order by t.id) from allocation_type t
       where exists (select from organisation_group_allocation_type a
           where a.organisation_id = g.organisation_id and a.organisation_group_id = g.id and a.allocation_type_id = t.id)
         or not exists (select from organisation_group_allocation_type a
           where a.organisation_id = g.organisation_id and a.organisation_group_id = g.id)) as types
    from organisation_group g
    where g.organisation_id = ${scope.organisationId} and (${all} or g.id = any (${[...limit]}::bigint[]))
    order by g.display_order, g.name`.execute(db);
  return found.rows.map((row) => ({
    id: row.id,
    name: row.name,
    displayOrder: row.display_order,
    childCollections: row.collections,
    allowedAllocationTypes: row.types,
    version: row.version,
  }));
}

/** The organisation's business areas, in display order. */
export async function listBusinessAreas(db: Db, scope: Scope) {
  const rows = await db
    .selectFrom('business_area')
    .select(['id', 'name', 'display_order', 'version'])
    .where('organisation_id', '=', scope.organisationId)
    .orderBy('display_order')
    .orderBy('name')
    .execute();
  return rows.map(({ display_order, ...row }) => ({ ...row, displayOrder: display_order }));
}

/** The organisation's job roles, in display order. */
export async function listJobRoles(db: Db, scope: Scope) {
  const rows = await db
    .selectFrom('job_role')
    .select(['id', 'name', 'display_order', 'business_area_id', 'version'])
    .where('organisation_id', '=', scope.organisationId)
    .orderBy('display_order')
    .orderBy('name')
    .execute();
  return rows.map(({ display_order, business_area_id, ...row }) => ({
    ...row,
    displayOrder: display_order,
    organisationBusinessAreaId: business_area_id,
  }));
}

/** The organisation's destinations with their departments and, when requested, their addresses. */
export async function listResorts(db: Db, scope: Scope, withAddresses: boolean): Promise<Resort[]> {
  const found = await sql<Omit<Resort, 'organisationResortAddresses'> & { addresses: AddressWithCountryRow[] }>`
    select r.id, r.name, r.display_order as "displayOrder", r.version,
      (select coalesce(json_agg(json_build_object('id', d.id, 'name', d.name, 'displayOrder', d.display_order, 'version', d.version) order by d.display_order, d.name), '[]')
       from department d where d.organisation_id = r.organisation_id and d.resort_id = r.id) as departments,
      (select coalesce(json_agg(a order by a.is_default desc, a.id), '[]')
       from (select ${addressColumns} from address a join country on country.id = a.country_id left join state_province on state_province.id = a.state_province_id
             where ${withAddresses} and a.organisation_id = r.organisation_id and a.resort_id = r.id and a.deleted_at is null) a) as addresses
    from resort r where r.organisation_id = ${scope.organisationId} order by r.display_order, r.name`.execute(db);
  return found.rows.map(({ addresses, ...resort }) => ({
    ...resort,
    organisationResortAddresses: addresses.map(toAddress),
  }));
}

export interface OrganisationSeasonRow {
  id: number;
  name: string;
  starts_on: string;
  ends_on: string;
  is_current: boolean;
}

export const toSeason = (row: OrganisationSeasonRow): Season => ({
  id: row.id,
  name: row.name,
  startDateUtc: `${row.starts_on}T00:00:00Z`,
  endDateUtc: `${row.ends_on}T00:00:00Z`,
  isCurrent: row.is_current,
});

const toUtcTimestamp = (day: string | null) => (day === null ? null : `${day}T00:00:00Z`);

/** The organisation's seasons, the latest start first. */
export async function listSeasons(db: Db, scope: Scope): Promise<ManagedSeason[]> {
  const found = await sql<
    OrganisationSeasonRow & { ordering_opens_on: string | null; ordering_closes_on: string | null; version: number }
  >`
    select s.id, s.name, s.starts_on, s.ends_on, s.is_current, s.ordering_opens_on, s.ordering_closes_on, s.version
    from season s where s.organisation_id = ${scope.organisationId} order by s.starts_on desc, s.id`.execute(db);
  return found.rows.map((row) => ({
    ...toSeason(row),
    orderingOpensUtc: toUtcTimestamp(row.ordering_opens_on),
    orderingClosesUtc: toUtcTimestamp(row.ordering_closes_on),
    version: row.version,
  }));
}

/** The organisation's settings as the web app needs them. */
export async function getSettings(db: Db, scope: Scope): Promise<Settings> {
  const row = await db
    .selectFrom('organisation')
    .innerJoin('brand', 'brand.id', 'organisation.brand_id')
    .select(({ fn }) => [
      'organisation.name',
      'logo_url',
      'primary_colour',
      'secondary_colour',
      'tertiary_colour',
      'keeps_own_prices',
      'po_number_required',
      'po_number_from_approver',
      'allow_opt_out',
      'return_days',
      'time_zone',
      fn.coalesce('organisation.help_email', 'brand.help_email').as('help_email'),
      fn.coalesce('organisation.help_phone', 'brand.help_phone').as('help_phone'),
      fn.coalesce('organisation.help_text', 'brand.help_text').as('help_text'),
    ])
    .where('organisation.id', '=', scope.organisationId)
    .executeTakeFirstOrThrow();
  return {
    name: row.name,
    logoUrl: row.logo_url,
    primaryColour: row.primary_colour,
    secondaryColour: row.secondary_colour,
    tertiaryColour: row.tertiary_colour,
    keepsOwnPrices: row.keeps_own_prices,
    poNumberRequired: row.po_number_required,
    poNumberFromApprover: row.po_number_from_approver,
    allowOptOut: row.allow_opt_out,
    returnDays: row.return_days,
    timeZone: row.time_zone,
    helpEmail: row.help_email,
    helpPhone: row.help_phone,
    helpText: row.help_text,
  };
}
