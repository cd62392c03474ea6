import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ReplyOf } from '#contract/index.ts';

export type IssuedGarment = ReplyOf<'GET /api/issuedgarments'>['garments'][number];

/** What a person of the caller's organisation holds, by product and size, in one statement. The caller must be allowed to see the person. */
export async function listIssuedGarments(
  db: Db,
  { organisationId, timeZone }: Pick<Scope, 'organisationId' | 'timeZone'>,
  customerId: number,
): Promise<IssuedGarment[]> {
  const { rows } = await sql<IssuedGarment>`
    with held as (
      select l.id, l.product_id, l.combination_id, l.product_name, l.description, l.image_src, l.shipped_quantity - l.returned_quantity as quantity,
        coalesce(sent.first_on, (o.shipped_at at time zone ${timeZone})::date, (o.created_at at time zone ${timeZone})::date) as first_on,
        coalesce(sent.last_on, (o.shipped_at at time zone ${timeZone})::date, (o.created_at at time zone ${timeZone})::date) as last_on
      from order_line l
      join orders o on o.organisation_id = l.organisation_id and o.id = l.order_id
      left join lateral (
        select (min(coalesce(s.delivered_at, s.shipped_at)) at time zone ${timeZone})::date as first_on,
          (max(coalesce(s.delivered_at, s.shipped_at)) at time zone ${timeZone})::date as last_on
        from shipment_line p join shipment s on s.organisation_id = p.organisation_id and s.id = p.shipment_id
        where p.organisation_id = l.organisation_id and p.order_line_id = l.id) sent on true
      where l.organisation_id = ${organisationId} and l.wearer_id = ${customerId} and l.shipped_quantity > l.returned_quantity),
    size as (
      select product_id, combination_id, (array_agg(description order by id desc))[1] as description, sum(quantity)::int as quantity, max(last_on) as last_on
      from held group by 1, 2)
    select h.product_id as "productId", (array_agg(h.product_name order by h.id desc))[1] as "productName",
      (array_agg(h.image_src order by h.id desc))[1] as "imageSrc", sum(h.quantity)::int as quantity, p.wear_life_months as "wearLifeMonths",
      (min(h.first_on) + make_interval(months => p.wear_life_months))::date::text as "nextReplacementOn",
      (select json_agg(json_build_object('combinationId', s.combination_id, 'attributeDescription', s.description, 'quantity', s.quantity,
          'lastIssuedOn', s.last_on) order by s.last_on desc, s.combination_id)
        from size s where s.product_id = h.product_id) as sizes
    from held h join product p on p.id = h.product_id
    group by h.product_id, p.wear_life_months
    order by "nextReplacementOn" nulls last, "productName", h.product_id`.execute(db);
  return rows;
}
