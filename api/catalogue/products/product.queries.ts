import { CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ReplyOf } from '#contract/index.ts';
import { isCustomisable } from '../customisation/design-options.queries.ts';
import type { TierPrice } from '../pricing/pricing.rules.ts';
import { compileVisibleTo, meetsRoleLimits, visibleTo } from '../range/product-visibility.queries.ts';
import { type Listing, type ListingRow, listingColumns, toListing } from './listing.queries.ts';

export interface ProductAttributeValue {
  id: number;
  name: string;
  colourRgb: string | null;
  /** URL of the drawing in this colour; null if the value is not a colour, and among `ProductChoices`. */
  flatSrc: string | null;
  priceAdjustmentMinor: number;
  displayOrder: number;
}

/** An attribute of the product (colour, size, fit). `id` is the mapping to the product, `attributeId` the attribute itself. */
export interface ProductAttribute {
  id: number;
  attributeId: number;
  name: string;
  role: 'colour' | 'size' | 'fit' | 'length' | null;
  controlTypeId: number;
  displayOrder: number;
  values: ProductAttributeValue[];
}

/** A combination of attribute values (one SKU) with its price for the organisation and its stock. */
export interface ProductCombination {
  id: number;
  /** In the order of the attributes. */
  valueIds: number[];
  description: string;
  sku: string;
  gtin: string | null;
  manufacturerPartNumber: string | null;
  overriddenPriceMinor: number | null;
  priceMinor: number;
  imageSrc: string | null;
  onHand: number;
  reserved: number;
  dueOn: string | null;
  dueQuantity: number | null;
}

/** A quantity tier that applies now, to everyone or to one role. */
export interface RoleTier extends TierPrice {
  roleId: number | null;
}

/** A product in the range with what can be chosen about it. */
export interface ProductChoices extends Listing {
  /** The organisation has its own price or percentage, so the catalogue's price adjustments do not apply as they are. */
  hasOrganisationPrice: boolean;
  orderMinimumQuantity: number;
  orderMaximumQuantity: number;
  allowedQuantities: number[];
  attributes: ProductAttribute[];
}

type ProductCare = ReplyOf<'GET /api/products/:id'>['products'][number]['care'];

/** All data about a product for one organisation, from which all responses about it are built. */
export interface ProductFacts extends ProductChoices {
  stamp: ProductStamp;
  /**
   * When the data becomes invalid without a write, because a price tier starts or ends or the day ends. Milliseconds since 1970.
   */
  freshUntil: number;
  fullDescription: string | null;
  manufacturerPartNumber: string | null;
  gtin: string | null;
  weightGrams: number;
  managesStock: boolean;
  backorderMode: number;
  displaysStockQuantity: boolean;
  lowStockQuantity: number;
  customisationEnabled: boolean;
  customisationRequired: boolean;
  /** Its own UNSPSC code, or that of its category; null when neither has one. */
  unspsc: string | null;
  /** Unit of UN/ECE Recommendation 20. */
  unitCode: string;
  /** Standards to which it is certified, in their order. */
  marks: { standard: string; detail: string | null }[];
  /** How it is treated, as codes of the contract. */
  care: ProductCare;
  tags: string[];
  createdAt: Date;
  updatedAt: Date;
  categoryIds: number[];
  tiers: RoleTier[];
  combinations: ProductCombination[];
}

/** Identifies a state of a product: its listing's version, and the sum of its stock levels' versions. */
export interface ProductStamp {
  version: number;
  stockVersion: number;
  /** The database snapshot: two statements with the same snapshot read the same data. */
  snapshot: string;
}

// A sum, not a maximum: if two levels change at the same time, the lower version may commit last.
const STOCK_VERSION = '(select coalesce(sum(s.version), 0) from stock_level s where s.product_id = l.product_id)';

const FIND_STAMP = `
  select l.version, pg_current_snapshot()::text as snapshot, extract(epoch from now())::float8 * 1000 as now,
    case when pg_current_snapshot()::text = $1 then null else ${STOCK_VERSION} end as stock_version
  from product_listing l where l.organisation_id = $2 and l.product_id = $3 and `;

