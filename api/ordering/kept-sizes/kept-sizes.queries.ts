import { sql } from 'kysely';
import { visibleTo } from '#api/catalogue/range/product-visibility.queries.ts';
import { KINDS_BY_GARMENT_TYPE } from '#api/catalogue/size-guides/reading/charts.rules.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ReplyOf } from '#contract/index.ts';
import { KEPT_AFTER_DAYS } from '#contract/ordering/kept-sizes.ts';

/** The size of a product that someone has kept. */
type KeptSize = ReplyOf<'GET /api/keptsizes'>['keptSizes'][number];

/** Whose sizes of which products. */
interface WantedSizes {
  wearerIds: readonly number[];
  /** All that the person in `scope` may see, where it is absent. */
  productIds?: readonly number[] | undefined;
  now: Date;
}

/**
 * The sizes that people of the organisation have kept of products that the person in `scope` may see, or of others of the same kind with the same size
 * guide, in one statement. A guide can serve tops and trousers, whose sizes say nothing about each other: the bust decides one, the hips the other.
 * The caller must have made sure that the person in `scope` may order for these people.
 */
export async function listKeptSizes(
  db: Db,
  scope: Scope,
  { wearerIds, productIds, now }: WantedSizes,
): Promise<(KeptSize & { wearerId: number })[]> {
  if (wearerIds.length === 0 || productIds?.length === 0) return [];
  const { rows } = await sql<KeptSize & { wearerId: number }>`
    with held as (
      select l.id, l.wearer_id, l.product_id, l.product_name, l.combination_id, size.id as size_id, size.name as size, f.fit, f.updated_at as said_at,
        l.shipped_quantity > l.returned_quantity + l.open_return_quantity as is_kept, l.open_return_quantity > 0 as is_returning,
        coalesce(sent.first_at, o.shipped_at, o.created_at) as received_at
      from order_line l
      join orders o on o.organisation_id = l.organisation_id and o.id = l.order_id
      join combination c on c.id = l.combination_id
      join lateral (
        select v.id, v.name from product_attribute_value v
        join product_attribute pa on pa.id = v.product_attribute_id join attribute a on a.id = pa.attribute_id and a.role = 'size'
        where v.id = any (c.value_ids) limit 1) size on true
      left join lateral (
        select min(coalesce(s.delivered_at, s.shipped_at)) as first_at
        from shipment_line p join shipment s on s.organisation_id = p.organisation_id and s.id = p.shipment_id
        where p.organisation_id = l.organisation_id and p.order_line_id = l.id) sent on true
      left join fit_feedback f on f.organisation_id = l.organisation_id and f.order_line_id = l.id and f.customer_id = l.wearer_id
      where l.organisation_id = ${scope.organisationId} and l.wearer_id = any (${[...wearerIds]}::bigint[]) and l.shipped_quantity > l.returned_quantity),
    kept as (
      select h.wearer_id, h.product_id, h.size_id, h.size, (array_agg(h.product_name order by h.id desc))[1] as product_name,
        (array_agg(h.combination_id order by h.received_at desc, h.id desc) filter (where h.is_kept))[1] as combination_id,
        min(h.received_at) filter (where h.is_kept) as first_at, max(h.received_at) filter (where h.is_kept) as last_at,
        (array_agg(h.fit order by h.said_at desc, h.id desc) filter (where h.fit is not null))[1] as fit
      from held h
      group by h.wearer_id, h.product_id, h.size_id, h.size
      having not bool_or(h.is_returning) and min(h.received_at) filter (where h.is_kept) <= ${now}::timestamptz - make_interval(days => ${KEPT_AFTER_DAYS})),
    kind_of_garment as (select * from unnest(${[...KINDS_BY_GARMENT_TYPE.keys()]}::text[], ${[...KINDS_BY_GARMENT_TYPE.values()]}::text[]) as t (garment_type, kind)),
    sized as (
      select p.id, p.size_guide_id, coalesce(g.kind, 'other') as kind from product p left join kind_of_garment g on g.garment_type = p.garment_type),
    guided as (
      select k.*, s.size_guide_id, s.kind from kept k join sized s on s.id = k.product_id),
    proposed as (
      select distinct on (k.wearer_id, pl.product_id) k.*, pl.product_id as wanted_id, size.id as wanted_size_id
      from guided k
      join product_listing pl on pl.organisation_id = ${scope.organisationId} and (pl.product_id = k.product_id or pl.size_guide_id = k.size_guide_id)
        and (pl.product_id = k.product_id or k.kind = (select s.kind from sized s where s.id = pl.product_id))
        and (${productIds === undefined} or pl.product_id = any (${[...(productIds ?? [])]}::bigint[])) and ${visibleTo(scope, 'pl')}
      join lateral (
        select v.id from product_attribute pa join attribute a on a.id = pa.attribute_id and a.role = 'size'
        join product_attribute_value v on v.product_attribute_id = pa.id
        where pa.product_id = pl.product_id and (v.id = k.size_id or pl.product_id <> k.product_id and v.name = k.size) limit 1) size on true
      order by k.wearer_id, pl.product_id, pl.product_id = k.product_id desc, k.last_at desc, k.product_id desc)
    select p.wearer_id as "wearerId", p.wanted_id as "productId", p.wanted_size_id as "sizeId", p.size, p.product_id as "keptProductId",
      p.product_name as "keptProductName", (p.first_at at time zone ${scope.timeZone})::date::text as "sinceOn", p.fit,
      (select json_agg(json_build_object('id', v.id, 'name', v.name) order by pa.display_order, pa.id)
        from product_attribute pa join attribute a on a.id = pa.attribute_id join product_attribute_value v on v.product_attribute_id = pa.id
        where pa.product_id = p.wanted_id and (v.id = p.wanted_size_id or a.role in ('fit', 'length') and (a.role, v.name) in (
          select ka.role, kv.name from combination kc join product_attribute_value kv on kv.id = any (kc.value_ids)
          join product_attribute kpa on kpa.id = kv.product_attribute_id join attribute ka on ka.id = kpa.attribute_id
          where kc.id = p.combination_id))) as values
    from proposed p order by p.wearer_id, p.wanted_id`.execute(db);
  return rows;
}
