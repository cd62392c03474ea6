import type { ClientBase } from 'pg';
import type { Calendar } from './calendar.ts';
import type { SentLine } from './returnable-lines.ts';
import { shipUnbilled } from './unbilled-parcels.ts';

/** The price of the garment made to order as it was quoted: the catalogue gives none. */
const QUOTED_MINOR = 18_900;

/** A delivered order of a garment made to order, like the order of a line of the same person. */
export async function insertMadeToOrder(client: ClientBase, calendar: Calendar, like: SentLine): Promise<SentLine> {
  const { rows } = await client.query<{ orderId: number; lineId: number }>(
    `with garment as (
      select c.id, c.sku, c.gtin, c.description, p.id as product_id, p.name, coalesce(nullif(p.price_minor, 0), ${QUOTED_MINOR}) as price_minor, d.main_image as image
      from combination c join product p on p.id = c.product_id join product_listing g on g.product_id = p.id and g.organisation_id = $1
      cross join lateral (select g.images -> 0 ->> 'src' as main_image) d
      where p.is_made_to_order and not c.discontinued order by p.id, c.id limit 1),
    placed as (
      insert into orders select (jsonb_populate_record(null::orders, to_jsonb(o) || jsonb_build_object('id', nextval(pg_get_serial_sequence('orders', 'id')),
        'guid', gen_random_uuid(), 'checkout_id', gen_random_uuid(), 'created_at', $4::timestamptz, 'released_at', $4::timestamptz, 'order_state_id', 10,
        'shipping_state_id', 20, 'payment_state_id', 30, 'paid_at', null, 'goods_minor', 2 * garment.price_minor, 'goods_tax_minor', round(0.4 * garment.price_minor),
        'shipping_minor', 0, 'shipping_tax_minor', 0, 'fee_minor', 0, 'total_minor', round(2.4 * garment.price_minor), 'invoiced_minor', round(2.4 * garment.price_minor),
        'shipped_value_minor', 0, 'cancelled_value_minor', 0, 'pending_value_minor', 2 * garment.price_minor, 'tracking_urls', '[]'::jsonb, 'comments', null, 'search_text', ''))).*
      from orders o, garment where o.organisation_id = $1 and o.id = $2 returning id)
    insert into order_line select (jsonb_populate_record(null::order_line, to_jsonb(l) || jsonb_build_object('id', nextval(pg_get_serial_sequence('order_line', 'id')),
      'order_id', placed.id, 'product_id', garment.product_id, 'combination_id', garment.id, 'product_name', garment.name, 'sku', garment.sku, 'gtin', garment.gtin,
      'description', garment.description, 'attributes', '[]'::jsonb, 'image_src', garment.image, 'quantity', 2, 'shipped_quantity', 0, 'returned_quantity', 0,
      'open_return_quantity', 0, 'cancelled_quantity', 0, 'unit_price_minor', garment.price_minor, 'unit_tax_minor', round(0.2 * garment.price_minor),
      'price_minor', 2 * garment.price_minor, 'tax_minor', round(0.4 * garment.price_minor)))).*
    from placed, garment, order_line l where l.organisation_id = $1 and l.id = $3 returning order_id as "orderId", id as "lineId"`,
    [like.organisationId, like.orderId, like.lineId, calendar.at(-30, 600)],
  );
  const [made] = rows;
  if (!made) throw new Error('No garment made to order can be ordered.');
  await client.query(
    `update orders o set search_text = lower(concat_ws(' ', o.id, o.po_number, c.first_name, c.last_name, c.email, l.sku))
     from customer c, order_line l where o.id = $1 and c.organisation_id = o.organisation_id and c.id = o.customer_id and l.order_id = o.id`,
    [made.orderId],
  );
  await client.query(
    `with reserved as (
      insert into stock_entry (combination_id, kind, on_hand_delta, reserved_delta, organisation_id, order_id, order_line_id)
      select combination_id, 'receipt', quantity, 0, null, null, null from order_line where id = $1
      union all select combination_id, 'reserve', 0, quantity, organisation_id, order_id, id from order_line where id = $1)
    update stock_level s set on_hand = s.on_hand + l.quantity, reserved = s.reserved + l.quantity
    from order_line l where l.id = $1 and s.combination_id = l.combination_id`,
    [made.lineId],
  );
  await shipUnbilled(client, like.organisationId, made.orderId, calendar.at(-7, 600));
  return { organisationId: like.organisationId, ...made };
}
