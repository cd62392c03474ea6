import type { ClientBase } from 'pg';
import { packPieces } from '#api/ordering/order-lines/pack-pieces.queries.ts';
import { clearBacklog } from './backlog.queries.ts';
import { asTransaction } from './connection.ts';
import { sendParcels } from './sent-parcels.ts';

/**
 * Back orders: of some garments that released orders wait for, and that can be ordered beyond the stock, a count found fewer pieces than were booked.
 * The next delivery of each is expected.
 */
const CREATE_SHORTAGES_SQL = `
  with needed as (
    select l.combination_id, sum(l.quantity - l.shipped_quantity - l.cancelled_quantity)::int as pending
    from order_line l
    join orders o on o.organisation_id = l.organisation_id and o.id = l.order_id and o.released_at is not null and o.order_state_id in (10, 20)
    where l.quantity > l.shipped_quantity + l.cancelled_quantity group by 1),
  short as (
    select n.combination_id, s.on_hand, n.pending / 3 as counted
    from needed n join stock_level s using (combination_id) join product p on p.id = s.product_id
    where p.manages_stock and s.can_oversell and s.on_hand > n.pending / 3
    order by n.pending desc, n.combination_id limit 12),
  counted as (
    insert into stock_entry (combination_id, kind, on_hand_delta, reason, created_at)
    select combination_id, 'count', counted - on_hand, 'Stock count', now() - interval '12 hours' from short),
  expected as (
    insert into stock_incoming (combination_id, due_on, quantity)
    select combination_id, current_date + 6 + (combination_id % 20)::int, 60 from short
    where not exists (select from stock_incoming i where i.combination_id = short.combination_id and i.due_on >= current_date))
  update stock_level s set on_hand = short.counted from short where s.combination_id = short.combination_id`;

/** Of every third waiting line the date was moved once, with an entry in the timeline of its order. */
const MOVE_DATES_SQL = `
  with moved as (
    update order_line l set queued_on = current_date + 3, due_on = greatest(l.due_on, current_date + 10)
    from orders o, stock_level s
    where o.organisation_id = l.organisation_id and o.id = l.order_id and o.released_at is not null and o.order_state_id in (10, 20)
      and s.combination_id = l.combination_id and s.on_hand < s.reserved
      and l.due_on is not null and l.quantity > l.shipped_quantity + l.cancelled_quantity and l.id % 3 = 0
    returning l.organisation_id, l.order_id, concat_ws(', ', l.product_name, nullif(l.description, '')) as name,
      l.quantity - l.shipped_quantity - l.cancelled_quantity as pending, l.due_on, l.queued_on)
  insert into order_event (organisation_id, order_id, kind, data, created_at)
  select organisation_id, order_id, 'date_moved',
    jsonb_build_object('lines', jsonb_agg(jsonb_build_object('name', name, 'quantity', pending, 'dueOn', due_on, 'before', queued_on)),
      'reason', 'The mill is late.'), now() - interval '3 hours'
  from moved group by 1, 2`;

interface BuyerLine {
  organisation_id: number;
  order_id: number;
  id: number;
  pending: number;
}

/** The lines of the order of buyer@meridian.example that is to be shipped in two parcels: one of which nothing was sent yet. */
const FIND_BUYER_LINES_SQL = `
  select l.organisation_id, l.order_id, l.id, l.quantity as pending
  from order_line l
  where (l.organisation_id, l.order_id) in (
    select o.organisation_id, o.id
    from orders o
    join customer c on c.organisation_id = o.organisation_id and c.id = o.customer_id and c.email = 'buyer@meridian.example'
    join order_line l on l.organisation_id = o.organisation_id and l.order_id = o.id
    join stock_level s on s.combination_id = l.combination_id
    where o.released_at is not null and o.order_state_id in (10, 20) and o.shipping_state_id = 20
    group by o.organisation_id, o.id having count(*) >= 3
    order by count(*) filter (where s.on_hand >= l.quantity) desc, o.id limit 1)
  order by l.id`;

const PARCELS = [
  {
    carrier: 'Northline Parcels',
    number: 'NL47110815GB',
    url: 'https://track.northline.example/parcel/',
    sentDaysAgo: 3,
    delivered: true,
  },
  {
    carrier: 'Harrier Express',
    number: 'HX47110816GB',
    url: 'https://harrier-express.example/track/',
    sentDaysAgo: 1,
    delivered: false,
  },
];

