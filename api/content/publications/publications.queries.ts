import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { isAdmin, isOrganisationAdmin, type Scope } from '#api/platform/http/scope.ts';
import type { Publication, PublicationAudience, PublicationValues } from './publications.rules.ts';

/** What is published; each kind has a table of its own, whose key is that of its publication. */
export type PublicationKind = 'topic' | 'announcement' | 'slide' | 'document';

const toBigints = (ids: readonly number[]) => sql`${[...ids]}::bigint[]`;

/** Condition that publication `p` is one of these. */
export const isOneOf = (ids: readonly number[]): RawBuilder<boolean> => sql<boolean>`p.id = any (${toBigints(ids)})`;

/** Condition that publication `p` meets both conditions. */
export const areBoth = (one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(${one} and ${other})`;

const isWithinDays = (today: string) =>
  sql`(p.from_on is null or p.from_on <= ${today}::date) and (p.until_on is null or p.until_on >= ${today}::date)`;

/**
 * Condition that a person reads publication `p` today, a day in the time zone of their organisation. Administrators read what is for groups that they
 * administer, too.
 */
export function isReadBy(scope: Scope, today: string): RawBuilder<boolean> {
  const organisationId = sql`${scope.organisationId}::bigint`;
  const ofGroups = sql`exists (
    select from publication_group g where g.organisation_id = ${organisationId} and g.publication_id = p.id
      and g.organisation_group_id = any (${toBigints([...scope.groupIds, ...(isAdmin(scope) ? scope.adminableGroupIds : [])])}))`;
  const hasGroups = sql`exists (select from publication_group g where g.organisation_id = ${organisationId} and g.publication_id = p.id)`;
  return sql<boolean>`(p.is_published and p.deleted_at is null and ${isWithinDays(today)}
    and (p.organisation_id is null or p.organisation_id = ${organisationId})
    and (exists (select from publication_organisation o where o.organisation_id = ${organisationId} and o.publication_id = p.id)
      or exists (select from publication_brand b where b.brand_id = ${scope.brandId}::bigint and b.publication_id = p.id))
    and (not exists (select from publication_role r where r.publication_id = p.id)
      or exists (select from publication_role r where r.publication_id = p.id and r.role_id = any (${toBigints(scope.roleIds)})))
    and ${isOrganisationAdmin(scope) ? sql`true` : sql`(not ${hasGroups} or ${ofGroups})`})`;
}

/** Condition that anyone on a host of the brand, also without a session, reads publication `p` today: the supplier's for the brand, for all roles. */
export const isReadOnBrand = (brandId: number, today: string): RawBuilder<boolean> => sql<boolean>`(
  p.is_published and p.deleted_at is null and p.organisation_id is null and ${isWithinDays(today)}
  and exists (select from publication_brand b where b.brand_id = ${brandId}::bigint and b.publication_id = p.id)
  and not exists (select from publication_role r where r.publication_id = p.id))`;

/** The brands that publication `p` concerns: those named, those of the organisations named, and that of the organisation that keeps it. */
export const brandsConcerned = sql`(
  select b.brand_id from publication_brand b where b.publication_id = p.id
  union select o.brand_id from publication_organisation po join organisation o on o.id = po.organisation_id where po.publication_id = p.id
  union select o.brand_id from organisation o where o.id = p.organisation_id)`;

/** Condition that publication `p`, deleted or not, is for one of the operator's brands, or for an organisation of one. */
export const concernsBrandsOf = (operator: OperatorScope): RawBuilder<boolean> => sql<boolean>`exists (
  select from ${brandsConcerned} c where c.brand_id = any (${toBigints(operator.brandIds)}))`;

/** Condition that an operator sees publication `p`: it is for one of the brands, or for an organisation of one. */
export const isSeenBy = (operator: OperatorScope): RawBuilder<boolean> =>
  sql<boolean>`(p.deleted_at is null and ${concernsBrandsOf(operator)})`;

/** Condition that publication `p` is also for brands that are not the operator's, who then changes nothing of it. */
export const isSharedWithOthers = (operator: OperatorScope): RawBuilder<boolean> => sql<boolean>`exists (
  select from ${brandsConcerned} c where c.brand_id <> all (${toBigints(operator.brandIds)}))`;

/** Condition that publication `p` is one of those that the administrator keeps: the organisation's own, of the groups that they administer. */
export function isOwnOf(scope: Scope, { withDeleted = false } = {}): RawBuilder<boolean> {
  const own = sql`${withDeleted ? sql`true` : sql`p.deleted_at is null`} and p.organisation_id = ${scope.organisationId}::bigint`;
  if (isOrganisationAdmin(scope)) return sql<boolean>`(${own})`;
  const groups = sql`select g.organisation_group_id from publication_group g where g.organisation_id = ${scope.organisationId}::bigint and g.publication_id = p.id`;
  return sql<boolean>`(${own} and exists (${groups}) and not exists (
    ${groups} and g.organisation_group_id <> all (${toBigints(scope.adminableGroupIds)})))`;
}

/**
 * The publications of a kind that meet a condition on `p`, by their place, with their audience. Of audiences an operator is told only the part that is of
 * their brands.
 */
export async function listPublications(
  db: Db | Tx,
  kind: PublicationKind,
  condition: RawBuilder<unknown>,
  { brandIds, lock = false }: { brandIds?: readonly number[] | undefined; lock?: boolean } = {},
): Promise<Publication[]> {
  const ofBrands = (column: string) =>
    brandIds === undefined ? sql`true` : sql`${sql.ref(column)} = any (${toBigints(brandIds)})`;
  const { rows } = await sql<Publication>`
    select p.id, p.organisation_id as "organisationId", p.is_published as "isPublished", p.from_on::text as "fromDate", p.until_on::text as "untilDate",
      p.display_order as "displayOrder", p.version,
      array(select b.brand_id from publication_brand b where b.publication_id = p.id and ${ofBrands('b.brand_id')} order by 1) as "brandIds",
      array(select po.organisation_id from publication_organisation po join organisation o on o.id = po.organisation_id
        where po.publication_id = p.id and ${ofBrands('o.brand_id')} order by 1) as "organisationIds",
      array(select r.role_id from publication_role r left join role on role.id = r.role_id left join organisation o on o.id = role.organisation_id
        where r.publication_id = p.id and (o.id is null or ${ofBrands('o.brand_id')}) order by 1) as "roleIds",
      array(select g.organisation_group_id from publication_group g join organisation o on o.id = g.organisation_id
        where g.publication_id = p.id and ${ofBrands('o.brand_id')} order by 1) as "groupIds"
    from publication p where p.kind = ${kind} and ${condition} order by p.display_order, p.id ${lock ? sql`for no key update of p` : sql``}`.execute(
    db,
  );
  return rows;
}

/** Adds a publication, whose id it answers; the row of its kind is added beside it. */
export async function insertPublication(tx: Tx, kind: PublicationKind, values: PublicationValues): Promise<number> {
  const row = await tx
    .insertInto('publication')
    .values({
      kind,
      organisation_id: values.organisationId,
      is_published: values.isPublished,
      from_on: values.fromDate,
      until_on: values.untilDate,
      display_order: values.displayOrder,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeAudience(tx, row.id, values);
  return row.id;
}

/** Changes a publication that was locked, whose next version it answers. */
export async function updatePublication(tx: Tx, publicationId: number, values: PublicationValues): Promise<number> {
  const row = await tx
    .updateTable('publication')
    .set({
      is_published: values.isPublished,
      from_on: values.fromDate,
      until_on: values.untilDate,
      display_order: values.displayOrder,
      updated_at: sql`now()`,
      version: sql`version + 1`,
    })
    .where('id', '=', publicationId)
    .returning('version')
    .executeTakeFirstOrThrow();
  await writeAudience(tx, publicationId, values);
  return row.version;
}

/** Puts a publication back; false if it is not deleted. */
export async function unmarkDeleted(tx: Tx, publicationId: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update publication set deleted_at = null, updated_at = now(), version = version + 1
    where id = ${publicationId}::bigint and deleted_at is not null`.execute(tx);
  return numAffectedRows > 0n;
}

