import type { ClientBase } from 'pg';
import type { Calendar } from './calendar.ts';

/** An order of a buyer that a card pays, and how its one attempt stands. */
interface CardOrder {
  placedAt: Date | string;
  attempt: 'paid' | 'failed';
}

/** Like the newest small delivered order of the buyer, paid by the organisation's card. */
const INSERT_ORDER_SQL = `
  with pattern as (
    select o.organisation_id, o.id from orders o join customer c on c.organisation_id = o.organisation_id and c.id = o.customer_id
    where c.email = 'buyer@corvane.example' and o.shipping_state_id = 40 and not exists (
      select from order_line l where l.organisation_id = o.organisation_id and l.order_id = o.id and (l.is_personalised or l.covered_quantity > 0))
    order by o.total_minor, o.id limit 1),
  placed as (
    insert into orders select r.* from orders o join pattern using (organisation_id, id), jsonb_populate_record(null::orders, to_jsonb(o) || jsonb_build_object('id', nextval(pg_get_serial_sequence('orders', 'id')),
      'guid', gen_random_uuid(), 'checkout_id', gen_random_uuid(), 'created_at', $1::timestamptz, 'released_at', case when $2 then $1::timestamptz end,
      'order_state_id', case when $2 then 20 else 10 end, 'shipping_state_id', 20, 'payment_state_id', case when $2 then 30 else 10 end,
      'paid_at', case when $2 then $1::timestamptz end, 'payment_due_at', case when not $2 then now() + interval '6 days' end, 'card_payer', 'organisation',
      'is_all_by_card', true, 'card_minor', o.total_minor, 'invoiced_minor', 0, 'shipped_value_minor', 0, 'cancelled_value_minor', 0,
      'pending_value_minor', o.goods_minor, 'picking_started_at', null, 'shipped_at', null, 'payment_method', 'Payments.Card', 'tracking_urls', '[]'::jsonb, 'comments', null)) r returning organisation_id, id),
  lines as (
    insert into order_line select r.* from placed, order_line l join pattern on l.organisation_id = pattern.organisation_id and l.order_id = pattern.id,
      jsonb_populate_record(null::order_line, to_jsonb(l) || jsonb_build_object('id', nextval(pg_get_serial_sequence('order_line', 'id')),
      'order_id', placed.id, 'shipped_quantity', 0, 'returned_quantity', 0, 'open_return_quantity', 0, 'cancelled_quantity', 0, 'card_quantity', l.quantity)) r
    returning organisation_id, order_id, id, combination_id, quantity),
  stocked as (
    insert into stock_entry (combination_id, kind, on_hand_delta, reserved_delta, organisation_id, order_id, order_line_id)
    select combination_id, 'receipt', quantity, 0, null, null, null from lines
    union all select combination_id, 'reserve', 0, quantity, organisation_id, order_id, id from lines),
  levels as (
    update stock_level s set on_hand = s.on_hand + l.quantity, reserved = s.reserved + l.quantity
    from (select combination_id, sum(quantity)::int as quantity from lines group by 1) l where s.combination_id = l.combination_id)
  select organisation_id as "organisationId", id as "orderId" from placed`;

const COMPLETE_SQL = `
  update orders o set search_text = lower(concat_ws(' ', o.id, o.po_number, c.first_name, c.last_name, c.email,
    (select string_agg(l.sku, ' ') from order_line l where l.organisation_id = o.organisation_id and l.order_id = o.id)))
  from customer c where o.id = $2 and o.organisation_id = $1 and c.organisation_id = o.organisation_id and c.id = o.customer_id`;

const INSERT_ATTEMPT_SQL = `
  insert into card_payment (organisation_id, brand_id, order_id, attempt, provider, state, amount_minor, currency_code, session_reference, payment_reference,
    received_minor, problem, created_at, expires_at, closed_at)
  select o.organisation_id, v.brand_id, o.id, 1, v.provider, $3, o.card_minor, o.currency_code, 'ses_demonstration_' || o.id,
    case when $3 = 'paid' then 'pay_demonstration_' || o.id end, case when $3 = 'paid' then o.card_minor end,
    case when $3 = 'failed' then 'The bank declined the card.' end, o.created_at, o.created_at + interval '7 days', o.created_at + interval '2 minutes'
  from orders o join organisation g on g.id = o.organisation_id join payment_provider v on v.brand_id = g.brand_id
  where o.organisation_id = $1 and o.id = $2`;

/** Orders of Corvane's buyer by the organisation's card: one was paid, and of one the card was declined, so that it can be tried again. */
export async function insertCardOrders(client: ClientBase, calendar: Calendar): Promise<void> {
  const orders: CardOrder[] = [
    { placedAt: calendar.at(-2, 615), attempt: 'paid' },
    { placedAt: calendar.at(-1, 640), attempt: 'failed' },
  ];
  for (const { placedAt, attempt } of orders) {
    const { rows } = await client.query<{ organisationId: number; orderId: number }>(INSERT_ORDER_SQL, [
      placedAt,
      attempt === 'paid',
    ]);
    const [placed] = rows;
    if (!placed) throw new Error('Nothing was delivered to buyer@corvane.example that could be ordered by card.');
    await client.query(COMPLETE_SQL, [placed.organisationId, placed.orderId]);
    await client.query(INSERT_ATTEMPT_SQL, [placed.organisationId, placed.orderId, attempt]);
  }
}
