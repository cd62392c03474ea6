import { sql } from 'kysely';
import { visibleTo } from '#api/catalogue/range/product-visibility.queries.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { isAmongWearers } from '../../cart/wearers.queries.ts';
import { listWearerGroups } from '../../cart/wearers.rules.ts';

/** A person and a garment of their wardrobes. */
export interface WorkbookGarment {
  wearerId: number;
  productId: number;
  /** Their name, or their email address where the name is not theirs alone. */
  wearer: string;
  group: string | null;
  garment: string;
  /** The colour of the last piece that they still have. */
  colour: string | null;
  /** Pieces; null where there is no limit in pieces. */
  left: number | null;
}

/** The people with a wardrobe for whom the person may order, by name; of one group where `groupId` is given. */
export async function listWorkbookPeople(db: Db, scope: Scope, groupId: number | undefined): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select c.id from customer c
    where c.organisation_id = ${scope.organisationId} and c.active and ${isAmongWearers(scope, listWearerGroups(scope))}
      and (${groupId === undefined} or exists (select from customer_group g
        where g.organisation_id = c.organisation_id and g.customer_id = c.id and g.organisation_group_id = ${groupId ?? null}::bigint))
      and exists (select from customer_collection w where w.organisation_id = c.organisation_id and w.customer_id = c.id)
    order by c.last_name, c.first_name, c.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** How many rows the workbook of these people has at most: their garments, whether the person sees them or not. */
export async function countWorkbookRows(db: Db, { organisationId }: Scope, customerIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select distinct w.customer_id, gp.product_id
      from customer_collection w
      join collection_group g on g.organisation_id = w.organisation_id and g.collection_id = w.collection_id
      join collection_group_product gp on gp.organisation_id = g.organisation_id and gp.collection_group_id = g.id
      where w.organisation_id = ${organisationId} and w.customer_id = any (${[...customerIds]}::bigint[])) garment`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The garments of people's wardrobes that the person sees, with the colour kept last and what is left. `today` is the day in the organisation's time zone. */
export async function listWorkbookGarments(
  db: Db,
  scope: Scope,
  customerIds: readonly number[],
  today: string,
): Promise<WorkbookGarment[]> {
  const { rows } = await sql<WorkbookGarment>`
    with person as materialized (
      select p.place, c.id, c.first_name || ' ' || c.last_name as name, c.email, exists (
          select from customer other
          where other.organisation_id = c.organisation_id and name_key(other.last_name) = name_key(c.last_name)
            and name_key(other.first_name) = name_key(c.first_name) and other.deleted_at is null and other.id <> c.id) as has_namesake, (
          select min(g.name) from customer_group m join organisation_group g on g.organisation_id = m.organisation_id and g.id = m.organisation_group_id
          where m.organisation_id = c.organisation_id and m.customer_id = c.id) as group_name
      from unnest(${[...customerIds]}::bigint[]) with ordinality as p (id, place)
      join customer c on c.organisation_id = ${scope.organisationId} and c.id = p.id),
    garment as materialized (
      select distinct person.id as customer_id, gp.product_id
      from person join customer_collection w on w.organisation_id = ${scope.organisationId} and w.customer_id = person.id
      join collection_group g on g.organisation_id = w.organisation_id and g.collection_id = w.collection_id
      join collection_group_product gp on gp.organisation_id = g.organisation_id and gp.collection_group_id = g.id)
    select case when person.has_namesake then person.email else person.name end as wearer, person.group_name as group, pl.name as garment, kept.colour,
      garment.customer_id as "wearerId", garment.product_id as "productId", case when a.is_limited and a.unit = 'pieces' then greatest(a.granted - a.reserved - a.used, 0) end as left
    from garment join person on person.id = garment.customer_id
    join product_listing pl on pl.organisation_id = ${scope.organisationId} and pl.product_id = garment.product_id and ${visibleTo(scope, 'pl')}
    cross join lateral open_account(${scope.organisationId}, garment.customer_id, garment.product_id, null, ${today}::date) a
    left join lateral (
      select string_agg(v.name, ' ') filter (where t.role = 'colour') as colour
      from (
        select l.combination_id from order_line l
        where l.organisation_id = ${scope.organisationId} and l.wearer_id = garment.customer_id and l.product_id = garment.product_id
          and l.shipped_quantity > l.returned_quantity + l.open_return_quantity
        order by l.id desc limit 1) last
      join combination b on b.id = last.combination_id
      join product_attribute_value v on v.id = any (b.value_ids)
      join product_attribute pa on pa.id = v.product_attribute_id join attribute t on t.id = pa.attribute_id) kept on true
    order by person.place, pl.display_order, pl.name, pl.product_id`.execute(db);
  return rows;
}
