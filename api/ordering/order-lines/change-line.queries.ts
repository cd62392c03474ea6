import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { OrderRef, StepTaker } from '../order-states/order-steps.queries.ts';
import { copyingDesigns } from './copy-designs.queries.ts';
import type { LinePrice } from './line-price.rules.ts';

/**
 * Reserves stock of one combination and releases as much of another, in one conditional update over the sorted rows. False when there is too little
 * stock; the caller must roll back then. The caller writes the entries with its lines.
 */
export async function swapStock(
  tx: Tx,
  { from, to, quantity }: { from: number; to: number; quantity: number },
): Promise<boolean> {
  const { rows } = await sql`
    with change as (select * from (values (${from}::bigint, -${quantity}::int), (${to}::bigint, ${quantity}::int)) as c (combination_id, delta)),
    locked as materialized (
      select s.combination_id from stock_level s join change using (combination_id) order by s.combination_id for update of s)
    update stock_level s set reserved = s.reserved + c.delta, version = s.version + 1
    from change c join locked using (combination_id)
    where s.combination_id = c.combination_id and (c.delta < 0 or s.can_oversell or s.on_hand - s.reserved >= c.delta)
    returning s.combination_id`.execute(tx);
  return rows.length === 2;
}

/** What a line becomes. Money in minor units. */
export interface LineReplacement {
  combinationId: number;
  sku: string;
  gtin: string | null;
  description: string;
  attributes: { id: number; value: string }[];
  imageSrc: string | null;
  unitMinor: number;
  unitTaxMinor: number;
  exclTaxMinor: number;
  taxMinor: number;
  /** From how many pieces on the price holds; null where it is the price of no tier. */
  tierQuantity: number | null;
}

/** The day until which pieces of a combination are promised that are not on hand, as when they are ordered. Its stock must be reserved. */
const promisedOn = (combinationId: number) => sql`(
  select min(i.due_on) from stock_level s join stock_incoming i on i.combination_id = s.combination_id and i.due_on >= current_date
  where s.combination_id = ${combinationId} and s.on_hand < s.reserved)`;

/**
 * Gives a whole line another combination and price; the trigger on lines adjusts what it takes from its accounts. The order must be locked.
 *
 * @throws when its decoration has begun
 */
export async function replaceLine(tx: Tx, { organisationId }: OrderRef, lineId: number, by: LineReplacement): Promise<void> {
  const { numAffectedRows } = await sql`
    update order_line set combination_id = ${by.combinationId}, sku = ${by.sku}, gtin = ${by.gtin}, description = ${by.description},
      attributes = ${JSON.stringify(by.attributes)}::jsonb, image_src = ${by.imageSrc}, unit_price_minor = ${by.unitMinor},
      unit_tax_minor = ${by.unitTaxMinor}, price_minor = ${by.exclTaxMinor}, tax_minor = ${by.taxMinor}, tier_quantity = ${by.tierQuantity}::int,
      supplier_cancelled_quantity = 0, due_on = add_working_days(${promisedOn(by.combinationId)}, decoration_days),
      queued_on = null
    where organisation_id = ${organisationId} and id = ${lineId} and decoration_started_at is null`.execute(tx);
  if (!numAffectedRows) throw new Error(`Line ${lineId} is being decorated.`);
}

/**
 * Moves pieces of a line to a new line with another combination and returns its id; `rest` is the price of what stays. The new line is inserted without coverage and both lines are then
 * updated by one statement, so that the accounts never see the pieces given back: they might not be granted again. The new line has the same designs, which
 * are copied before the update, so that their set-up stays owed.
 */
