import { sql } from 'kysely';
import { designColumns, designRecord, toDesignColumns } from '#api/catalogue/customisation/cart-line-designs.queries.ts';
import { createCustomisationKey, type Design } from '#api/catalogue/customisation/design.rules.ts';
import { visibleTo } from '#api/catalogue/range/product-visibility.queries.ts';
import { cartKey } from '#api/identity/sessions/cart-key.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { type GarmentDetails, selectGarmentDetails } from './garment-details.queries.ts';

/** An item to add to the cart. It identifies its combination by id, SKU or attribute values; without any, the product's only combination is meant. */
export interface NewCartLine {
  productId: number;
  combinationId: number | null;
  sku: string | null;
  valueIds: number[] | null;
  quantity: number;
  collectionId: number | null;
  groupId: number | null;
  superGroupId: number | null;
  superGroupOptionId: number | null;
  wearerId: number | null;
  reason: string | null;
  source: 'product' | 'adhoc' | 'builder' | 'reorder' | 'sheet';
  /** The line of a quote at whose price it is added. Such a line is never one with others. */
  quoteItemId?: number;
  /** What a buyer's system names the line by. Such a line is never one with others. */
  auxiliaryId?: string;
  /** Logos, texts and badges that are put on it; mandatory ones need not be named. */
  designs?: readonly AddedDesign[];
}

/** A design that is put on a line. */
export type AddedDesign = Design & { customisationId: number | null };

/** The result for one item; `lineId` is null when the product exists but the combination does not. */
export interface AddedCartLine {
  ordinal: number;
  lineId: number | null;
  /** Null when the caller knows them already, or there is no such combination. */
  details: GarmentDetails | null;
}

/** Joins the line in which a `choice` was added. */
const joinAdded = sql`join added on added.combination_id = choice.chosen and added.collection_id is not distinct from choice.collection_id
  and added.collection_group_id is not distinct from choice.group_id and added.wearer_id is not distinct from choice.wearer_id
  and added.customisation_key = choice.key and added.quote_item_id is not distinct from choice.quote_item_id
  and added.auxiliary_id is not distinct from choice.auxiliary_id`;

/**
 * Adds items to the person's cart in one statement, creating the cart when there is none. Identical lines are merged and
 * their quantities added. Items of products that this person cannot buy are missing from the result. `knownVersions` has the versions of the listings
 * under which the caller knows details of combinations, by combination id; other details are read by the same statement.
 */
export async function addCartLines(
  tx: Tx,
  scope: Scope,
  items: readonly NewCartLine[],
  knownVersions: ReadonlyMap<number, number>,
): Promise<AddedCartLine[]> {
  const sent = JSON.stringify(
    items.map((item, ordinal) => ({
      ordinal,
      product_id: item.productId,
      combination_id: item.combinationId,
      known_version: item.combinationId === null ? null : (knownVersions.get(item.combinationId) ?? null),
      sku: item.sku,
      value_ids: item.valueIds,
      quantity: item.quantity,
      collection_id: item.collectionId,
      group_id: item.groupId,
      super_group_id: item.superGroupId,
      option_id: item.superGroupOptionId,
      wearer_id: item.wearerId,
      reason: item.reason,
      source: item.source,
      quote_item_id: item.quoteItemId ?? null,
      auxiliary_id: item.auxiliaryId ?? null,
      designs: toDesignColumns(item.designs ?? []),
      key: createCustomisationKey(item.designs ?? []),
    })),
  );
  const found = await sql<{ ordinal: number; line_id: number | null; details: GarmentDetails | null }>`
    with item as (
      select * from jsonb_to_recordset(${sent}::jsonb) as i (ordinal int, product_id bigint, combination_id bigint, known_version bigint, sku text, value_ids bigint[], quantity int,
        collection_id bigint, group_id bigint, super_group_id bigint, option_id bigint, wearer_id bigint, reason text, source text, quote_item_id bigint, auxiliary_id text, designs jsonb, key text)),
    own_cart as (
      insert into cart (${cartKey.columns}) values (${cartKey.valuesOf(scope)})
      on conflict on constraint cart_once_per_customer do update set updated_at = now() returning id),
    choice as (
      select i.*, picked.id as chosen, offered.version is not distinct from i.known_version as is_known
      from item i
      -- One look-up for each item: a join would read the whole range to find one product.
      join lateral (
        select pl.version from product_listing pl
        where pl.organisation_id = ${scope.organisationId} and pl.product_id = i.product_id
          and ${visibleTo(scope, 'pl')} limit 1) offered on true
      left join lateral (
        select c.id from combination c where i.combination_id is not null and c.id = i.combination_id and c.product_id = i.product_id and not c.discontinued
        union all
        (select c.id from combination c
         where i.combination_id is null and c.product_id = i.product_id and not c.discontinued
           and case when i.sku is not null then lower(c.sku) = lower(i.sku)
                    when i.value_ids is not null then c.value_ids @> i.value_ids and c.value_ids <@ i.value_ids
                    else not exists (select from combination other where other.product_id = i.product_id and other.id <> c.id and not other.discontinued) end
         limit 1)) picked on true),
    added as (
      insert into cart_line (organisation_id, cart_id, product_id, combination_id, quantity, collection_id, collection_group_id, super_group_id,
        super_group_option_id, wearer_id, reason, source, customisation_key, quote_item_id, auxiliary_id)
      select ${scope.organisationId}, own_cart.id, product_id, chosen, sum(quantity), collection_id, group_id, super_group_id, option_id, wearer_id, max(reason),
        min(source), key, quote_item_id, auxiliary_id
      from choice, own_cart where chosen is not null
      group by own_cart.id, product_id, chosen, collection_id, group_id, super_group_id, option_id, wearer_id, key, quote_item_id, auxiliary_id order by min(ordinal)
      on conflict on constraint cart_line_once do update set quantity = cart_line.quantity + excluded.quantity,
        reason = coalesce(excluded.reason, cart_line.reason), updated_at = now()
      returning id, combination_id, collection_id, collection_group_id, wearer_id, customisation_key, quote_item_id, auxiliary_id),
    decorated as (
      insert into cart_line_customisation (organisation_id, cart_line_id, ${designColumns})
      select ${scope.organisationId}, added.id, d.*
      from choice ${joinAdded}
      cross join jsonb_to_recordset(choice.designs) as d ${designRecord}
      -- An equal line has equal designs already.
      on conflict on constraint cart_line_customisation_position_once do nothing)
    select choice.ordinal, added.id as line_id, details.found as details
    from choice left ${joinAdded}
    left join lateral (
      select to_json(d) as found from (${selectGarmentDetails(scope)} where not choice.is_known and c.id = choice.chosen) d) details on true
    order by choice.ordinal`.execute(tx);
  return found.rows.map(({ ordinal, line_id: lineId, details }) => ({ ordinal, lineId, details }));
}
