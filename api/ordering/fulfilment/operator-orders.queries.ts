import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { containsWords } from '#api/platform/db/search-words.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import type { QueryOf, ReplyOf } from '#contract/index.ts';
import { withoutOrderWord } from '#contract/platform/search-words.ts';
import { deliveryOf, dispatchDay } from '../delivery-options/dispatch-day.queries.ts';
import { designsToMake, undecorated } from '../order-lines/designs-to-make.queries.ts';
import {
  ORDER_STATES,
  type OrderState,
  SHIPPING_STATES,
  type ShippingState,
  toUtcString,
} from '../order-states/order-states.rules.ts';
import {
  allocatedLines,
  colourAndSize,
  destinationKey,
  destinationKeyOf,
  destinationName,
  isShippable,
} from './allocation.queries.ts';

type Board = ReplyOf<'GET /api/operator/orders'>;
export type OperatorOrder = ReplyOf<'GET /api/operator/orders/:id'>['orders'][number];

/** Further conditions that a column contains every word of a search term. */
export const andContainsWords = (column: string, searchTerm: string | undefined) =>
  sql`${sql.join([sql``, ...containsWords(column, searchTerm)], sql` and `)}`;

/** When an order `o` with its way of delivery `so` and organisation `g` should leave, or be ready to collect. */
const sendDay = dispatchDay(sql`g.time_zone`);
const isDue = (day: RawBuilder<unknown>) => sql`${day} <= (now() at time zone g.time_zone)::date`;
const cutOff = sql`left(so.cut_off::text, 5)`;

/**
 * The order in which orders are picked: first those that must leave today by their cut-off time and can, then by the day on which they should leave, on each
 * day those with a cut-off time first, and then by release.
 */
const PICKING_ORDER = sql`is_urgent desc, send_on, cut_off is null, released_at, id`;

