import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { deliveryOf } from '../delivery-options/dispatch-day.queries.ts';
import { isPayable } from '../order-states/awaits-payment.queries.ts';
import { canAwaitProof, isUnprovedLine } from '../order-states/awaits-proof.queries.ts';
import type { OrderState } from '../order-states/order-states.rules.ts';
import { arrivalOf, expectedArrival } from '../orders/arrival-day.queries.ts';
import { isLateLine, matchingOrders, orderOwner, visibleOrders, wornOrders } from '../orders/order-filters.queries.ts';
import { mayDecide } from '../proofs/proof-access.queries.ts';
import { type OpenProofs, openProofs, proofsToDecide } from '../proofs/proofs.queries.ts';
import { quotesToAccept } from '../quotes/quotes-at-a-glance.queries.ts';
import type { ReturnState } from '../returns/returns.rules.ts';

/** A parcel is no longer shown as on its way after this time, because not every carrier says that it was delivered. */
const MAX_PARCEL_DAYS = 30;
/** At most this many parcels, and orders, of one person. */
const MAX_OWN = 20;
/** At most this many of each open matter. */
const MAX_MATTERS = 5;

/** Condition for orders `o` of the person, and those with a line for them. */
const theirOrders = (scope: Scope): RawBuilder<unknown> =>
  sql`o.organisation_id = ${scope.organisationId} and (o.customer_id = ${scope.customerId} or ${wornOrders(scope)})`;

/** Condition that a line `l` of an order `o` is the person's own: for them, whoever ordered it, or of their order and for no one in particular. */
const ownLines = (scope: Scope): RawBuilder<unknown> =>
  sql`${theirOrders(scope)} and coalesce(l.wearer_id, o.customer_id) = ${scope.customerId}`;

const isPending = sql`l.quantity > l.shipped_quantity + l.cancelled_quantity`;
const pendingPieces = sql`l.quantity - l.shipped_quantity - l.cancelled_quantity`;
const destination = sql`coalesce(nullif(trim(o.shipping_address ->> 'company'), ''), o.shipping_address ->> 'city')`;
/** The person whom a line `l` of an order `o` with its owner `c` is for. */
const linePerson = sql`coalesce(
  (select w.first_name || ' ' || w.last_name from customer w where w.organisation_id = l.organisation_id and w.id = l.wearer_id),
  c.first_name || ' ' || c.last_name)`;

export interface ParcelRow {
  shipmentId: number;
  orderId: number;
  number: number;
  parcelCount: number;
  quantity: number;
  destination: string | null;
  carrier: string | null;
  trackingNumber: string | null;
  trackingUrl: string | null;
  shippedAt: string;
  dueOn: string | null;
}

export interface PendingOrderRow {
  orderId: number;
  stateId: OrderState;
  createdAt: string;
  quantity: number;
  deliveryKind: 'sent' | 'collected';
  readyToCollectQuantity: number;
  collectFrom: string | null;
  openingHours: string | null;
  destination: string | null;
  dueOn: string | null;
  expectedOn: string | null;
  isLate: boolean;
  waitsForProof: boolean;
  canRetryPayment: boolean;
}

export interface UnderWayRow {
  parcels: ParcelRow[];
  orders: PendingOrderRow[];
  /** Those that wait for the person's decision. */
  proofs: { count: number };
  /** Answered quotes of the person that wait for them. */
  quotesToAccept: number;
}

/** The parcels of a person that have not arrived, the pieces that have not been sent, and the proofs and quotes to decide on, in one statement. */
export async function readUnderWay(db: Db, scope: Scope): Promise<UnderWayRow> {
  const sentOn = sql`(s.shipped_at at time zone ${scope.timeZone})::date`;
  const { rows } = await sql<UnderWayRow>`
    select
      (select coalesce(json_agg(p order by p."shippedAt" desc, p."shipmentId" desc), '[]') from (
        select s.id as "shipmentId", o.id as "orderId", s.shipped_at as "shippedAt", s.carrier, s.tracking_number as "trackingNumber",
          s.tracking_url as "trackingUrl", own.quantity, ${destination} as destination, ${arrivalOf(sentOn)}::text as "dueOn", place.number, place.count as "parcelCount"
        from orders o
        join shipment s on s.organisation_id = o.organisation_id and s.order_id = o.id
        cross join lateral (
          select sum(sl.quantity)::int as quantity
          from shipment_line sl join order_line l on l.organisation_id = sl.organisation_id and l.id = sl.order_line_id
          where sl.organisation_id = s.organisation_id and sl.shipment_id = s.id and ${ownLines(scope)}) own
        cross join lateral (
          select count(*)::int as count, (count(*) filter (where (n.shipped_at, n.id) <= (s.shipped_at, s.id)))::int as number
          from shipment n where n.organisation_id = o.organisation_id and n.order_id = o.id and n.shipped_at is not null
            -- Of someone else's order, the person's own parcels are counted.
            and (o.customer_id = ${scope.customerId} or exists (
              select from shipment_line sl join order_line l on l.organisation_id = sl.organisation_id and l.id = sl.order_line_id
              where sl.organisation_id = n.organisation_id and sl.shipment_id = n.id and l.wearer_id = ${scope.customerId}))) place
        -- Partially shipped, or shipped: of other orders no parcel is looked up.
        where ${theirOrders(scope)} and o.shipping_state_id in (25, 30)
          and own.quantity > 0 and s.delivered_at is null
          and s.shipped_at > now() - make_interval(days => ${sql.lit(MAX_PARCEL_DAYS)})
        order by s.shipped_at desc, s.id desc limit ${sql.lit(MAX_OWN)}) p) as parcels,
      (select coalesce(json_agg(p order by p."orderId" desc), '[]') from (
        select o.id as "orderId", o.order_state_id as "stateId", o.created_at as "createdAt", ${destination} as destination,
          o.delivery_kind as "deliveryKind", so.collect_from as "collectFrom", so.opening_hours as "openingHours",
          sum(${pendingPieces})::int as quantity, sum(l.packed_quantity)::int as "readyToCollectQuantity", max(l.due_on)::text as "dueOn", ${expectedArrival(scope)}::text as "expectedOn", coalesce(bool_or(${isLateLine(scope)}), false) as "isLate",
          coalesce(bool_or(${canAwaitProof} and ${isUnprovedLine(scope.organisationId)}), false) as "waitsForProof",
          ${isPayable} and o.customer_id = ${scope.customerId} as "canRetryPayment"
        from orders o
        join order_line l on l.organisation_id = o.organisation_id and l.order_id = o.id
        left join lateral ${deliveryOf('o')} so on true
        where ${ownLines(scope)} and o.order_state_id in (10, 20, 50) and o.origin <> 'exchange' and ${isPending}
        group by o.organisation_id, o.id, so.collect_from, so.opening_hours
        order by o.id desc limit ${sql.lit(MAX_OWN)}) p) as orders,
      ${mayDecide(scope) ? proofsToDecide(scope) : sql`json_build_object('count', 0)`} as proofs,
      ${quotesToAccept(scope)} as "quotesToAccept"`.execute(db);
  return rows[0] as UnderWayRow;
}