/** Ships an order of the buyer in two parcels, one delivered and one on the way; its last line waits for a day. Returns its id. */
async function shipInTwoParcels(client: ClientBase): Promise<number> {
  const { rows: lines } = await client.query<BuyerLine>(FIND_BUYER_LINES_SQL);
  const [first, second] = lines;
  const last = lines.at(-1);
  if (!first || !second || !last) throw new Error('buyer@meridian.example has no order that can be shipped in two parcels.');
  const organisationId = Number(first.organisation_id);
  const orderId = Number(first.order_id);
  await sendParcels(
    client,
    organisationId,
    PARCELS.map((parcel, index) => {
      const line = index === 0 ? first : second;
      return { ...parcel, orderId, pieces: [{ lineId: Number(line.id), quantity: line.pending }] };
    }),
  );
  await client.query('update order_line set due_on = current_date + 9 where organisation_id = $1 and id = $2', [
    organisationId,
    Number(last.id),
  ]);
  return orderId;
}

/** Makes some garments short, before waiting pieces are promised for the next delivery. */
export const createShortages = async (client: ClientBase): Promise<void> => {
  await client.query(CREATE_SHORTAGES_SQL);
};

/** Corvane Rail wants a parcel for each wearer. */
const PACK_BY_WEARER_SQL = "update organisation set parcel_mode = 'wearer' where id = 3";

interface CollectedLine {
  organisation_id: number;
  order_id: number;
  lines: { lineId: number; quantity: number; name: string }[];
}

/** Of each organisation, two orders that are to be collected and of which everything is on hand. */
const FIND_COLLECTED_SQL = `
  select organisation_id, order_id, lines from (
    select o.organisation_id, o.id as order_id, row_number() over (partition by o.organisation_id order by o.released_at, o.id) as place,
      jsonb_agg(jsonb_build_object('lineId', l.id, 'quantity', l.quantity, 'name', concat_ws(', ', l.product_name, nullif(l.description, ''))) order by l.id) as lines
    from orders o
    join order_line l on l.organisation_id = o.organisation_id and l.order_id = o.id
    join stock_level s on s.combination_id = l.combination_id
    where o.delivery_kind = 'collected' and o.released_at is not null and o.order_state_id in (10, 20) and o.shipping_state_id = 20
    group by o.organisation_id, o.id, o.released_at
    having bool_and(s.on_hand >= s.reserved and l.shipped_quantity + l.cancelled_quantity = 0 and l.made_to_measure_request_id is null)) found
  where place <= 2`;

/** Some orders wait to be collected since yesterday, or since soon after they were released; their people have been told. */
async function makeSomeReady(client: ClientBase): Promise<void> {
  const { rows } = await client.query<CollectedLine>(FIND_COLLECTED_SQL);
  for (const { organisation_id, order_id, lines } of rows) {
    await packPieces(asTransaction(client), Number(organisation_id), lines);
    await client.query(
      `with ready as (
        update orders set order_state_id = 20, ready_to_collect_at = greatest(now() - interval '20 hours', released_at + (now() - released_at) / 2),
          picking_started_at = coalesce(picking_started_at, greatest(now() - interval '22 hours', released_at + (now() - released_at) / 4))
        where organisation_id = $1 and id = $2 returning organisation_id, id, ready_to_collect_at)
      insert into order_event (organisation_id, order_id, kind, data, created_at)
      select organisation_id, id, 'ready_to_collect', jsonb_build_object('lines', $3::jsonb), ready_to_collect_at from ready`,
      [organisation_id, order_id, JSON.stringify(lines.map(({ name, quantity }) => ({ name, quantity })))],
    );
  }
}

/** What the operators work on beyond the past orders: moved dates, an order in two parcels, few late orders, and orders that wait to be collected. After waiting pieces have been promised. */
export async function insertFulfilment(client: ClientBase): Promise<void> {
  await client.query(PACK_BY_WEARER_SQL);
  await client.query(MOVE_DATES_SQL);
  const orderId = await shipInTwoParcels(client);
  await clearBacklog(client, orderId);
  await makeSomeReady(client);
}