/** Deletes a publication, or puts it back. */
export async function markDeleted(tx: Tx, publicationId: number, isDeleted: boolean): Promise<void> {
  await sql`
    update publication set deleted_at = ${isDeleted ? sql`now()` : sql`null`}, updated_at = now(), version = version + 1
    where id = ${publicationId}::bigint`.execute(tx);
}

async function writeAudience(tx: Tx, publicationId: number, audience: PublicationAudience): Promise<void> {
  const of = sql`${publicationId}::bigint`;
  await sql`
    with gone as (delete from publication_brand where publication_id = ${of} and brand_id <> all (${toBigints(audience.brandIds)}))
    insert into publication_brand (publication_id, brand_id) select ${of}, unnest(${toBigints(audience.brandIds)}) on conflict do nothing`.execute(
    tx,
  );
  await sql`
    with gone as (delete from publication_organisation where publication_id = ${of} and organisation_id <> all (${toBigints(audience.organisationIds)}))
    insert into publication_organisation (publication_id, organisation_id)
    select ${of}, unnest(${toBigints(audience.organisationIds)}) on conflict do nothing`.execute(tx);
  await sql`
    with gone as (delete from publication_role where publication_id = ${of} and role_id <> all (${toBigints(audience.roleIds)}))
    insert into publication_role (publication_id, role_id) select ${of}, unnest(${toBigints(audience.roleIds)}) on conflict do nothing`.execute(
    tx,
  );
  await sql`
    with gone as (delete from publication_group where publication_id = ${of} and organisation_group_id <> all (${toBigints(audience.groupIds)}))
    insert into publication_group (organisation_id, publication_id, organisation_group_id)
    select g.organisation_id, ${of}, g.id from organisation_group g where g.id = any (${toBigints(audience.groupIds)}) on conflict do nothing`.execute(
    tx,
  );
}

