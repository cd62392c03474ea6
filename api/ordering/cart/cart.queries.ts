import { sql } from 'kysely';
import type { DesignRow } from '#api/catalogue/customisation/design-options.rules.ts';
import { designsOfLine } from '#api/catalogue/customisation/design-rows.queries.ts';
import { visibleTo } from '#api/catalogue/range/product-visibility.queries.ts';
import {
  type EligibilityRow,
  eligibilityColumns,
  eligibilityJoin,
  wearerOf,
} from '#api/entitlement/ordering-eligibility.queries.ts';
import { isChangeableCart, isOwnCart } from '#api/identity/sessions/cart-key.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { NewCartLine } from './add-lines.queries.ts';
import type { QuotedLine } from './cart.rules.ts';
import { type MadeToMeasureLine, madeToMeasureLine } from './made-to-measure-lines.queries.ts';
import { ownLines, type PlannedLine } from './planned-lines.queries.ts';
import { quotedLine } from './quoted-lines.queries.ts';

/** A cart line with the data that changes often: stock, and whether this person may still buy it. */
interface LineRow extends EligibilityRow {
  id: number;
  product_id: number;
  combination_id: number;
  quantity: number;
  collection_id: number | null;
  collection_group_id: number | null;
  super_group_id: number | null;
  super_group_option_id: number | null;
  wearer_id: number | null;
  reason: string | null;
  source: NewCartLine['source'];
  replaces_order_ids: number[];
  sent_back_reason: string | null;
  created_at: Date;
  updated_at: Date;
  /** Of the listing; null when the product has been withdrawn. */
  version: number | null;
  for_this_person: boolean;
  on_hand: number;
  reserved: number;
  due_on: string | null;
  due_quantity: number | null;
  now: number;
  /** The request that the line orders, made to measure; null for garments in sizes. */
  made_to_measure: MadeToMeasureLine | null;
  /** The line of a quote at whose price it was added; null for none. */
  quote: QuotedLine | null;
  /** Logos, texts and badges of the line, and those that its garment has by itself; null for none. */
  designs: DesignRow[] | null;
}

/** Why the newest of the orders that a line `l` replaces was sent back, as the column `sent_back_reason`. */
const sentBackReason = sql`(
  select a.reason from approval a
  where a.organisation_id = l.organisation_id and a.order_id = (select max(r.id) from unnest(l.replaces_order_ids) as r (id)) and a.decided_by_id is not null
  order by a.id desc limit 1) as sent_back_reason`;

/** Of line `l`: the wardrobe that it counts in is that of its wearer's entitlement, if that covers it. */
const lineOf = (scope: Scope) => ({
  id: sql`l.id`,
  productId: sql`l.product_id`,
  collectionId: sql`coalesce((facts.entitlement ->> 'collectionId')::bigint, l.collection_id)`,
  wearerId: wearerOf(scope),
});

/**
 * The lines of the person's cart, and after them the planned ones, without the details that `readGarmentDetails` returns. `today` is the day in the
 * organisation's time zone.
 */
export async function listCartLines(
  db: Db,
  scope: Scope,
  today: string,
  planned: readonly PlannedLine[] = [],
): Promise<LineRow[]> {
  const found = await sql<LineRow>`
    select l.id, l.product_id, l.combination_id, l.quantity, l.collection_id, l.collection_group_id, l.super_group_id, l.super_group_option_id,
      l.wearer_id, l.reason, l.source, l.replaces_order_ids, ${sentBackReason}, l.created_at, l.updated_at, ${eligibilityColumns(scope)},
      pl.version, pl.product_id is not null and ${visibleTo(scope, 'pl')} as for_this_person,
      coalesce(s.on_hand, 0) as on_hand, coalesce(s.reserved, 0) as reserved, next.due_on, next.quantity as due_quantity,
      extract(epoch from now())::float8 * 1000 as now,
      ${madeToMeasureLine} as made_to_measure, ${quotedLine} as quote, ${designsOfLine(scope, lineOf(scope))} as designs
    from ${ownLines(scope, planned)}
    -- One look-up for each line: a plain join would read the whole range to merge a few lines with it.
    left join lateral (select * from product_listing where organisation_id = l.organisation_id and product_id = l.product_id limit 1) pl on true
    ${eligibilityJoin(scope, today)}
    left join stock_level s on s.combination_id = l.combination_id
    left join lateral (select i.due_on, i.quantity from stock_incoming i where i.combination_id = l.combination_id and i.due_on >= current_date order by i.due_on limit 1) next on true
    where ${isOwnCart(scope)}
    order by l.id`.execute(db);
  return found.rows;
}

