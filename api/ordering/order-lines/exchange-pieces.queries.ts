import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { StepTaker } from '../order-states/order-steps.queries.ts';
import { copyingDesigns } from './copy-designs.queries.ts';
import type { LineRef } from './return-pieces.queries.ts';

/** The new size of an exchange, as the line that carries it. Amounts in minor units. */
export interface NewExchange {
  lineId: number;
  quantity: number;
  /** Of these, pieces that the entitlement covers once the exchanged ones have come back. */
  awaitedCovered: number;
  combinationId: number;
  sku: string;
  gtin: string | null;
  description: string;
  attributes: { id: number; value: string }[];
  imageSrc: string | null;
  unitMinor: number;
  unitTaxMinor: number;
  /** What a piece costs more, under a budget in money. */
  differenceMinor: number;
}

/** How an exchange is paid: not at all. */
export const EXCHANGE_PAYMENT = 'Payments.Exchange';

/**
 * Places the order that carries a new size: it counts where the exchanged order counts, goes to the same address, has the same designs and costs nothing. It is not
 * released.
 * Its stock must be reserved by the caller. Returns order and line.
 */
export async function insertExchange(
  tx: Tx,
  organisationId: number,
  exchange: NewExchange,
  { actor, placedById }: { actor: StepTaker; placedById: number },
): Promise<{ orderId: number; lineId: number }> {
  const { rows } = await sql<{ orderId: number; lineId: number }>`
    with source as (
      select l.*, nextval(pg_get_serial_sequence('orders', 'id')) as new_order_id from order_line l
      where l.organisation_id = ${organisationId} and l.id = ${exchange.lineId}),
    placed as (
      insert into orders (id, organisation_id, customer_id, placed_by_id, checkout_id, order_state_id, payment_state_id, shipping_state_id, currency_code, tax_rate,
        tax_display_type, goods_minor, shipping_minor, goods_tax_minor, shipping_tax_minor, total_minor, pending_value_minor, po_number, shipping_method,
        delivery_kind, payment_method, billing_address, shipping_address, organisation_group_id, resort_id, business_area_id, collection_id, season_id, origin, search_text)
      select source.new_order_id, o.organisation_id, o.customer_id, ${placedById}, gen_random_uuid(), 10, 30, 20, o.currency_code, o.tax_rate, o.tax_display_type,
        0, 0, 0, 0, 0, 0, o.po_number, o.shipping_method, o.delivery_kind, ${EXCHANGE_PAYMENT}, o.billing_address, o.shipping_address, o.organisation_group_id, o.resort_id,
        o.business_area_id, o.collection_id, o.season_id, 'exchange',
        lower(concat_ws(' ', source.new_order_id, o.po_number, c.first_name, c.last_name, c.email, ${exchange.sku}::text))
      from source join orders o on o.organisation_id = source.organisation_id and o.id = source.order_id
      join customer c on c.organisation_id = o.organisation_id and c.id = o.customer_id
      returning id),
    line as (
      insert into order_line (organisation_id, order_id, product_id, combination_id, product_name, sku, gtin, description, attributes, image_src, quantity,
        unit_price_minor, unit_tax_minor, price_minor, tax_minor, tax_rate, collection_id, collection_group_id, super_group_id, super_group_option_id, season_id,
        group_account_id, budget_account_id, unit_points, wearer_id, exchange_of_line_id, awaited_quantity, awaited_covered_quantity,
        decoration_minor, decoration_outside_budget_minor, is_personalised, decoration_days)
      select s.organisation_id, s.new_order_id, s.product_id, ${exchange.combinationId}, s.product_name, ${exchange.sku}, ${exchange.gtin}, ${exchange.description},
        ${JSON.stringify(exchange.attributes)}::jsonb, ${exchange.imageSrc}, ${exchange.quantity}, ${exchange.unitMinor}, ${exchange.unitTaxMinor}, 0, 0, s.tax_rate,
        s.collection_id, s.collection_group_id, s.super_group_id, s.super_group_option_id, s.season_id, s.group_account_id, s.budget_account_id, s.unit_points,
        s.wearer_id, s.id, ${exchange.quantity}, ${exchange.awaitedCovered}, s.decoration_minor, s.decoration_outside_budget_minor, s.is_personalised,
        s.decoration_days
      from source s returning id, order_id),
    ${copyingDesigns(organisationId, { lineId: exchange.lineId, to: 'line' })}
    insert into stock_entry (combination_id, kind, reserved_delta, organisation_id, order_id, order_line_id, actor_kind, actor_id)
    select ${exchange.combinationId}, 'reserve', ${exchange.quantity}, ${organisationId}, line.order_id, line.id, ${actor.kind}, ${actor.id}::bigint from line
    returning order_id as "orderId", order_line_id as "lineId"`.execute(tx);
  const placed = rows[0] as { orderId: number; lineId: number };
  // Updated, not inserted: only updates reach the accounts.
  if (exchange.differenceMinor > 0 && exchange.awaitedCovered > 0)
    await sql`
      update order_line set exchange_difference_minor = ${exchange.differenceMinor}
      where organisation_id = ${organisationId} and id = ${placed.lineId}`.execute(tx);
  return placed;
}

/**
 * Counts pieces as returned, and those that replace them as ordered, in one statement: `covered` pieces of the entitlement move from one line to the
 * other, so that the accounts never see them given back. `claimed` is how many pieces the request claimed, `card` those that have come back and a card paid. What
 * was cancelled of the new pieces before was none of the card's.
 */
export async function exchangePieces(
  tx: Tx,
  { organisationId, lineId }: LineRef,
  exchangeLineId: number,
  { claimed, arrived, covered, card }: { claimed: number; arrived: number; covered: number; card: number },
): Promise<void> {
  await sql`
    update order_line l set
      returned_quantity = l.returned_quantity + case l.id when ${lineId} then ${arrived}::int else 0 end,
      open_return_quantity = l.open_return_quantity - case l.id when ${lineId} then ${claimed}::int else 0 end,
      covered_quantity = l.covered_quantity + case l.id when ${lineId} then -${covered}::int else ${covered}::int end,
      card_quantity = case when l.id = ${lineId} or ${card}::int = 0 then l.card_quantity else least(${card}::int, l.quantity - l.cancelled_quantity) end,
      awaited_quantity = case l.id when ${lineId} then l.awaited_quantity else 0 end,
      awaited_covered_quantity = case l.id when ${lineId} then l.awaited_covered_quantity else 0 end,
      exchange_difference_minor = case l.id when ${lineId} then l.exchange_difference_minor else 0 end,
      group_account_id = sent.group_account_id
    from order_line sent
    where sent.organisation_id = ${organisationId} and sent.id = ${lineId}
      and l.organisation_id = ${organisationId} and l.id in (${lineId}, ${exchangeLineId})`.execute(tx);
}

/** Ends that a line awaits the entitlement of exchanged pieces: they stay with the person. What it reserved of a budget is given back by a trigger. */
export async function dropAwaitedCoverage(tx: Tx, organisationId: number, exchangeLineId: number): Promise<void> {
  await sql`
    update order_line set awaited_covered_quantity = 0, exchange_difference_minor = 0
    where organisation_id = ${organisationId} and id = ${exchangeLineId} and awaited_covered_quantity > 0`.execute(tx);
}
