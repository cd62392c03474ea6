import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { isInCatalogueCurrency, isOnRequest } from '../pricing/price-on-request.queries.ts';
import { catalogueCombinationPrice, cataloguePrices, ownPrices, pricesOf, rangeOrder } from './range-list.queries.ts';
import type { PlannedPrice, PricePreviewRow } from './range-price-preview.rules.ts';

/** Prices of products now and with the planned own price or percentage, in the order of the list. */
export async function listPlannedPrices(
  db: Db,
  scope: Pick<Scope, 'organisationId' | 'currencyCode'>,
  planned: readonly PlannedPrice[],
): Promise<PricePreviewRow[]> {
  const found = await sql<PricePreviewRow>`
    select po.id, coalesce(po.name, p.name) as name, ${isOnRequest(scope)} as "isOnRequest",
      p.call_for_price or (planned."priceMinor" is null and not ${isInCatalogueCurrency(scope)}) as "willBeOnRequest",
      own.lowest as "lowestBefore", own.highest as "highestBefore", future.lowest as "lowestAfter", future.highest as "highestAfter",
      case when ${isInCatalogueCurrency(scope)} then price.lowest end as "catalogueLowest",
      planned.percent is not null and exists (
        select from combination x where x.product_id = p.id and not x.discontinued
          and (${catalogueCombinationPrice('x')} * (100 + planned.percent)) % 100 <> 0) as "isRounded"
    from jsonb_to_recordset(${JSON.stringify(planned)}::jsonb) as planned (id bigint, "priceMinor" bigint, percent numeric)
    join product_organisation po on po.organisation_id = ${scope.organisationId} and po.id = planned.id
    join product p on p.id = po.product_id
    join lateral ${ownPrices} own on true
    join lateral ${pricesOf(sql`planned."priceMinor"`, sql`planned.percent`)} future on true
    join lateral ${cataloguePrices} price on true
    order by ${rangeOrder}`.execute(db);
  return found.rows;
}
