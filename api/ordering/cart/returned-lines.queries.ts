import { sql } from 'kysely';
import { designColumns, designRecord, toDesignColumns } from '#api/catalogue/customisation/cart-line-designs.queries.ts';
import { createCustomisationKey } from '#api/catalogue/customisation/design.rules.ts';
import type { Tx } from '#api/platform/db/database.ts';
import type { LinePieces } from '../order-lines/cancel-pieces.queries.ts';
import type { OrderRef } from '../order-states/order-steps.queries.ts';
import { listRepeatedDesigns } from './repeated-designs.queries.ts';

/** Locks the own cart of the order's person, whether or not it was ordered within a trip, creating it when there is none, and returns its id. Placing an order locks it before the stock, too. */
export async function lockCartOfPerson(tx: Tx, organisationId: number, customerId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into cart (organisation_id, customer_id) values (${organisationId}, ${customerId})
    on conflict on constraint cart_once_per_customer do update set updated_at = now() returning id`.execute(tx);
  return (rows[0] as { id: number }).id;
}

/**
 * Puts pieces of an order's lines back into a cart, each in its part of the wardrobe, for its wearer, with its reason and its designs, whether or not they
 * can still be ordered: the cart says what cannot. They remember the order.
 */
export async function returnLinesToCart(
  tx: Tx,
  { organisationId, orderId }: OrderRef,
  cartId: number,
  lines: readonly LinePieces[],
): Promise<void> {
  const designs = await listRepeatedDesigns(
    tx,
    organisationId,
    lines.map(({ lineId }) => lineId),
  );
  const sent = lines.map(({ lineId, quantity }) => ({
    line_id: lineId,
    quantity,
    key: createCustomisationKey(designs.get(lineId) ?? []),
    designs: toDesignColumns(designs.get(lineId) ?? []),
  }));
  await sql`
    with sent as (
      select * from jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as s (line_id bigint, quantity int, key text, designs jsonb)),
    returned as (
      select min(l.id) as first_line_id, l.product_id, l.combination_id, sum(sent.quantity) as quantity,
        (select c.id from collection c where c.organisation_id = l.organisation_id and c.id = l.collection_id) as collection_id, l.collection_group_id, l.super_group_id,
        l.super_group_option_id, nullif(l.wearer_id, o.customer_id) as wearer_id, max(l.reason) as reason,
        case when l.wearer_id = o.customer_id then 'builder' else 'product' end as source, array[o.id] as replaces_order_ids,
        coalesce('made-to-measure:' || l.made_to_measure_request_id, sent.key) as customisation_key, l.made_to_measure_request_id, l.quote_item_id
      from sent
      join order_line l on l.organisation_id = ${organisationId} and l.id = sent.line_id and l.order_id = ${orderId}
      join orders o on o.organisation_id = l.organisation_id and o.id = l.order_id
      group by l.organisation_id, l.product_id, l.combination_id, l.collection_id, l.collection_group_id, l.super_group_id, l.super_group_option_id,
        l.wearer_id, o.customer_id, o.id, l.made_to_measure_request_id, l.quote_item_id, sent.key),
    added as (
      insert into cart_line (organisation_id, cart_id, product_id, combination_id, quantity, collection_id, collection_group_id, super_group_id,
        super_group_option_id, wearer_id, reason, source, replaces_order_ids, customisation_key, made_to_measure_request_id, quote_item_id)
      select ${organisationId}::bigint, ${cartId}::bigint, product_id, combination_id, quantity, collection_id, collection_group_id, super_group_id,
        super_group_option_id, wearer_id, reason, source, replaces_order_ids, customisation_key, made_to_measure_request_id, quote_item_id
      from returned order by first_line_id
      on conflict on constraint cart_line_once do update set quantity = cart_line.quantity + excluded.quantity,
        reason = coalesce(excluded.reason, cart_line.reason), replaces_order_ids = cart_line.replaces_order_ids || excluded.replaces_order_ids,
        updated_at = now()
      returning *)
    insert into cart_line_customisation (organisation_id, cart_line_id, ${designColumns})
    select added.organisation_id, added.id, d.*
    from returned join added
      on row (added.combination_id, added.collection_id, added.collection_group_id, added.super_group_id, added.super_group_option_id, added.wearer_id, added.customisation_key, added.quote_item_id)
        is not distinct from row (returned.combination_id, returned.collection_id, returned.collection_group_id, returned.super_group_id,
          returned.super_group_option_id, returned.wearer_id, returned.customisation_key, returned.quote_item_id)
    join sent on sent.line_id = returned.first_line_id
    cross join jsonb_to_recordset(sent.designs) as d ${designRecord}
    -- An equal line has equal designs already.
    on conflict on constraint cart_line_customisation_position_once do nothing`.execute(tx);
}