/** The current state of a product, with the database's time. */
export interface CurrentStamp extends Omit<ProductStamp, 'stockVersion'> {
  /** Null if nothing has been written anywhere since the given snapshot. */
  stockVersion: number | null;
  now: number;
}

/**
 * The current state of a product; undefined if it is not in the person's range or, with `inOwnWardrobes`, not listed by an open
 * group of their own wardrobes. If the snapshot has not changed, the sum over
 * all combinations is skipped. Every request about a product runs this, so it is plain SQL.
 */
export async function findProductStamp(
  db: Db,
  scope: Scope,
  productId: number,
  knownSnapshot: string,
  { inOwnWardrobes = false } = {},
): Promise<CurrentStamp | undefined> {
  const visible = compileVisibleTo(scope, 4, { inOwnWardrobes });
  const found = await db.executeQuery<{ version: number; snapshot: string; stock_version: number | null; now: number }>(
    CompiledQuery.raw(FIND_STAMP + visible.text, [knownSnapshot, scope.organisationId, productId, ...visible.parameters]),
  );
  const row = found.rows[0];
  return row && { version: row.version, snapshot: row.snapshot, stockVersion: row.stock_version, now: row.now };
}

interface FactsRow extends ListingRow {
  version: number;
  snapshot: string;
  stock_version: number;
  fresh_until: number;
  full_description: string | null;
  manufacturer_part_number: string | null;
  gtin: string | null;
  weight_grams: number;
  order_minimum_quantity: number;
  order_maximum_quantity: number;
  allowed_quantities: number[];
  manages_stock: boolean;
  backorder_mode: number;
  displays_stock_quantity: boolean;
  low_stock_quantity: number;
  customisation_enabled: boolean;
  customisation_required: boolean;
  unspsc: string | null;
  unit_of_measure: string;
  marks: ProductFacts['marks'];
  care: ProductCare;
  tags: string[];
  created_at: Date;
  updated_at: Date;
  has_organisation_price: boolean;
  own_category_ids: number[];
  tiers: RoleTier[];
  attributes: ProductAttribute[];
  combinations: ProductCombination[];
}

type ChoicesRow = ListingRow &
  Pick<
    FactsRow,
    'has_organisation_price' | 'order_minimum_quantity' | 'order_maximum_quantity' | 'allowed_quantities' | 'attributes'
  >;

/** Price tiers of this organisation or of all organisations that have not ended. Those in effect now are applied. */
const tiersOf = sql`
  from tier_price t
  where t.product_id = l.product_id and (t.organisation_id = l.organisation_id or (t.organisation_id is null and exists (
    select from organisation o join catalogue_setting s on s.currency_code = o.currency_code where o.id = l.organisation_id)))`;

const tiers = sql`
  (select coalesce(json_agg(json_build_object('quantity', t.quantity, 'priceMinor', t.price_minor, 'roleId', t.role_id) order by t.quantity, t.price_minor), '[]')
   ${tiersOf} and (t.starts_at is null or t.starts_at <= now()) and (t.ends_at is null or t.ends_at > now()))`;

const freshUntil = sql`
  (select extract(epoch from least(
     (date_trunc('day', now() at time zone 'utc') + interval '1 day') at time zone 'utc',
     min(t.starts_at) filter (where t.starts_at > now()), min(t.ends_at) filter (where t.ends_at > now())))::float8 * 1000
   ${tiersOf})`;

/** Of `product_organisation po`. */
const hasOrganisationPrice = sql`(po.overridden_price_minor is not null or po.price_percent is not null) as has_organisation_price`;

/** The drawing of `product p` in the colour of a value. */
const drawingOfValue = sql`case when v.colour_rgb is not null then drawing_url(p.garment_type, p.drawing_features, v.colour_rgb, v.accent_rgb, 'front') end`;

