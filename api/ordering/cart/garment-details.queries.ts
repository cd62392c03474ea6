import { sql } from 'kysely';
import { isCustomisable } from '#api/catalogue/customisation/design-options.queries.ts';
import { isInCatalogueCurrency, isOnRequest, isWithoutPrice } from '#api/catalogue/pricing/price-on-request.queries.ts';
import type { AppliedTaxClass, TierPrice } from '#api/catalogue/pricing/pricing.rules.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';

/** A quantity tier of an organisation, with the role and period (epoch milliseconds) that it applies to. */
interface DatedTier extends TierPrice {
  roleId: number | null;
  startsAt: number | null;
  endsAt: number | null;
}

/** Details of a combination in an organisation's range that stay valid while its listing has the same version. */
export interface GarmentDetails {
  combinationId: number;
  version: number | null;
  productId: number;
  productName: string;
  sku: string;
  gtin: string | null;
  description: string;
  attributes: { id: number; value: string }[];
  imageSrc: string | null;
  imageId: number;
  discontinued: boolean;
  priceMinor: number;
  tiers: readonly DatedTier[];
  /** Whether the price is on request. */
  callForPrice: boolean;
  /** Whether it is on request because there is none in the organisation's currency, so that no one can order it at its price. */
  isWithoutPrice: boolean;
  isMadeToOrder: boolean;
  /** Whether logos, texts or badges can be put on it. */
  isCustomisable: boolean;
  /** Whether it is ordered with at least one logo, text or badge. */
  isCustomisationRequired: boolean;
  taxClass: AppliedTaxClass;
  orderMinimumQuantity: number;
  orderMaximumQuantity: number;
  allowedQuantities: number[];
  disableBuyButton: boolean;
  managesStock: boolean;
  backorderMode: number;
  displaysStockQuantity: boolean;
  lowStockQuantity: number;
}

/** Whose range it is. */
type RangeOwner = Pick<Scope, 'organisationId' | 'currencyCode'>;

/** Details of combinations `c` in an organisation's range, as a query to which a condition is added. */
export const selectGarmentDetails = (scope: RangeOwner) => sql<GarmentDetails>`
  select c.id as "combinationId", c.product_id as "productId", pl.version, coalesce(pl.name, po.name, p.name) as "productName", c.sku, coalesce(c.gtin, p.gtin) as gtin, c.description,
    coalesce(selected.attributes, '[]') as attributes, picture.src as "imageSrc", line_picture_id(p.id, picture.src, c.id) as "imageId",
    c.discontinued, coalesce(unit_price(po.overridden_price_minor, po.price_percent, c.overridden_price_minor, p.price_minor, c.price_adjustment_minor), 0) as "priceMinor",
    coalesce((select json_agg(json_build_object('quantity', t.quantity, 'priceMinor', t.price_minor, 'roleId', t.role_id,
        'startsAt', extract(epoch from t.starts_at)::float8 * 1000, 'endsAt', extract(epoch from t.ends_at)::float8 * 1000) order by t.quantity, t.price_minor)
      from tier_price t where t.product_id = p.id and (t.organisation_id = ${scope.organisationId} or (t.organisation_id is null and ${isInCatalogueCurrency(scope)}))), '[]') as tiers,
    ${isOnRequest(scope)} as "callForPrice", ${isWithoutPrice(scope)} as "isWithoutPrice", p.is_made_to_order as "isMadeToOrder", p.customisation_required as "isCustomisationRequired",
    exists (select from (select ${scope.organisationId}::bigint as organisation_id) l where ${isCustomisable}) as "isCustomisable", case when p.is_tax_exempt then 'exempt' else p.tax_class end as "taxClass",
    p.order_minimum_quantity as "orderMinimumQuantity", p.order_maximum_quantity as "orderMaximumQuantity", p.allowed_quantities as "allowedQuantities",
    p.disable_buy_button as "disableBuyButton", p.manages_stock as "managesStock", p.backorder_mode as "backorderMode",
    p.displays_stock_quantity as "displaysStockQuantity", p.low_stock_quantity as "lowStockQuantity"
  from combination c
  join product p on p.id = c.product_id
  left join product_listing pl on pl.organisation_id = ${scope.organisationId} and pl.product_id = p.id
  left join product_organisation po on po.organisation_id = ${scope.organisationId} and po.product_id = p.id
  left join lateral (
    select json_agg(json_build_object('id', v.product_attribute_id, 'value', v.id::text) order by array_position(c.value_ids, v.id)) as attributes,
      (array_agg(v.colour_rgb) filter (where v.colour_rgb is not null))[1] as colour_rgb,
      (array_agg(v.accent_rgb) filter (where v.colour_rgb is not null))[1] as accent_rgb
    from product_attribute_value v where v.id = any (c.value_ids)) selected on true
  cross join lateral (
    select coalesce(c.image_src,
      case when pl.images -> 0 ->> 'src' like '/garments/%' then drawing_url(p.garment_type, p.drawing_features, selected.colour_rgb, selected.accent_rgb, 'front') end,
      pl.images -> 0 ->> 'src') as src) picture`;

/** Details of combinations in an organisation's range, by combination id. */
export async function readGarmentDetails(
  db: Db,
  scope: RangeOwner,
  combinationIds: readonly number[],
): Promise<Map<number, GarmentDetails>> {
  const { rows } =
    await sql<GarmentDetails>`${selectGarmentDetails(scope)} where c.id = any (${[...combinationIds]}::bigint[])`.execute(db);
  return new Map(rows.map((details) => [details.combinationId, details]));
}