/** The part of a wardrobe that an item names, completed, and whether each of the named parts was found. */
export type WardrobePart = Pick<NewCartLine, 'collectionId' | 'groupId' | 'superGroupId' | 'superGroupOptionId'> & {
  found: { collection: boolean; group: boolean; superGroup: boolean; option: boolean };
};

/** What items name of wardrobes of their wearers, by the position of the item. Without a wearer, the person of the cart. */
export async function findWardrobeParts(tx: Tx, scope: Scope, items: readonly NewCartLine[]): Promise<Map<number, WardrobePart>> {
  const sent = JSON.stringify(
    items.map(({ productId, collectionId, groupId, superGroupId, superGroupOptionId, wearerId }, ordinal) => ({
      ordinal,
      product_id: productId,
      collection_id: collectionId,
      group_id: groupId,
      super_group_id: superGroupId,
      option_id: superGroupOptionId,
      wearer_id: wearerId ?? scope.customerId,
    })),
  );
  const found = await sql<WardrobePart & { ordinal: number }>`
    select i.ordinal, coalesce(g.collection_id, i.collection_id) as "collectionId", i.group_id as "groupId",
      coalesce(o.super_group_id, i.super_group_id) as "superGroupId", coalesce(o.id, i.option_id) as "superGroupOptionId",
      json_build_object(
        'collection', i.collection_id is null or cc.collection_id is not null,
        'group', i.group_id is null or g.id is not null,
        'superGroup', i.super_group_id is null or i.super_group_id is not distinct from o.super_group_id,
        'option', i.option_id is null or o.id is not null and (g.id is null or g.super_group_option_id is not distinct from o.id)) as found
    from jsonb_to_recordset(${sent}::jsonb) as i (ordinal int, product_id bigint, collection_id bigint, group_id bigint, super_group_id bigint, option_id bigint,
      wearer_id bigint)
    left join customer_collection cc on cc.organisation_id = ${scope.organisationId} and cc.customer_id = i.wearer_id and cc.collection_id = i.collection_id
    left join collection_group g on g.organisation_id = ${scope.organisationId} and g.id = i.group_id and (i.collection_id is null or g.collection_id = i.collection_id)
      and exists (select from customer_collection own
        where own.organisation_id = g.organisation_id and own.customer_id = i.wearer_id and own.collection_id = g.collection_id)
      and exists (select from collection_group_product gp
        where gp.organisation_id = g.organisation_id and gp.collection_group_id = g.id and gp.product_id = i.product_id)
    left join super_group_option o on o.organisation_id = ${scope.organisationId} and o.id = coalesce(i.option_id, g.super_group_option_id)
      and exists (select from customer_collection own
        where own.organisation_id = o.organisation_id and own.customer_id = i.wearer_id and own.collection_id = o.collection_id)`.execute(
    tx,
  );
  return new Map(found.rows.map(({ ordinal, ...part }) => [ordinal, part]));
}

/** Takes pieces from lines of the person's cart; a line without any left is deleted. Lines that are not in the cart are ignored. */
export async function takeFromCart(tx: Tx, scope: Scope, pieces: readonly { lineId: number; quantity: number }[]): Promise<void> {
  await sql`
    with taken as (
      select "lineId" as id, sum(quantity) as quantity from jsonb_to_recordset(${JSON.stringify(pieces)}::jsonb) as p ("lineId" bigint, quantity int) group by 1),
    own as (
      select l.id, l.quantity - taken.quantity as rest
      from taken join cart_line l on l.organisation_id = ${scope.organisationId} and l.id = taken.id
      join cart t on t.organisation_id = l.organisation_id and t.id = l.cart_id
      where ${isChangeableCart(scope)} for update of t, l),
    emptied as (delete from cart_line l using own where l.organisation_id = ${scope.organisationId} and l.id = own.id and own.rest <= 0)
    update cart_line l set quantity = own.rest, updated_at = now() from own
    where l.organisation_id = ${scope.organisationId} and l.id = own.id and own.rest > 0`.execute(tx);
}

/** Deletes lines of the person's cart, waiting for any order that is being placed from it; returns the number of deleted lines. */
export async function deleteCartLines(tx: Tx, scope: Scope, lineIds: readonly number[]): Promise<number> {
  const found = await sql`
    with own as (
      select l.id from cart t join cart_line l on l.organisation_id = t.organisation_id and l.cart_id = t.id
      where ${isChangeableCart(scope)} and l.id = any (${[...lineIds]}::bigint[]) for update of t, l)
    delete from cart_line l using own where l.organisation_id = ${scope.organisationId} and l.id = own.id`.execute(tx);
  return Number(found.numAffectedRows ?? 0);
}