/** The attributes of the product of `product_listing l` with their values. Drawings take most of the time, so they are left out where no one needs them. */
const attributesWith = (drawing: RawBuilder<unknown>) => sql`
  (select coalesce(json_agg(json_build_object(
     'id', pa.id, 'attributeId', a.id, 'name', a.name, 'role', a.role, 'controlTypeId', pa.control_type_id, 'displayOrder', pa.display_order,
     'values', (select coalesce(json_agg(json_build_object('id', v.id, 'name', v.name, 'colourRgb', v.colour_rgb,
                  'flatSrc', ${drawing},
                  'priceAdjustmentMinor', v.price_adjustment_minor, 'displayOrder', v.display_order) order by v.display_order, v.id), '[]')
                from product_attribute_value v where v.product_attribute_id = pa.id)) order by pa.display_order, pa.id), '[]')
   from product_attribute pa join attribute a on a.id = pa.attribute_id where pa.product_id = l.product_id)`;

const combinations = sql`
  (select coalesce(json_agg(json_build_object(
     'id', c.id, 'valueIds', c.value_ids, 'description', c.description, 'sku', c.sku, 'gtin', c.gtin, 'manufacturerPartNumber', c.manufacturer_part_number,
     'overriddenPriceMinor', c.overridden_price_minor, 'priceMinor', o.price_minor, 'imageSrc', c.image_src,
     'onHand', coalesce(s.on_hand, 0), 'reserved', coalesce(s.reserved, 0), 'dueOn', due.due_on, 'dueQuantity', due.quantity) order by c.display_order, c.id), '[]')
   from offer o
   join combination c on c.id = o.combination_id
   left join stock_level s on s.combination_id = c.id
   left join (
     select distinct on (i.combination_id) i.combination_id, i.due_on, i.quantity
     from stock_incoming i join combination m on m.id = i.combination_id
     where m.product_id = l.product_id and i.due_on >= (now() at time zone 'utc')::date
     order by i.combination_id, i.due_on, i.id) due on due.combination_id = c.id
   where o.organisation_id = l.organisation_id and o.product_id = l.product_id)`;

/** Columns of `factsSource`. */
const factsColumns = sql`
  ${listingColumns}, l.version, pg_current_snapshot()::text as snapshot, ${sql.raw(STOCK_VERSION)} as stock_version, ${freshUntil} as fresh_until,
  p.full_description, p.manufacturer_part_number, p.gtin, p.weight_grams, p.order_minimum_quantity, p.order_maximum_quantity,
  p.allowed_quantities, p.manages_stock, p.backorder_mode, p.displays_stock_quantity, p.low_stock_quantity,
  ${isCustomisable} as customisation_enabled, p.customisation_required,
  coalesce(p.unspsc_code, category_unspsc(p.id)) as unspsc, p.unit_of_measure, p.marks,
  json_build_object('wash', p.care_wash, 'bleach', p.care_bleach, 'dry', p.care_dry, 'iron', p.care_iron,
    'dryClean', p.care_dry_clean, 'note', p.care_note) as care, p.tags, p.created_at, p.updated_at, ${hasOrganisationPrice},
  array(select c.category_id from product_category c where c.product_id = p.id order by 1) as own_category_ids,
  ${tiers} as tiers, ${attributesWith(drawingOfValue)} as attributes, ${combinations} as combinations`;

const factsSource = sql`
  product_listing l
  join product p on p.id = l.product_id
  join product_organisation po on po.id = l.product_organisation_id`;

