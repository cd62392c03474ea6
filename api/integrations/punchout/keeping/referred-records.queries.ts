import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { escapeLike } from '#api/platform/db/escape-like.ts';

const FOUND_AT_MOST = 20;

interface Named {
  id: number;
  name: string;
}

/** A role `r` that the people of an organisation can have by a connection: not that of administrators, who are added by hand. */
const isGrantedRole = (organisationId: number) =>
  sql`r.active and ((r.organisation_id is null and r.id in (34, 35, 36)) or r.organisation_id = ${organisationId})`;

/** What settings of a connection refer to. */
export interface ReferredIds {
  customerId: number | null;
  roleIds: readonly number[];
  groupIds: readonly number[];
  collectionIds: readonly number[];
  categoryIds: readonly number[];
  addressIds: readonly number[];
}

/** Which of the records are not the organisation's, or no longer there: the kinds in which any is missing. Of categories, those without a product of its range. */
export async function findMissing(
  tx: Tx,
  organisationId: number,
  { customerId, roleIds, groupIds, collectionIds, categoryIds, addressIds }: ReferredIds,
): Promise<Record<'customer' | 'role' | 'group' | 'collection' | 'category' | 'address', boolean>> {
  const { rows } = await sql<Record<'customer' | 'role' | 'group' | 'collection' | 'category' | 'address', boolean>>`
    select ${customerId}::bigint is not null and not exists (
        select from customer c where c.organisation_id = ${organisationId} and c.id = ${customerId}::bigint and c.active and c.deleted_at is null) as customer,
      exists (select from unnest(${[...roleIds]}::bigint[]) i (id)
        where not exists (select from role r where r.id = i.id and ${isGrantedRole(organisationId)})) as role,
      exists (select from unnest(${[...groupIds]}::bigint[]) i (id)
        where not exists (select from organisation_group g where g.organisation_id = ${organisationId} and g.id = i.id)) as group,
      exists (select from unnest(${[...collectionIds]}::bigint[]) i (id)
        where not exists (select from collection c where c.organisation_id = ${organisationId} and c.id = i.id)) as collection,
      exists (select from unnest(${[...categoryIds]}::bigint[]) i (id)
        where not exists (select from product_listing l where l.organisation_id = ${organisationId} and i.id = any (l.category_ids))) as category,
      exists (select from unnest(${[...addressIds]}::bigint[]) i (id)
        where not exists (select from address a where a.organisation_id = ${organisationId} and a.id = i.id and a.customer_id is null and not a.for_order_only and a.deleted_at is null)) as address`.execute(
    tx,
  );
  return rows[0] as Record<'customer' | 'role' | 'group' | 'collection' | 'category' | 'address', boolean>;
}

/** Roles, groups and wardrobes of an organisation, and the categories of its products with the names of those above them. */
export async function listConnectionChoices(
  db: Db,
  organisationId: number,
): Promise<{ roles: Named[]; groups: Named[]; collections: Named[]; categories: Named[] }> {
  const { rows } = await sql<{ roles: Named[]; groups: Named[]; collections: Named[]; categories: Named[] }>`
    with recursive named as (
      select id, name from category where parent_id is null
      union all select c.id, n.name || ' › ' || c.name from category c join named n on c.parent_id = n.id)
    select
      (select coalesce(json_agg(json_build_object('id', r.id, 'name', r.name) order by r.organisation_id nulls first, r.id), '[]')
        from role r where ${isGrantedRole(organisationId)}) as roles,
      (select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by g.display_order, g.name), '[]')
        from organisation_group g where g.organisation_id = ${organisationId}) as groups,
      (select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name) order by c.display_order, c.name), '[]')
        from collection c where c.organisation_id = ${organisationId}) as collections,
      (select coalesce(json_agg(json_build_object('id', n.id, 'name', n.name) order by n.name), '[]') from named n
        where n.id in (select unnest(l.category_ids) from product_listing l where l.organisation_id = ${organisationId})) as categories`.execute(
    db,
  );
  return rows[0] as { roles: Named[]; groups: Named[]; collections: Named[]; categories: Named[] };
}

const toPattern = (searchTerm: string | undefined) => `%${escapeLike(searchTerm?.trim() ?? '')}%`;

/** People of an organisation with access whose name or email address contains a text. */
export async function findConnectionPeople(
  db: Db,
  organisationId: number,
  searchTerm: string | undefined,
): Promise<(Named & { email: string })[]> {
  const { rows } = await sql<Named & { email: string }>`
    select c.id, c.first_name || ' ' || c.last_name as name, c.email from customer c
    where c.organisation_id = ${organisationId} and c.active and c.deleted_at is null
      and (c.first_name || ' ' || c.last_name || ' ' || c.email) ilike ${toPattern(searchTerm)}
    order by c.last_name, c.first_name, c.id limit ${FOUND_AT_MOST}`.execute(db);
  return rows;
}

/** Addresses of an organisation and of its destinations that contain a text. */
export async function findAddresses(
  db: Db,
  organisationId: number,
  searchTerm: string | undefined,
): Promise<{ id: number; address: string }[]> {
  const { rows } = await sql<{ id: number; address: string }>`
    select * from (
      select a.id, concat_ws(', ', r.name, nullif(a.company, ''), a.address1, nullif(a.address2, ''), a.city, a.zip_postal_code) as address
      from address a left join resort r on r.organisation_id = a.organisation_id and r.id = a.resort_id
      where a.organisation_id = ${organisationId} and a.customer_id is null and not a.for_order_only and a.deleted_at is null) found
    where address ilike ${toPattern(searchTerm)} order by address, id limit ${FOUND_AT_MOST}`.execute(db);
  return rows;
}
