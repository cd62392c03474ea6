import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ReplyOf } from '#contract/index.ts';
import { canManageWardrobe } from './wardrobes.rules.ts';

export type Wardrobe = ReplyOf<'GET /api/organisation/wardrobes/:id'>['wardrobe'];
/** Finds the draft of a wardrobe. */
export type FindDraft = (db: Db, scope: Scope, wardrobeId: number) => Promise<Wardrobe['draft']>;
type WardrobeSummary = ReplyOf<'GET /api/organisation/wardrobes'>['wardrobes'][number];

/** The people who have wardrobe `c` and whom the scope manages, as rows `p`. */
const managedPeople = (scope: Scope): RawBuilder<unknown> => {
  const groups = [...scope.adminableGroupIds];
  return sql`customer_collection cc join customer p on p.organisation_id = cc.organisation_id and p.id = cc.customer_id and p.deleted_at is null
    where cc.organisation_id = c.organisation_id and cc.collection_id = c.id and (${groups.length === 0} or exists (
      select from customer_group g where g.organisation_id = p.organisation_id and g.customer_id = p.id and g.organisation_group_id = any (${groups}::bigint[])))`;
};

const isVisible = ({ organisationId, adminableGroupIds }: Scope): RawBuilder<unknown> => sql`
  c.organisation_id = ${organisationId} and (${adminableGroupIds.length === 0} or c.organisation_group_id is null
    or c.organisation_group_id = any (${[...adminableGroupIds]}::bigint[]))`;

const facts = sql`
  c.id, c.name, c.description, c.image_src as "imageSrc", c.parent_collection_id as "parentCollectionId",
  c.organisation_group_id as "organisationGroupId", c.season_id as "seasonId", c.display_order as "displayOrder", c.version`;

/** The wardrobes that an administrator sees, in display order. */
export async function listWardrobes(db: Db, scope: Scope): Promise<WardrobeSummary[]> {
  const found = await sql<Omit<WardrobeSummary, 'canEdit'>>`
    select ${facts},
      (select count(*)::int from collection_group g where g.organisation_id = c.organisation_id and g.collection_id = c.id) as "groupCount",
      (select count(*)::int from ${managedPeople(scope)}) as "peopleCount"
    from collection c where ${isVisible(scope)} order by c.display_order, c.name, c.id`.execute(db);
  return found.rows.map((row) => ({ ...row, canEdit: canManageWardrobe(scope, row.organisationGroupId) }));
}

/** Names of the values of product `p` in the attributes of a role, in their order. */
const valuesOf = (role: 'colour' | 'size') => sql`
  (select coalesce(json_agg(v.name order by pa.display_order, v.display_order, v.id), '[]')
   from product_attribute pa join attribute a on a.id = pa.attribute_id and a.role = ${role}
   join product_attribute_value v on v.product_attribute_id = pa.id where pa.product_id = p.id)`;

/** What is shown of product `p`, named `po` by the organisation, for `json_build_object`; see `productSources`. */
const productFacts = sql`
  'productId', p.id, 'name', coalesce(po.name, p.name), 'imageSrc', l.images -> 0 ->> 'src',
  'colours', ${valuesOf('colour')}, 'sizes', ${valuesOf('size')},
  'price', case when not l.call_for_price then price.lowest / 100.0 end,
  'priceHighest', case when not l.call_for_price and price.highest > price.lowest then price.highest / 100.0 end,
  'isOnSale', l.product_id is not null`;

const productSources = sql`
  join product p on p.id = po.product_id
  left join product_listing l on l.organisation_id = po.organisation_id and l.product_id = po.product_id
  left join lateral (select min(o.price_minor) as lowest, max(o.price_minor) as highest from offer o
    where o.organisation_id = po.organisation_id and o.product_id = po.product_id) price on true`;

const products = sql`
  (select coalesce(json_agg(json_build_object(${productFacts}, 'allocatedQuantity', gp.quantity, 'points', gp.points)
      order by gp.display_order, gp.product_id), '[]')
   from collection_group_product gp
   join product_organisation po on po.organisation_id = gp.organisation_id and po.product_id = gp.product_id
   ${productSources}
   where gp.organisation_id = g.organisation_id and gp.collection_group_id = g.id)`;

/** A product of the range as wardrobes show it, without numbers of a group. */
export type RangeProduct = Omit<Wardrobe['collectionGroups'][number]['products'][number], 'allocatedQuantity' | 'points'>;

/** Those of the products that are in the organisation's range, by id. */
export async function readRangeProducts(db: Db, scope: Scope, ids: readonly number[]): Promise<Map<number, RangeProduct>> {
  if (ids.length === 0) return new Map();
  const found = await sql<{ id: number; facts: RangeProduct }>`
    select po.product_id as id, json_build_object(${productFacts}) as facts from product_organisation po ${productSources}
    where po.organisation_id = ${scope.organisationId} and po.product_id = any (${[...ids]}::bigint[])`.execute(db);
  return new Map(found.rows.map(({ id, facts }) => [id, facts]));
}