const toFacts = (row: FactsRow): ProductFacts => ({
  ...toListing(row),
  stamp: { version: row.version, stockVersion: row.stock_version, snapshot: row.snapshot },
  freshUntil: row.fresh_until,
  fullDescription: row.full_description,
  manufacturerPartNumber: row.manufacturer_part_number,
  gtin: row.gtin,
  weightGrams: row.weight_grams,
  orderMinimumQuantity: row.order_minimum_quantity,
  orderMaximumQuantity: row.order_maximum_quantity,
  allowedQuantities: row.allowed_quantities,
  managesStock: row.manages_stock,
  backorderMode: row.backorder_mode,
  displaysStockQuantity: row.displays_stock_quantity,
  lowStockQuantity: row.low_stock_quantity,
  customisationEnabled: row.customisation_enabled,
  customisationRequired: row.customisation_required,
  unspsc: row.unspsc,
  unitCode: row.unit_of_measure,
  marks: row.marks,
  care: row.care,
  tags: row.tags,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  hasOrganisationPrice: row.has_organisation_price,
  categoryIds: row.own_category_ids,
  tiers: row.tiers,
  attributes: row.attributes,
  combinations: row.combinations,
});

/**
 * Reads all data about a product in one statement, so that it is consistent; undefined if it is not in the person's range.
 * Anything else that depends on the person (role tiers, tax) is applied by the caller. `ignoringLimits` searches the
 * organisation's whole range.
 */
export async function findProduct(
  db: Db,
  scope: Scope,
  productId: number,
  { ignoringLimits = false } = {},
): Promise<ProductFacts | undefined> {
  const found = await sql<FactsRow>`
    select ${factsColumns} from ${factsSource}
    where l.organisation_id = ${scope.organisationId} and l.product_id = ${productId}
      and (${ignoringLimits} or ${visibleTo(scope)})`.execute(db);
  const row = found.rows[0];
  return row && toFacts(row);
}

/** As `findProduct`, whatever limits the product has in the range of an organisation: for whoever keeps it. */
export async function findRangeProduct(
  db: Db,
  { organisationId }: Pick<Scope, 'organisationId'>,
  productId: number,
): Promise<ProductFacts | undefined> {
  const found = await sql<FactsRow>`
    select ${factsColumns} from ${factsSource} where l.organisation_id = ${organisationId} and l.product_id = ${productId}`.execute(
    db,
  );
  const row = found.rows[0];
  return row && toFacts(row);
}

/**
 * As `findProduct`, for several products. None if they have more than `maxCombinations` in all, which are then counted and not
 * read.
 */
export async function listProductFacts(
  db: Db,
  scope: Scope,
  productIds: readonly number[],
  { maxCombinations }: { maxCombinations: number },
): Promise<ProductFacts[]> {
  const ids = sql`${[...productIds]}::bigint[]`;
  const found = await sql<FactsRow>`
    select ${factsColumns} from ${factsSource}
    where l.organisation_id = ${scope.organisationId} and l.product_id = any (${ids}) and ${visibleTo(scope)}
      and (select count(*) from offer o where o.organisation_id = ${scope.organisationId} and o.product_id = any (${ids})) <= ${maxCombinations}`.execute(
    db,
  );
  return found.rows.map(toFacts);
}

/**
 * Products of the organisation's range with what can be chosen about them, by id: those whose limits to customer roles `scope`
 * meets, whatever their other limits. With `ignoringRoles`, all of them. Ids that are not, or no longer, in the range are missing.
 */
export async function listProductChoices(
  db: Db,
  scope: Scope,
  productIds: readonly number[],
  { ignoringRoles = false } = {},
): Promise<Map<number, ProductChoices>> {
  const found = await sql<ChoicesRow>`
    select ${listingColumns}, ${hasOrganisationPrice}, p.order_minimum_quantity, p.order_maximum_quantity, p.allowed_quantities,
      ${attributesWith(sql`null`)} as attributes
    from ${factsSource}
    where l.organisation_id = ${scope.organisationId} and l.product_id = any (${[...productIds]}::bigint[])
      and (${ignoringRoles} or ${meetsRoleLimits(scope)})`.execute(db);
  return new Map(
    found.rows.map((row) => [
      row.product_id,
      {
        ...toListing(row),
        hasOrganisationPrice: row.has_organisation_price,
        orderMinimumQuantity: row.order_minimum_quantity,
        orderMaximumQuantity: row.order_maximum_quantity,
        allowedQuantities: row.allowed_quantities,
        attributes: row.attributes,
      },
    ]),
  );
}