/** Of an audience, what an operator's brands do not have: ids of brands, organisations, roles and groups that are unknown to the operator. */
export async function findUnknownAudience(
  db: Db | Tx,
  operator: OperatorScope,
  audience: PublicationAudience,
): Promise<PublicationAudience> {
  const brands = toBigints(operator.brandIds);
  const { rows } = await sql<PublicationAudience>`
    select
      array(select named.id from unnest(${toBigints(audience.brandIds)}) as named(id) where named.id <> all (${brands})) as "brandIds",
      array(select named.id from unnest(${toBigints(audience.organisationIds)}) as named(id)
        where not exists (select from organisation o where o.id = named.id and o.brand_id = any (${brands}))) as "organisationIds",
      array(select named.id from unnest(${toBigints(audience.roleIds)}) as named(id) where not exists (
        select from role r left join organisation o on o.id = r.organisation_id
        where r.id = named.id and (r.organisation_id is null or o.brand_id = any (${brands})))) as "roleIds",
      array(select named.id from unnest(${toBigints(audience.groupIds)}) as named(id) where not exists (
        select from organisation_group g join organisation o on o.id = g.organisation_id
        where g.id = named.id and o.brand_id = any (${brands})
          and (o.id = any (${toBigints(audience.organisationIds)}) or o.brand_id = any (${toBigints(audience.brandIds)})))) as "groupIds"`.execute(
    db,
  );
  return rows[0] ?? audience;
}

/** Of the roles and groups of an administrator's publication, those that the organisation does not have. */
export async function findForeignAudience(
  db: Db | Tx,
  { organisationId }: Scope,
  { roleIds, groupIds }: Pick<PublicationAudience, 'roleIds' | 'groupIds'>,
): Promise<Pick<PublicationAudience, 'roleIds' | 'groupIds'>> {
  const { rows } = await sql<Pick<PublicationAudience, 'roleIds' | 'groupIds'>>`
    select
      array(select named.id from unnest(${toBigints(roleIds)}) as named(id) where not exists (
        select from role r where r.id = named.id and (r.organisation_id is null or r.organisation_id = ${organisationId}::bigint))) as "roleIds",
      array(select named.id from unnest(${toBigints(groupIds)}) as named(id) where not exists (
        select from organisation_group g where g.organisation_id = ${organisationId}::bigint and g.id = named.id)) as "groupIds"`.execute(
    db,
  );
  return rows[0] ?? { roleIds, groupIds };
}