/** The board of released orders with pending pieces: a page of them, their number, and the destinations of all that match, in one statement. */
export async function listBoard(db: Db, operator: OperatorScope, query: QueryOf<'GET /api/operator/orders'>): Promise<Board> {
  const { offset, limit } = toOffsetAndLimit(query);
  const { organisationId = 0, destination = '', state = '', delivery = '', due = '', searchTerm } = query;
  const { rows } = await sql<Board>`
    with pieces as (
      select a.organisation_id, a.order_id, sum(a.pending + a.packed)::int as pending, sum(a.ready)::int as ready, sum(a.packed)::int as packed, max(a.due_on) as due_on,
        count(distinct coalesce(a.wearer_id, 0))::int as wearers
      from ${allocatedLines} a group by 1, 2),
    released as materialized (
      select * from (
        select o.id, o.organisation_id, g.name as organisation_name, ${destinationKey} as destination, ${destinationName} as destination_name,
          c.first_name || ' ' || c.last_name as person_name, o.released_at, o.picking_started_at, o.origin, p.pending, p.ready, p.packed, p.due_on, p.wearers,
          o.shipping_method as delivery, o.delivery_kind, ${cutOff} as cut_off, leaving.day as send_on, p.ready > 0 and ${isDue(sql`leaving.day`)} as is_due,
          p.ready > 0 and so.cut_off is not null and o.delivery_kind = 'sent' and ${isDue(sql`leaving.day`)} as is_urgent, o.ready_to_collect_at,
          case when p.ready = 0 and p.packed > 0 then 'readyToCollect' when p.ready = 0 then 'backOrder' when o.shipping_state_id = 25 then 'partShipped'
            when o.picking_started_at is not null then 'picking' else 'toPick' end as state
        from organisation g
        join orders o on o.organisation_id = g.id
        join pieces p on p.organisation_id = o.organisation_id and p.order_id = o.id
        join customer c on c.organisation_id = o.organisation_id and c.id = o.customer_id
        left join resort r on r.organisation_id = o.organisation_id and r.id = o.resort_id
        left join lateral ${deliveryOf('o')} so on true
        -- Once for each order: with an offset, the day is not computed wherever it is named.
        cross join lateral (select ${sendDay} as day offset 0) leaving
        where g.brand_id = any (${[...operator.brandIds]}::bigint[]) and ${organisationId}::bigint in (0, g.id)
          ${andContainsWords('o.search_text', withoutOrderWord(searchTerm ?? ''))}) every_state
      where ${state}::text in ('', state) and (${due}::text = '' or is_due)),
    board as materialized (select * from released where ${delivery}::text in ('', delivery)),
    chosen as (select * from board where ${destination}::text in ('', destination)),
    page as (select * from chosen order by ${PICKING_ORDER} limit ${limit} offset ${offset})
    select
      (select count(*)::int from chosen) as "totalCount",
      (select coalesce(json_agg(json_build_object('id', id, 'organisationId', organisation_id, 'organisationName', organisation_name,
          'destination', destination, 'destinationName', destination_name, 'personName', person_name, 'releasedOnUtc', released_at,
          'pickingStartedOnUtc', picking_started_at, 'origin', origin, 'state', state, 'wearers', wearers, 'pendingQuantity', pending,
          'readyQuantity', ready, 'packedQuantity', packed, 'dueOn', due_on, 'deliveryMethod', delivery, 'deliveryKind', delivery_kind, 'cutOff', cut_off,
          'sendOn', send_on, 'isDueToday', is_due, 'readyToCollectOnUtc', ready_to_collect_at) order by ${PICKING_ORDER}), '[]') from page) as orders,
      (select coalesce(json_agg(m order by m.name), '[]') from (
        select delivery as name, min(delivery_kind) as kind, count(*)::int as orders, (count(*) filter (where is_due))::int as "dueToday"
        from released where delivery is not null group by delivery) m) as "deliveryMethods",
      (select coalesce(json_agg(d order by d."oldestReleasedOnUtc", d.key), '[]') from (
        select destination as key, min(destination_name) as name, organisation_id as "organisationId", min(organisation_name) as "organisationName",
          count(*)::int as orders, sum(pending)::int as "pendingQuantity", sum(ready)::int as "readyQuantity", min(released_at) as "oldestReleasedOnUtc"
        from board group by destination, organisation_id) d) as destinations`.execute(db);
  const { totalCount, orders, destinations, deliveryMethods } = rows[0] as Board;
  return {
    totalCount,
    deliveryMethods,
    orders: orders.map((order) => ({
      ...order,
      releasedOnUtc: toUtcString(order.releasedOnUtc),
      pickingStartedOnUtc: order.pickingStartedOnUtc && toUtcString(order.pickingStartedOnUtc),
      readyToCollectOnUtc: order.readyToCollectOnUtc && toUtcString(order.readyToCollectOnUtc),
    })),
    destinations: destinations.map((each) => ({ ...each, oldestReleasedOnUtc: toUtcString(each.oldestReleasedOnUtc) })),
  };
}

interface DetailRow
  extends Omit<
    OperatorOrder,
    'orderStatus' | 'shippingStatus' | 'createdOnUtc' | 'releasedOnUtc' | 'pickingStartedOnUtc' | 'readyToCollectOnUtc'
  > {
  createdOnUtc: Date;
  releasedOnUtc: Date;
  pickingStartedOnUtc: Date | null;
  readyToCollectOnUtc: Date | null;
  orderStateId: OrderState;
  shippingStateId: ShippingState;
}

/**
 * Released orders of organisations of the operator's brands, with what can be picked of them, in the order of picking, in one statement. Those that the operator
 * may not see, or that were not released, are left out.
 */
