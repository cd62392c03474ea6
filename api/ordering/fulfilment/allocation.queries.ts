import { type RawBuilder, sql } from 'kysely';

/**
 * When the pending pieces of a line `l` of an order `o` are owed: the day until which they were promised, or that of the release. A later day
 * that the supplier promises instead does not change it; an earlier one does. What is decorated is needed earlier by the days that this takes.
 */
const owedOn = (line: string, order: string) =>
  sql`coalesce(least(${sql.ref(`${line}.queued_on`)}, ${sql.ref(`${line}.due_on`)}) - ${sql.ref(`${line}.decoration_days`)}, (${sql.ref(`${order}.released_at`)} at time zone 'utc')::date)`;

/** The place of a line in the queue for pieces on hand: those with priority first, then those promised earlier, then those released earlier. */
const queueOrder = (line: string, order: string) =>
  sql`-${sql.ref(`${line}.queue_priority`)}, ${owedOn(line, order)}, ${sql.ref(`${order}.released_at`)}, ${sql.ref(`${line}.organisation_id`)}, ${sql.ref(`${line}.id`)}`;

/** The place of a line in the queue for pieces on hand, as a row that compares. */
export const queuePosition = (line: string, order: string): RawBuilder<unknown> => sql`(${queueOrder(line, order)})`;

/** Condition for orders of which the warehouse may ship pieces. */
export const isShippable = (order: string): RawBuilder<unknown> =>
  sql`${sql.ref(`${order}.released_at`)} is not null and ${sql.ref(`${order}.order_state_id`)} in (10, 20) and not ${sql.ref(`${order}.is_test`)}`;

/** Pieces of a line `l` that are to be packed: the pending ones without those that wait to be collected. */
export const unpacked = (line: string): RawBuilder<number> => {
  const column = (name: string) => sql.ref(`${line}.${name}`);
  return sql<number>`(${column('quantity')} - ${column('shipped_quantity')} - ${column('cancelled_quantity')} - ${column('packed_quantity')})`;
};

/**
 * A subquery with all lines of all organisations of which pieces are to be shipped: `pending`, those that are not packed yet, and `ready`, those of them
 * that can be picked now; `packed`, those that wait to be collected. The pieces on hand of a garment go to its lines in the order of the queue, `ahead`
 * being what is packed and the pieces of the lines before; stock that is not managed never runs out. Its other columns are `organisation_id`, `order_id`, `line_id`, `wearer_id`, `combination_id` and `due_on`, the day that is
 * shown for pieces that wait.
 */
export const allocatedLines: RawBuilder<unknown> = sql`(
  select q.organisation_id, q.order_id, q.id as line_id, q.wearer_id, q.combination_id, q.pending, q.packed, q.ready, q.ahead,
    case when q.ready < q.pending then coalesce(q.due_on,
      (select add_working_days(min(i.due_on), q.decoration_days) from stock_incoming i where i.combination_id = q.combination_id and i.due_on >= current_date)) end as due_on
  from (
    select l.organisation_id, l.order_id, l.id, l.wearer_id, l.combination_id, l.due_on, l.decoration_days, l.pending, l.packed, l.ahead,
      case
        -- Pieces made to measure are no one else's, and come from no shelf.
        when l.made_to_measure_request_id is not null then case when exists (select from made_to_measure_request r
          where r.organisation_id = l.organisation_id and r.id = l.made_to_measure_request_id and r.made_at is not null) then l.pending else 0 end
        when p.manages_stock then greatest(0, least(l.pending, coalesce(s.on_hand, 0) - l.ahead)) else l.pending end::int as ready
    from (
      select l.organisation_id, l.order_id, l.id, l.product_id, l.wearer_id, l.combination_id, l.due_on, l.decoration_days, l.made_to_measure_request_id,
        ${unpacked('l')} as pending, l.packed_quantity as packed,
        sum(l.packed_quantity) over (partition by l.combination_id)
          + sum(${unpacked('l')}) over (partition by l.combination_id order by ${queueOrder('l', 'o')}) - ${unpacked('l')} as ahead
      from order_line l join orders o on o.organisation_id = l.organisation_id and o.id = l.order_id
      where l.quantity > l.shipped_quantity + l.cancelled_quantity and ${isShippable('o')}) l
    join product p on p.id = l.product_id
    left join stock_level s on s.combination_id = l.combination_id) q)`;

/** The name of the destination of an order `o` with its resort `r`; of one that is collected, the name of the way of delivery. */
export const destinationName: RawBuilder<string> = sql<string>`
  coalesce(case when o.delivery_kind = 'collected' then o.shipping_method end, r.name, nullif(concat_ws(', ', o.shipping_address ->> 'address1', o.shipping_address ->> 'city'), ''), 'No address')`;

/** The key of the destination of an order. What is collected at one place has one, and none with what is sent. */
export const destinationKeyOf = (order: string): RawBuilder<string> => {
  const column = (name: string) => sql.ref(`${order}.${name}`);
  return sql<string>`case when ${column('delivery_kind')} = 'collected'
    then md5(concat_ws('|', 'collected', ${column('organisation_id')}, ${column('shipping_method')}))
    else destination_key(${column('organisation_id')}, ${column('resort_id')}, ${column('shipping_address')}) end`;
};

/** The key of the destination of an order `o`. */
export const destinationKey: RawBuilder<string> = destinationKeyOf('o');

/** A subquery with the `colour`, and the `size` with the fit, of the garment of an order line; null where the garment has none. */
export const colourAndSize = (line: string): RawBuilder<unknown> => sql`(
  select max(v.name) filter (where b.role = 'colour') as colour,
    nullif(concat_ws(' ', max(v.name) filter (where b.role = 'size'), max(v.name) filter (where b.role = 'fit'),
      case when ${sql.ref(`${line}.made_to_measure_request_id`)} is not null then 'Made to measure' end), '') as size
  from combination k join product_attribute_value v on v.id = any (k.value_ids)
  join product_attribute pa on pa.id = v.product_attribute_id join attribute b on b.id = pa.attribute_id
  where k.id = ${sql.ref(`${line}.combination_id`)})`;