/** Whether the organisation has this either/or. */
export async function existsSuperGroup(db: Db, scope: Scope, superGroupId: number): Promise<boolean> {
  const found = await sql`
    select from super_group where organisation_id = ${scope.organisationId} and id = ${superGroupId}`.execute(db);
  return found.rows.length > 0;
}

/** Deletes the lines of the person's cart that were added for an either/or, and the lines with these ids. */
export async function deleteLinesOfSuperGroup(
  tx: Tx,
  scope: Scope,
  superGroupId: number,
  lineIds: readonly number[],
): Promise<void> {
  await sql`
    with own as (
      select l.id from cart t join cart_line l on l.organisation_id = t.organisation_id and l.cart_id = t.id
      where ${isChangeableCart(scope)} and (l.super_group_id = ${superGroupId} or l.id = any (${[...lineIds]}::bigint[])) for update of t, l)
    delete from cart_line l using own where l.organisation_id = ${scope.organisationId} and l.id = own.id`.execute(tx);
}

/** What is needed of a line to change it further. */
interface ChangedCartLine {
  id: number;
  productId: number;
  isMadeToMeasure: boolean;
  /** The line of a quote that it comes from; null for none. */
  quoteItemId: number | null;
  /** Before the change. */
  previousQuantity: number;
}

/**
 * Changes the quantity of one of the person's lines, and why pieces of it beyond the entitlement are needed; undefined leaves either as it is. The line
 * and its cart stay locked until the transaction ends. Undefined when there is no such line.
 */
export async function updateCartLine(
  tx: Tx,
  scope: Scope,
  lineId: number,
  { quantity, reason }: { quantity: number | undefined; reason: string | null | undefined },
): Promise<ChangedCartLine | undefined> {
  const found = await sql<ChangedCartLine>`
    with before as (
      select l.id, l.quantity from cart t join cart_line l on l.organisation_id = t.organisation_id and l.cart_id = t.id
      where ${isChangeableCart(scope)} and l.id = ${lineId} for update of t, l)
    update cart_line l set quantity = coalesce(${quantity ?? null}::int, l.quantity),
      reason = case when ${reason === undefined}::boolean then l.reason else ${reason ?? null}::text end, updated_at = now()
    from before where l.organisation_id = ${scope.organisationId} and l.id = before.id
    returning l.id, l.product_id as "productId", l.made_to_measure_request_id is not null as "isMadeToMeasure",
      l.quote_item_id as "quoteItemId",
      before.quantity as "previousQuantity"`.execute(tx);
  return found.rows[0];
}

/**
 * Changes a locked line to another combination of the same product, merging it with an identical line if there is one.
 * Returns the id of the remaining line; undefined when the product has no such combination.
 */
export async function setCartLineCombination(
  tx: Tx,
  scope: Scope,
  line: Pick<ChangedCartLine, 'id' | 'productId'>,
  choice: { combinationId: number | null; valueIds: number[] | null },
): Promise<number | undefined> {
  const picked = await sql<{ id: number }>`
    select c.id from combination c
    where c.product_id = ${line.productId} and not c.discontinued
      and case when ${choice.combinationId}::bigint is not null then c.id = ${choice.combinationId}::bigint
               else c.value_ids @> ${choice.valueIds}::bigint[] and c.value_ids <@ ${choice.valueIds}::bigint[] end
    limit 1`.execute(tx);
  const combinationId = picked.rows[0]?.id;
  if (combinationId === undefined) return undefined;
  const merged = await sql<{ id: number }>`
    with duplicate as (
      update cart_line duplicate set quantity = duplicate.quantity + old.quantity,
        replaces_order_ids = duplicate.replaces_order_ids || old.replaces_order_ids, updated_at = now()
      from cart_line old
      where old.organisation_id = ${scope.organisationId} and old.id = ${line.id} and duplicate.cart_id = old.cart_id and duplicate.id <> old.id
        and duplicate.combination_id = ${combinationId} and duplicate.customisation_key = old.customisation_key
        and duplicate.quote_item_id is not distinct from old.quote_item_id and duplicate.auxiliary_id is not distinct from old.auxiliary_id
        and row (duplicate.collection_id, duplicate.collection_group_id, duplicate.super_group_id, duplicate.super_group_option_id, duplicate.wearer_id)
          is not distinct from row (old.collection_id, old.collection_group_id, old.super_group_id, old.super_group_option_id, old.wearer_id)
      returning duplicate.id),
    gone as (delete from cart_line where organisation_id = ${scope.organisationId} and id = ${line.id} and exists (select from duplicate))
    select id from duplicate`.execute(tx);
  if (merged.rows[0]) return merged.rows[0].id;
  await sql`
    update cart_line set combination_id = ${combinationId}, updated_at = now()
    where organisation_id = ${scope.organisationId} and id = ${line.id}`.execute(tx);
  return line.id;
}