export async function splitLine(
  tx: Tx,
  { organisationId }: OrderRef,
  { lineId, quantity, covered, card }: { lineId: number; quantity: number; covered: number; card: number },
  rest: Omit<LinePrice, 'lineId'>,
  by: LineReplacement,
): Promise<number> {
  const inserted = await sql<{ id: number }>`
    with added as (insert into order_line (organisation_id, order_id, product_id, combination_id, product_name, sku, gtin, description, attributes, image_src, quantity,
      unit_price_minor, unit_tax_minor, price_minor, tax_minor, tax_rate, tier_quantity, collection_id, collection_group_id, super_group_id, super_group_option_id, season_id,
      group_account_id, budget_account_id, unit_points, reason, wearer_id, exchange_of_line_id, quote_item_id,
      decoration_minor, decoration_outside_budget_minor, is_personalised, decoration_days, due_on)
    select organisation_id, order_id, product_id, ${by.combinationId}, product_name, ${by.sku}, ${by.gtin}, ${by.description},
      ${JSON.stringify(by.attributes)}::jsonb, ${by.imageSrc}, ${quantity}, ${by.unitMinor}, ${by.unitTaxMinor}, ${by.exclTaxMinor}, ${by.taxMinor}, tax_rate, ${by.tierQuantity}::int,
      collection_id, collection_group_id, super_group_id, super_group_option_id, season_id, group_account_id, budget_account_id, unit_points, reason, wearer_id,
      exchange_of_line_id, quote_item_id, decoration_minor, decoration_outside_budget_minor, is_personalised, decoration_days,
      add_working_days(${promisedOn(by.combinationId)}, decoration_days)
    from order_line where organisation_id = ${organisationId} and id = ${lineId} and decoration_started_at is null
    returning id),
    ${copyingDesigns(organisationId, { lineId, to: 'added' })}
    select id from added`.execute(tx);
  const newId = inserted.rows[0]?.id;
  if (newId === undefined) throw new Error(`Line ${lineId} is being decorated.`);
  await sql`
    update order_line l set
      quantity = case l.id when ${lineId} then l.quantity - ${quantity}::int else l.quantity end,
      covered_quantity = case l.id when ${lineId} then l.covered_quantity - ${covered}::int else ${covered}::int end,
      card_quantity = case l.id when ${lineId} then l.card_quantity - ${card}::int else ${card}::int end,
      unit_price_minor = case l.id when ${lineId} then ${rest.unitMinor}::bigint else l.unit_price_minor end,
      unit_tax_minor = case l.id when ${lineId} then ${rest.unitTaxMinor}::bigint else l.unit_tax_minor end,
      price_minor = case l.id when ${lineId} then ${rest.priceMinor}::bigint else l.price_minor end,
      tax_minor = case l.id when ${lineId} then ${rest.taxMinor}::bigint else l.tax_minor end,
      tier_quantity = case l.id when ${lineId} then ${rest.tierQuantity}::int else l.tier_quantity end
    where l.organisation_id = ${organisationId} and l.id in (${lineId}, ${newId})`.execute(tx);
  return newId;
}

/** Writes the entries of `swapStock`, and makes the order found by its new SKU. */
export async function recordStockSwap(
  tx: Tx,
  { organisationId, orderId }: OrderRef,
  {
    from,
    to,
    quantity,
    lineId,
    newLineId,
    sku,
  }: { from: number; to: number; quantity: number; lineId: number; newLineId: number; sku: string },
  actor: StepTaker,
): Promise<void> {
  await sql`
    with entered as (
      insert into stock_entry (combination_id, kind, reserved_delta, organisation_id, order_id, order_line_id, actor_kind, actor_id)
      select combination_id, kind, delta, ${organisationId}::bigint, ${orderId}::bigint, line_id, ${actor.kind}, ${actor.id}::bigint
      from (values (${to}::bigint, 'reserve', ${quantity}::int, ${newLineId}::bigint), (${from}::bigint, 'release', -${quantity}::int, ${lineId}::bigint))
        as e (combination_id, kind, delta, line_id))
    update orders set search_text = search_text || ' ' || lower(${sku})
    where organisation_id = ${organisationId} and id = ${orderId} and position(fold_text(${sku}) in search_text) = 0`.execute(tx);
}

/**
 * Promises pending pieces for other days. A line keeps its place in the queue for pieces on hand unless the new day is earlier: that of its release, to which
 * the days of its decoration are added since the queue takes them off.
 */
export async function moveDueDays(
  tx: Tx,
  organisationId: number,
  items: readonly { id: number; dueOn: string }[],
): Promise<void> {
  await sql`
    update order_line l set due_on = d.due_on, queued_on = coalesce(l.queued_on, l.due_on, (o.released_at at time zone 'utc')::date + l.decoration_days)
    from unnest(${items.map(({ id }) => id)}::bigint[], ${items.map(({ dueOn }) => dueOn)}::date[]) as d (id, due_on), orders o
    where l.organisation_id = ${organisationId} and l.id = d.id and o.organisation_id = l.organisation_id and o.id = l.order_id`.execute(
    tx,
  );
}

/** Puts a line before all others that wait for the garment (`isFirst`), or back to its place by the promised day. */
export async function setPriority(
  tx: Tx,
  { organisationId, lineId }: { organisationId: number; lineId: number },
  isFirst: boolean,
): Promise<void> {
  await sql`
    update order_line l set queue_priority = case when ${isFirst}::boolean then 1 + (
        select coalesce(max(b.queue_priority), 0) from order_line b
        where b.combination_id = l.combination_id and b.quantity > b.shipped_quantity + b.cancelled_quantity) else 0 end
    where l.organisation_id = ${organisationId} and l.id = ${lineId}`.execute(tx);
}