/** How many wearers of wardrobe `c` follow its version by now, while some do not. */
const publication = sql`
  (select json_build_object('version', c.published_version, 'peopleOnNew', wearers.total - wearers.behind, 'peopleBehind', wearers.behind, 'bulkEditId', coalesce(
      (select e.id from bulk_edit e
       where e.organisation_id = c.organisation_id and e.kind = 'wardrobes' and e.exclusive_key = 'wardrobe:' || c.id and e.finished_at is null
       order by e.id desc limit 1),
      (select v.bulk_edit_id from wardrobe_version v
       where v.organisation_id = c.organisation_id and v.collection_id = c.id and v.version = c.published_version)))
   from (
     select count(*) as total, count(*) filter (where cc.wardrobe_version <> c.published_version) as behind
     from customer_collection cc where cc.organisation_id = c.organisation_id and cc.collection_id = c.id) wearers
   where wearers.behind > 0)`;

/** The latest versions of wardrobe `c`. */
const versions = sql`
  (select coalesce(json_agg(json_build_object('version', v.version, 'publishedAtUtc', v.published_at, 'by', v.by, 'people', v.people,
      'isInUse', v.version = c.published_version, 'bulkEditId', v.bulk_edit_id) order by v.version desc), '[]')
   from (
     select v.version, v.bulk_edit_id, to_char(v.published_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as published_at,
       nullif(trim(p.first_name || ' ' || p.last_name), '') as by,
       (select count(*) from customer_collection cc
        where cc.organisation_id = v.organisation_id and cc.collection_id = v.collection_id and cc.wardrobe_version = v.version) as people
     from wardrobe_version v
     left join customer p on v.actor_kind = 'customer' and p.organisation_id = v.organisation_id and p.id = v.actor_id
     where v.organisation_id = c.organisation_id and v.collection_id = c.id order by v.version desc limit 10) v)`;

/** A wardrobe with its parts, but without its draft; undefined when the administrator sees none with this id. */
export async function findWardrobe(db: Db, scope: Scope, id: number): Promise<Omit<Wardrobe, 'draft'> | undefined> {
  const found = await sql<Omit<Wardrobe, 'canEdit' | 'currencyCode' | 'draft'>>`
    select ${facts}, c.budget_points as "budgetPoints", (c.budget_minor / 100.0)::float8 as budget,
      case c.beyond when 'own_payment' then 'ownPayment' else c.beyond end as beyond, c.necessity,
      (select json_agg(t.id order by t.id) from allocation_type t
       where exists (select from collection_allocation_type a where a.organisation_id = c.organisation_id and a.collection_id = c.id and a.allocation_type_id = t.id)
         or not exists (select from collection_allocation_type a where a.organisation_id = c.organisation_id and a.collection_id = c.id)) as "allowedAllocationTypeIds",
      (select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name, 'superGroupOptionId', g.super_group_option_id,
          'allocatedQuantity', g.quantity, 'minQuantity', g.min_quantity, 'displayOrder', g.display_order,
          'products', ${products}) order by g.display_order, g.id), '[]')
       from collection_group g where g.organisation_id = c.organisation_id and g.collection_id = c.id) as "collectionGroups",
      (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'minSelect', s.min_select, 'maxSelect', s.max_select,
          'displayOrder', s.display_order,
          'options', (select coalesce(json_agg(json_build_object('id', o.id, 'name', o.name, 'imageSrc', o.image_src,
              'displayOrder', o.display_order,
              'chosenBy', (select count(*) from customer_super_group_option x join customer p on p.organisation_id = x.organisation_id and p.id = x.customer_id
                where x.organisation_id = o.organisation_id and x.super_group_option_id = o.id and p.deleted_at is null))
              order by o.display_order, o.id), '[]')
            from super_group_option o where o.organisation_id = s.organisation_id and o.super_group_id = s.id)) order by s.display_order, s.id), '[]')
       from super_group s where s.organisation_id = c.organisation_id and s.collection_id = c.id) as "superGroups",
      json_build_object('total', (select count(*) from ${managedPeople(scope)}), 'organisationGroups',
        (select coalesce(json_agg(json_build_object('id', n.id, 'name', n.name, 'count', n.count) order by n.count desc, n.name), '[]') from (
          select og.id, og.name, count(*) as count from (select p.organisation_id, p.id as person_id from ${managedPeople(scope)}) m
          left join customer_group cg on cg.organisation_id = m.organisation_id and cg.customer_id = m.person_id
          left join organisation_group og on og.organisation_id = cg.organisation_id and og.id = cg.organisation_group_id
          where ${scope.adminableGroupIds.length === 0} or og.id = any (${[...scope.adminableGroupIds]}::bigint[])
          group by og.id, og.name) n)) as people,
      ${publication} as publication, ${versions} as versions,
      (select json_build_object('id', s.id, 'name', s.name, 'seasonId', s.season_id) from collection s
       where s.organisation_id = c.organisation_id and s.id = c.copied_from_id) as "copiedFrom",
      (select coalesce(json_agg(json_build_object('id', k.id, 'name', k.name, 'seasonId', k.season_id) order by k.id), '[]') from collection k
       where k.organisation_id = c.organisation_id and k.copied_from_id = c.id) as copies
    from collection c where ${isVisible(scope)} and c.id = ${id}`.execute(db);
  const row = found.rows[0];
  return row && { ...row, canEdit: canManageWardrobe(scope, row.organisationGroupId), currencyCode: scope.currencyCode };
}
