import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ReplyOf } from '#contract/index.ts';
import type { LinkTerms, RegistrationOption } from './registration.rules.ts';

/**
 * Limits links `l`, and with them their registrations, to those that an administrator may see: links for the groups administered, or all
 * of the organisation when there are none.
 */
export function visibleRegistrationLinks(scope: Scope): RawBuilder<unknown> {
  const groups = [...scope.adminableGroupIds];
  return sql`l.organisation_id = ${scope.organisationId} and (${groups.length === 0} or l.organisation_group_id = any (${groups}::bigint[]))`;
}

export type RegistrationLink = Omit<ReplyOf<'POST /api/registrationlinks'>['registrationLink'], 'url'> & {
  tokenHash: Buffer;
  tokenSealed: Buffer | null;
};

interface LinkRow {
  id: number;
  name: string;
  registration_type: number;
  token_hash: Buffer;
  token_sealed: Buffer | null;
  group_id: number | null;
  group_name: string | null;
  asks_employee_number: boolean;
  asks_po_number: boolean;
  asks_gender: boolean;
  asks_resort: boolean;
  asks_business_area: boolean;
  asks_collection: boolean;
  resorts: RegistrationOption[];
  business_areas: RegistrationOption[];
  collections: RegistrationOption[];
  roles: RegistrationOption[];
  state: 'open' | 'expired' | 'revoked';
  expires_at: Date;
  revoked_at: Date | null;
  created_at: Date;
  created_by: string | null;
  registrations: number;
  waiting: number;
}

/** The options from a table that the link `l` lists. */
const listedOptions = (table: string, choices: string, column: string) => sql`
  (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name) order by t.name), '[]')
   from ${sql.table(choices)} c join ${sql.table(table)} t on t.id = c.${sql.ref(column)}
   where c.organisation_id = l.organisation_id and c.link_id = l.id)`;

const linkColumns = sql`
  l.id, l.name, l.registration_type, l.token_hash, l.token_sealed, l.asks_employee_number, l.asks_po_number, l.asks_gender, l.asks_resort,
  l.asks_business_area, l.asks_collection, l.expires_at, l.revoked_at, l.created_at, g.id as group_id, g.name as group_name,
  case when l.revoked_at is not null then 'revoked' when l.expires_at <= now() then 'expired' else 'open' end as state,
  (select concat_ws(' ', c.first_name, c.last_name) from customer c where c.organisation_id = l.organisation_id and c.id = l.created_by_id) as created_by,
  ${listedOptions('resort', 'registration_link_resort', 'resort_id')} as resorts,
  ${listedOptions('business_area', 'registration_link_business_area', 'business_area_id')} as business_areas,
  ${listedOptions('collection', 'registration_link_collection', 'collection_id')} as collections,
  ${listedOptions('role', 'registration_link_role', 'role_id')} as roles,
  (select count(*)::int from registration r where r.organisation_id = l.organisation_id and r.link_id = l.id) as registrations,
  (select count(*)::int from registration r where r.organisation_id = l.organisation_id and r.link_id = l.id and r.state = 'waiting') as waiting`;

const linkTables = sql`
  registration_link l left join organisation_group g on g.organisation_id = l.organisation_id and g.id = l.organisation_group_id`;

const toRegistrationLink = (row: LinkRow): RegistrationLink => ({
  id: row.id,
  name: row.name,
  registrationType: row.registration_type,
  tokenHash: row.token_hash,
  tokenSealed: row.token_sealed,
  organisationGroup: row.group_id === null ? null : { id: row.group_id, name: row.group_name ?? '' },
  employeeNumberEnabled: row.asks_employee_number,
  poNumberEnabled: row.asks_po_number,
  genderEnabled: row.asks_gender,
  resortEnabled: row.asks_resort,
  businessAreaEnabled: row.asks_business_area,
  collectionEnabled: row.asks_collection,
  resorts: row.resorts,
  businessAreas: row.business_areas,
  collections: row.collections,
  roles: row.roles,
  state: row.state,
  expiresOnUtc: row.expires_at.toISOString(),
  revokedOnUtc: row.revoked_at?.toISOString() ?? null,
  createdOnUtc: row.created_at.toISOString(),
  createdBy: row.created_by,
  registrationCount: row.registrations,
  waitingCount: row.waiting,
});

/** Links in scope, newest first, and their total number. */
export async function listRegistrationLinks(
  db: Db,
  scope: Scope,
  page: { offset: number; limit: number },
): Promise<{ links: RegistrationLink[]; totalCount: number }> {
  const found = await sql<LinkRow>`
    select ${linkColumns} from ${linkTables} where ${visibleRegistrationLinks(scope)}
    order by l.created_at desc, l.id desc limit ${page.limit} offset ${page.offset}`.execute(db);
  const counted = await sql<{
    n: number;
  }>`select count(*)::int as n from registration_link l where ${visibleRegistrationLinks(scope)}`.execute(db);
  return { links: found.rows.map(toRegistrationLink), totalCount: counted.rows[0]?.n ?? 0 };
}