export interface OpenMatters {
  late: {
    totalCount: number;
    orderCount: number;
    lines: {
      orderId: number;
      orderItemId: number;
      person: string;
      productName: string;
      attributeDescription: string;
      quantity: number;
      dueOn: string;
    }[];
  };
  waiting: { totalCount: number; orders: { orderId: number; person: string; createdAt: string }[] };
  proofs: OpenProofs;
  returns: {
    totalCount: number;
    requests: {
      returnRequestId: number;
      customNumber: string;
      orderId: number;
      person: string;
      productName: string;
      quantity: number;
      stateId: ReturnState;
      createdAt: string;
    }[];
  };
}

/** What is open in the orders that a person sees in the list of orders, in one statement. */
export async function readOpenMatters(db: Db, scope: Scope): Promise<OpenMatters> {
  const theirs = sql`o.organisation_id = ${scope.organisationId} and not o.is_test and ${visibleOrders(scope)}`;
  const firstOf = (list: string, columns: readonly string[], order: string) => sql`
    (select coalesce(json_agg(f), '[]') from (
      select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.ref(list)} order by ${sql.ref(order)}, ${sql.ref(columns[0] as string)}
      limit ${sql.lit(MAX_MATTERS)}) f)`;
  const { rows } = await sql<OpenMatters>`
    with late as materialized (
      select o.id as "orderId", l.id as "orderItemId", ${linePerson} as person, l.product_name as "productName", l.description as "attributeDescription",
        ${pendingPieces} as quantity, l.due_on::text as "dueOn"
      from orders o ${orderOwner}
      join order_line l on l.organisation_id = o.organisation_id and l.order_id = o.id
      where ${theirs} and ${isLateLine(scope)}),
    waiting as materialized (
      select o.id as "orderId", c.first_name || ' ' || c.last_name as person, o.created_at as "createdAt"
      from orders o ${orderOwner}
      where ${theirs} and o.order_state_id = 50),
    request as materialized (
      select r.id as "returnRequestId", r.custom_number as "customNumber", r.order_id as "orderId", ${linePerson} as person, l.product_name as "productName",
        r.quantity, r.return_state_id as "stateId", r.created_at as "createdAt"
      from return_request r
      join orders o on o.organisation_id = r.organisation_id and o.id = r.order_id ${orderOwner}
      join order_line l on l.organisation_id = r.organisation_id and l.id = r.order_line_id
      -- Of an exchange nothing is left to decide once the pieces have arrived.
      where r.organisation_id = ${scope.organisationId} and r.return_state_id in (0, 10, 20) and (r.return_state_id <> 10 or r.exchange_line_id is null) and ${theirs})
    select
      json_build_object('totalCount', (select count(*) from late), 'orderCount',
        (select count(*) from orders o where o.id in (select "orderId" from late) and ${matchingOrders(scope, {})}), 'lines',
        ${firstOf('late', ['orderId', 'orderItemId', 'person', 'productName', 'attributeDescription', 'quantity', 'dueOn'], 'dueOn')}) as late,
      json_build_object('totalCount', (select count(*) from waiting), 'orders', ${firstOf('waiting', ['orderId', 'person', 'createdAt'], 'createdAt')}) as waiting,
      ${openProofs(scope)} as proofs,
      json_build_object('totalCount', (select count(*) from request), 'requests',
        ${firstOf('request', ['returnRequestId', 'customNumber', 'orderId', 'person', 'productName', 'quantity', 'stateId', 'createdAt'], 'createdAt')}) as returns`.execute(
    db,
  );
  return rows[0] as (typeof rows)[number];
}