export async function listOperatorOrders(
  db: Db | Tx,
  operator: OperatorScope,
  orderIds: readonly number[],
): Promise<OperatorOrder[]> {
  const { rows } = await sql<DetailRow>`
    with allocated as materialized (
      select a.organisation_id, a.line_id, a.ready, a.due_on from ${allocatedLines} a where a.order_id = any (${[...orderIds]}::bigint[]))
    select o.id, o.organisation_id as "organisationId", g.name as "organisationName", g.parcel_mode as "parcelMode", ${destinationKey} as destination,
      ${destinationName} as "destinationName", o.shipping_address as "shippingAddress", c.first_name || ' ' || c.last_name as "personName",
      o.po_number as "poNumber", o.comments, o.answers, o.order_state_id as "orderStateId", o.shipping_state_id as "shippingStateId", o.created_at as "createdOnUtc",
      o.released_at as "releasedOnUtc", o.picking_started_at as "pickingStartedOnUtc", o.requested_delivery_on as "requestedDeliveryOn", o.origin,
      o.shipping_method as "deliveryMethod", o.delivery_kind as "deliveryKind", ${cutOff} as "cutOff", leaving.day::text as "sendOn",
      own.ready > 0 and ${isDue(sql`leaving.day`)} as "isDueToday", so.collect_from as "collectFrom", so.opening_hours as "openingHours",
      o.ready_to_collect_at as "readyToCollectOnUtc",
      (select case e.actor_kind when 'operator' then (select x.name from operator x where x.id = e.actor_id)
          when 'api_key' then (select k.name from api_key k where k.id = e.actor_id) end
        from order_event e where e.organisation_id = o.organisation_id and e.order_id = o.id and e.kind = 'picking_started' order by e.id limit 1) as "pickingStartedBy",
      (select coalesce(json_agg(json_build_object('id', l.id, 'productId', l.product_id, 'productName', l.product_name, 'sku', l.sku, 'gtin', l.gtin,
          'attributeDescription', l.description, 'colour', look.colour, 'size', look.size, 'imageSrc', l.image_src, 'shelf', s.shelf,
          'wearerId', l.wearer_id, 'wearerName', w.first_name || ' ' || w.last_name, 'quantity', l.quantity, 'shippedQuantity', l.shipped_quantity,
          'cancelledQuantity', l.cancelled_quantity, 'packedQuantity', l.packed_quantity, 'pendingQuantity', l.quantity - l.shipped_quantity - l.cancelled_quantity,
          'readyQuantity', coalesce(a.ready, 0), 'dueOn', a.due_on, 'designs', ${designsToMake('l')}, 'toDecorateQuantity', ${undecorated('l')},
          'cancellableQuantity', case when l.decoration_started_at is null then l.quantity - l.shipped_quantity - l.cancelled_quantity else 0 end) order by s.shelf nulls last, l.id), '[]')
        from order_line l
        left join allocated a on a.organisation_id = l.organisation_id and a.line_id = l.id
        left join stock_level s on s.combination_id = l.combination_id
        left join customer w on w.organisation_id = l.organisation_id and w.id = l.wearer_id
        left join lateral ${colourAndSize('l')} look on true
        where l.organisation_id = o.organisation_id and l.order_id = o.id) as lines,
      (select coalesce(array_agg(other.id order by other.released_at, other.id), '{}') from orders other
        where other.organisation_id = o.organisation_id and other.id <> o.id and ${isShippable('other')} and other.shipping_state_id in (10, 20, 25)
          and other.pending_value_minor >= 0 and exists (select from order_line p where p.organisation_id = other.organisation_id and p.order_id = other.id
            and p.quantity > p.shipped_quantity + p.cancelled_quantity)
          and ${destinationKeyOf('other')} = ${destinationKey}) as "otherOrderIds"
    from organisation g
    join orders o on o.organisation_id = g.id
    join customer c on c.organisation_id = o.organisation_id and c.id = o.customer_id
    left join resort r on r.organisation_id = o.organisation_id and r.id = o.resort_id
    left join lateral ${deliveryOf('o')} so on true
    cross join lateral (select ${sendDay} as day offset 0) leaving
    cross join lateral (
      select coalesce(sum(a.ready), 0) as ready from allocated a join order_line l on l.organisation_id = a.organisation_id and l.id = a.line_id
      where l.organisation_id = o.organisation_id and l.order_id = o.id) own
    where g.brand_id = any (${[...operator.brandIds]}::bigint[]) and o.id = any (${[...orderIds]}::bigint[]) and o.released_at is not null and not o.is_test
    order by own.ready > 0 and so.cut_off is not null and o.delivery_kind = 'sent' and ${isDue(sql`leaving.day`)} desc, leaving.day, so.cut_off is null,
      o.released_at, o.id`.execute(db);
  return rows.map(({ orderStateId, shippingStateId, ...order }) => ({
    ...order,
    answers: order.answers.map(({ name, text }) => ({ name, text })),
    orderStatus: ORDER_STATES[orderStateId],
    shippingStatus: SHIPPING_STATES[shippingStateId],
    createdOnUtc: toUtcString(order.createdOnUtc),
    releasedOnUtc: toUtcString(order.releasedOnUtc),
    pickingStartedOnUtc: order.pickingStartedOnUtc && toUtcString(order.pickingStartedOnUtc),
    readyToCollectOnUtc: order.readyToCollectOnUtc && toUtcString(order.readyToCollectOnUtc),
  }));
}