/** A link in scope; undefined when there is no such link. */
export async function findRegistrationLink(db: Db, scope: Scope, linkId: number): Promise<RegistrationLink | undefined> {
  const found = await sql<LinkRow>`
    select ${linkColumns} from ${linkTables} where ${visibleRegistrationLinks(scope)} and l.id = ${linkId}`.execute(db);
  return found.rows[0] && toRegistrationLink(found.rows[0]);
}

export type RegistrationLinkOptions = Omit<ReplyOf<'GET /api/registrationlinks/choices'>, 'organisationGroupRequired'>;

/**
 * The options for a new link. They do not include roles with permission to order for other people: those are given to individual
 * people, never to everyone who has a link.
 */
export async function listRegistrationLinkOptions(db: Db, scope: Scope): Promise<RegistrationLinkOptions> {
  const groups = [...scope.adminableGroupIds];
  const options = (rows: RawBuilder<unknown>) =>
    sql`(select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name) order by t.sort_key, t.name), '[]') from (${rows}) t)`;
  const optionsOf = (table: string) =>
    options(
      sql`select id, name, display_order as sort_key from ${sql.table(table)} where organisation_id = ${scope.organisationId}`,
    );
  const found = await sql<{
    groups: RegistrationOption[];
    resorts: RegistrationOption[];
    areas: RegistrationOption[];
    collections: RegistrationOption[];
    roles: RegistrationOption[];
  }>`
    select ${optionsOf('resort')} as resorts, ${optionsOf('business_area')} as areas,
      ${options(sql`select id, name, display_order as sort_key from organisation_group
        where organisation_id = ${scope.organisationId} and (${groups.length === 0} or id = any (${groups}::bigint[]))`)} as groups,
      ${options(sql`select id, name, 0 as sort_key from collection where organisation_id = ${scope.organisationId}`)} as collections,
      ${options(sql`select r.id, r.name, r.id as sort_key from role r
        where r.active and (r.id in (34, 35) or r.organisation_id = ${scope.organisationId})
          and not exists (select from role_permission rp join permission p on p.name = rp.permission and not p.listed_in_profile
                          where rp.role_id = r.id and rp.organisation_id = ${scope.organisationId})`)} as roles`.execute(db);
  const row = found.rows[0];
  return {
    organisationGroups: row?.groups ?? [],
    resorts: row?.resorts ?? [],
    businessAreas: row?.areas ?? [],
    collections: row?.collections ?? [],
    roles: row?.roles ?? [],
  };
}

export interface NewRegistrationLink {
  name: string;
  registrationType: 2 | 3;
  groupId: number | null;
  tokenHash: Buffer;
  tokenSealed: Buffer;
  asks: Pick<
    LinkTerms,
    'asksEmployeeNumber' | 'asksPoNumber' | 'asksGender' | 'asksResort' | 'asksBusinessArea' | 'asksCollection'
  >;
  resortIds: readonly number[];
  businessAreaIds: readonly number[];
  collectionIds: readonly number[];
  roleIds: readonly number[];
  expiresAt: Date;
}

/** Adds a link with its lists of options, in one statement, and returns its id. */
export async function insertRegistrationLink(tx: Tx, scope: Scope, link: NewRegistrationLink): Promise<number> {
  const insertOptions = (table: string, ids: readonly number[]) => sql`
    insert into ${sql.table(table)} select ${scope.organisationId}::bigint, link.id, option_id from link, unnest(${[...ids]}::bigint[]) option_id`;
  const { asks } = link;
  const inserted = await sql<{ id: number }>`
    with link as (
      insert into registration_link (organisation_id, organisation_group_id, name, registration_type, token_hash, token_sealed, asks_employee_number,
        asks_po_number, asks_gender, asks_resort, asks_business_area, asks_collection, expires_at, created_by_id)
      values (${scope.organisationId}, ${link.groupId}, ${link.name}, ${link.registrationType}, ${link.tokenHash}, ${link.tokenSealed},
        ${asks.asksEmployeeNumber}, ${asks.asksPoNumber}, ${asks.asksGender}, ${asks.asksResort}, ${asks.asksBusinessArea}, ${asks.asksCollection},
        ${link.expiresAt}, ${scope.customerId})
      returning id),
    resorts as (${insertOptions('registration_link_resort', link.resortIds)}),
    areas as (${insertOptions('registration_link_business_area', link.businessAreaIds)}),
    collections as (${insertOptions('registration_link_collection', link.collectionIds)}),
    roles as (${insertOptions('registration_link_role', link.roleIds)})
    select id from link`.execute(tx);
  return (inserted.rows[0] as { id: number }).id;
}

/** Changes the given fields of a link in scope. Returns false when there is no such link. Revoking again keeps the first time. */
export async function updateRegistrationLink(
  tx: Tx,
  scope: Scope,
  linkId: number,
  change: { name?: string; expiresAt?: Date; revoked?: boolean },
): Promise<boolean> {
  const updated = await sql`
    update registration_link l set name = coalesce(${change.name ?? null}, l.name), expires_at = coalesce(${change.expiresAt ?? null}, l.expires_at),
      revoked_at = case ${change.revoked ?? null}::boolean when true then coalesce(l.revoked_at, now()) when false then null else l.revoked_at end
    where ${visibleRegistrationLinks(scope)} and l.id = ${linkId}`.execute(tx);
  return (updated.numAffectedRows ?? 0n) > 0n;
}
