import { sql } from 'kysely';
import { isOnRequest } from '#api/catalogue/pricing/price-on-request.queries.ts';
import { listedInOwnWardrobes, visibleTo } from '#api/catalogue/range/product-visibility.queries.ts';
import type { LineEntitlement } from '#api/entitlement/coverage.rules.ts';
import { getOrderingReach } from '#api/entitlement/ordering-eligibility.rules.ts';
import type { Db } from '#api/platform/db/database.ts';
import { matchesWords } from '#api/platform/db/search-words.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { QueryOf } from '#contract/index.ts';
import { entitlementOf } from './made-to-measure.queries.ts';

/** Whether a person sees the product of `product_listing l` and may order it: measurements that lead to no order are not asked for. */
const orderableBy = (scope: Scope) =>
  getOrderingReach(scope) === 'everything' ? visibleTo(scope) : sql`(${visibleTo(scope)} and ${listedInOwnWardrobes(scope)})`;

/** How a product is made to measure, for someone who may order it. Money in minor units. */
export interface MadeToMeasureGarment {
  productId: number;
  productName: string;
  customerId: number;
  customerName: string;
  isOffered: boolean;
  leadTimeDays: number | null;
  priceMinor: number | null;
  currencyCode: string;
  /** Where it counts for the wearer; null where it does not. */
  entitlement: LineEntitlement | null;
  colours: { id: number; name: string; imageSrc: string | null }[];
}

/** How a product is made to measure for a wearer; undefined when the person in scope may not order it. */
export async function findMadeToMeasureGarment(
  db: Db,
  scope: Scope,
  { productId, customerId }: { productId: number; customerId: number },
): Promise<MadeToMeasureGarment | undefined> {
  const { rows } = await sql<MadeToMeasureGarment>`
    select p.id as "productId", coalesce(po.name, p.name) as "productName", c.id as "customerId", c.first_name || ' ' || c.last_name as "customerName", p.is_made_to_measure and not ${isOnRequest(scope)} as "isOffered",
      p.lead_time_days as "leadTimeDays",
      case when p.is_made_to_measure and not ${isOnRequest(scope)} then unit_price(po.overridden_price_minor, po.price_percent, null, p.price_minor, 0) end as "priceMinor",
      g.currency_code as "currencyCode", ${entitlementOf(sql`c.id`, sql`p.id`)} as entitlement,
      (select coalesce(json_agg(json_build_object('id', v.id, 'name', v.name, 'imageSrc', (
          select k.image_src from combination k where k.product_id = p.id and not k.discontinued and v.id = any (k.value_ids) order by k.id limit 1)) order by v.display_order, v.id), '[]')
        from product_attribute pa join attribute b on b.id = pa.attribute_id and b.role = 'colour'
        join product_attribute_value v on v.product_attribute_id = pa.id
        where pa.product_id = p.id and exists (select from combination k where k.product_id = p.id and not k.discontinued and v.id = any (k.value_ids))) as colours
    from product_listing l
    join organisation g on g.id = l.organisation_id
    join customer c on c.organisation_id = l.organisation_id and c.id = ${customerId}
    join product p on p.id = l.product_id
    join product_organisation po on po.organisation_id = l.organisation_id and po.product_id = p.id
    where l.organisation_id = ${scope.organisationId} and l.product_id = ${productId} and ${orderableBy(scope)}`.execute(db);
  return rows[0];
}

/** A garment that can be made to measure. */
interface GarmentItem {
  id: number;
  name: string;
  imageSrc: string | null;
  isOffered: boolean;
  leadTimeDays: number | null;
}

/** A page of the garments with sizes that a person may order, with their number: first those that are offered made to measure. */
export async function listMadeToMeasureGarments(
  db: Db,
  scope: Scope,
  { searchTerm, ...paging }: QueryOf<'GET /api/madetomeasure/garments'>,
): Promise<{ garments: GarmentItem[]; totalCount: number }> {
  const { offset, limit } = toOffsetAndLimit(paging);
  const { rows } = await sql<{ garments: GarmentItem[]; totalCount: number }>`
    with found as (
      select p.id, coalesce(po.name, p.name) as name, p.is_made_to_measure and not ${isOnRequest(scope)} as "isOffered", p.lead_time_days as "leadTimeDays",
        l.images -> 0 ->> 'src' as "imageSrc"
      from product_listing l
      join product p on p.id = l.product_id
      join product_organisation po on po.organisation_id = l.organisation_id and po.product_id = p.id
      where l.organisation_id = ${scope.organisationId} and ${orderableBy(scope)}
        and ${matchesWords(sql`searchable_text(coalesce(po.name, p.name))`, searchTerm)}
        and (select count(*) from product_attribute pa join attribute b on b.id = pa.attribute_id and b.role = 'size'
          join product_attribute_value v on v.product_attribute_id = pa.id where pa.product_id = p.id) > 1)
    select (select count(*)::int from found) as "totalCount", (
      select coalesce(json_agg(json_build_object('id', page.id, 'name', page.name, 'isOffered', page."isOffered", 'leadTimeDays', page."leadTimeDays",
        'imageSrc', page."imageSrc")
        order by page."isOffered" desc, page.name, page.id), '[]')
      from (select * from found order by "isOffered" desc, name, id limit ${limit} offset ${offset}) page) as garments`.execute(
    db,
  );
  return rows[0] as { garments: GarmentItem[]; totalCount: number };
}
