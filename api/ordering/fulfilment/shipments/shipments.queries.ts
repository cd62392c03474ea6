import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import type { QueryOf, ReplyOf } from '#contract/index.ts';
import { lineName } from '../../order-states/line-names.queries.ts';
import { toUtcString } from '../../order-states/order-states.rules.ts';
import type { StepTaker } from '../../order-states/order-steps.queries.ts';
import { destinationName, isShippable, queuePosition } from '../allocation.queries.ts';
import { andContainsWords } from '../operator-orders.queries.ts';

export type OperatorShipment = ReplyOf<'GET /api/operator/shipments'>['shipments'][number];

/** What of one order is in one parcel. */
export interface NewShipment {
  id: number;
  orderId: number;
  /** The first shipment of the parcel; null when the parcel holds one order only. */
  parcelId: number | null;
  wearerId: number | null;
  carrier: string | null;
  trackingNumber: string | null;
  trackingUrl: string | null;
  pieces: { lineId: number; quantity: number }[];
}

/** Ids for new shipments, ascending. */
export async function reserveShipmentIds(tx: Tx, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('shipment', 'id'))::int as id from generate_series(1, ${count}::int) order by 1`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/**
 * Ships pieces in one statement: shipments with their lines, the shipped pieces of the order lines, and the stock, whose rows are locked in
 * sorted order. Accounts, amounts and uniform status follow by triggers. The orders must be locked. Returns how many lines were shipped, fewer
 * than given when one has too few pending pieces, and the garments of which too few are on hand; in both cases the caller must roll back.
 */
export async function insertShipments(
  tx: Tx,
  organisationId: number,
  shipments: readonly NewShipment[],
  actor: StepTaker,
): Promise<{ lines: number; short: string[] }> {
  const pieces = shipments.flatMap(({ id, pieces: lines }) =>
    lines.map(({ lineId, quantity }) => ({ shipment_id: id, line_id: lineId, quantity })),
  );
  const rows = shipments.map((shipment) => ({
    id: shipment.id,
    order_id: shipment.orderId,
    parcel_id: shipment.parcelId,
    wearer_id: shipment.wearerId,
    carrier: shipment.carrier,
    tracking_number: shipment.trackingNumber,
    tracking_url: shipment.trackingUrl,
  }));
  const found = await sql<{ lines: number; short: string[] }>`
    with piece as materialized (select * from jsonb_to_recordset(${JSON.stringify(pieces)}::jsonb) as p (shipment_id bigint, line_id bigint, quantity int)),
    sent as (
      insert into shipment (id, organisation_id, order_id, parcel_id, wearer_id, carrier, tracking_number, tracking_url, shipped_at)
      select s.id, ${organisationId}::bigint, s.order_id, s.parcel_id, s.wearer_id, s.carrier, s.tracking_number, s.tracking_url, now()
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as s (id bigint, order_id bigint, parcel_id bigint, wearer_id bigint, carrier text, tracking_number text, tracking_url text)),
    packed as (
      insert into shipment_line (organisation_id, shipment_id, order_line_id, quantity)
      select ${organisationId}::bigint, shipment_id, line_id, sum(quantity) from piece group by 2, 3 order by 2, 3
      returning id, order_line_id, quantity),
    shipped as (
      update order_line l set shipped_quantity = l.shipped_quantity + p.quantity
      from (select line_id, sum(quantity)::int as quantity from piece group by 1) p
      where l.organisation_id = ${organisationId} and l.id = p.line_id and l.quantity - l.shipped_quantity - l.cancelled_quantity >= p.quantity
      returning l.id, l.order_id, l.product_id, l.product_name, l.description, l.combination_id, p.quantity),
    demand as (
      select combination_id, min(product_id) as product_id, min(concat_ws(', ', product_name, nullif(description, ''))) as name, sum(quantity)::int as quantity
      from shipped group by 1),
    locked as materialized (
      select s.combination_id from stock_level s join demand using (combination_id) order by s.combination_id for update of s),
    taken as (
      update stock_level s set on_hand = s.on_hand - d.quantity, reserved = s.reserved - d.quantity, version = s.version + 1
      from demand d join locked using (combination_id) join product p on p.id = d.product_id
      where s.combination_id = d.combination_id and (s.on_hand >= d.quantity or not p.manages_stock)
      returning s.combination_id),
    entered as (
      insert into stock_entry (combination_id, kind, on_hand_delta, reserved_delta, organisation_id, order_id, order_line_id, shipment_line_id, actor_kind, actor_id)
      select l.combination_id, 'ship', -p.quantity, -p.quantity, ${organisationId}::bigint, l.order_id, l.id, p.id, ${actor.kind}, ${actor.id}::bigint
      from packed p join shipped l on l.id = p.order_line_id)
    select (select count(*)::int from shipped) as lines,
      (select coalesce(array_agg(name order by name), '{}') from demand where combination_id not in (select combination_id from taken)) as short`.execute(
    tx,
  );
  return found.rows[0] as { lines: number; short: string[] };
}

/**
 * The garments of which these lines have just been sent pieces that lines before them in the queue still need, whatever the organisation. The stock must be
 * locked.
 */
export async function listQueueJumps(tx: Tx, organisationId: number, lineIds: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct ${lineName('l')} as name
    from order_line l
    join orders o on o.organisation_id = l.organisation_id and o.id = l.order_id
    join product p on p.id = l.product_id and p.manages_stock
    join stock_level s on s.combination_id = l.combination_id
    where l.organisation_id = ${organisationId} and l.id = any (${[...lineIds]}::bigint[]) and s.on_hand < (
      select coalesce(sum(b.quantity - b.shipped_quantity - b.cancelled_quantity), 0)
      from order_line b join orders bo on bo.organisation_id = b.organisation_id and bo.id = b.order_id
      where b.combination_id = l.combination_id and b.quantity > b.shipped_quantity + b.cancelled_quantity and ${isShippable('bo')}
        and ${queuePosition('b', 'bo')} < ${queuePosition('l', 'o')})
    order by 1`.execute(tx);
  return rows.map(({ name }) => name);
}

/** Brings what orders say about their parcels up to date: the latest dispatch and the tracking links. */
export async function projectParcels(tx: Tx, organisationId: number, orderIds: readonly number[]): Promise<void> {
  await sql`
    update orders o set shipped_at = p.shipped_at, tracking_urls = p.urls
    from (select s.order_id, max(s.shipped_at) as shipped_at,
        coalesce(array_agg(s.tracking_url order by s.id) filter (where s.tracking_url is not null), '{}') as urls
      from shipment s where s.organisation_id = ${organisationId} and s.order_id = any (${[...orderIds]}::bigint[]) group by 1) p
    where o.organisation_id = ${organisationId} and o.id = p.order_id`.execute(tx);
}

/** A parcel that was sent: one shipment for each order that has pieces in it. */
export interface SentParcel {
  organisationId: number;
  brandId: number;
  shipmentId: number;
  orderId: number;
  parcelId: number;
  shippedAt: Date | null;
  deliveredAt: Date | null;
}

/** The shipments of the parcel of a shipment, of organisations of the operator's brands; empty when there is none. */
export async function findParcel(tx: Tx, operator: OperatorScope, shipmentId: number): Promise<SentParcel[]> {
  const { rows } = await sql<SentParcel>`
    select s.organisation_id as "organisationId", g.brand_id as "brandId", s.id as "shipmentId", s.order_id as "orderId",
      coalesce(s.parcel_id, s.id) as "parcelId", s.shipped_at as "shippedAt", s.delivered_at as "deliveredAt"
    from organisation g
    join shipment chosen on chosen.organisation_id = g.id
    join shipment s on s.organisation_id = g.id and (s.id = chosen.id or s.parcel_id = chosen.parcel_id)
    where g.brand_id = any (${[...operator.brandIds]}::bigint[]) and chosen.id = ${shipmentId} order by s.order_id`.execute(tx);
  return rows;
}

/** Records when shipments were delivered; those that were delivered before keep their time. Returns those that had not been. */
export async function markDelivered(
  tx: Tx,
  organisationId: number,
  shipmentIds: readonly number[],
  deliveredAt: Date,
): Promise<{ id: number; orderId: number }[]> {
  const { rows } = await sql<{ id: number; orderId: number }>`
    update shipment s set delivered_at = ${deliveredAt}
    where s.organisation_id = ${organisationId} and s.id = any (${[...shipmentIds]}::bigint[]) and s.shipped_at is not null and s.delivered_at is null
    returning s.id, s.order_id as "orderId"`.execute(tx);
  return rows;
}

/** Which shipments to list. */
type ShipmentFilters = QueryOf<'GET /api/operator/shipments'> & { ids?: readonly number[] };

/**
 * A page of shipments of organisations of the operator's brands, newest first, and their number, in one statement. What is found is only
 * numbered; names and contents are read for the page alone.
 */
export async function listShipments(
  db: Db | Tx,
  operator: OperatorScope,
  { ids, organisationId = 0, orderId = 0, state = '', searchTerm = '', ...paging }: ShipmentFilters,
): Promise<{ shipments: OperatorShipment[]; totalCount: number }> {
  const { offset, limit } = toOffsetAndLimit(paging);
  const conditions = [
    sql`s.organisation_id in (select g.id from organisation g where g.brand_id = any (${[...operator.brandIds]}::bigint[]))`,
    ...(organisationId === 0 ? [] : [sql`s.organisation_id = ${organisationId}`]),
    ...(orderId === 0 ? [] : [sql`s.order_id = ${orderId}`]),
    ...(state === '' ? [] : [state === 'delivered' ? sql`s.delivered_at is not null` : sql`s.delivered_at is null`]),
    ...(ids ? [sql`s.id = any (${[...ids]}::bigint[])`] : []),
  ];
  const found = sql`select s.organisation_id, s.id, s.shipped_at
    from (select t.*, lower(t.tracking_number) as tracking from shipment t) s where ${sql.join(conditions, sql` and `)}`;
  const isSearched = searchTerm.trim() !== '';
  const matching = isSearched
    ? // Two lists instead of one condition with "or", so that each can use an index.
      sql`${found} and (s.organisation_id, s.order_id) in (
          select o.organisation_id, o.id from organisation g join orders o on o.organisation_id = g.id
          where g.brand_id = any (${[...operator.brandIds]}::bigint[]) ${andContainsWords('o.search_text', searchTerm)})
        union ${found} ${andContainsWords('s.tracking', searchTerm)}`
    : found;
  const { rows } = await sql<{ shipments: OperatorShipment[]; totalCount: number }>`
    with found as materialized (${matching}),
    page as (
      select s.*, g.name as organisation_name, ${destinationName} as destination_name, c.first_name || ' ' || c.last_name as person_name
      from (select * from found order by shipped_at desc nulls last, id desc limit ${limit} offset ${offset}) f
      join shipment s on s.organisation_id = f.organisation_id and s.id = f.id
      join organisation g on g.id = s.organisation_id
      join orders o on o.organisation_id = s.organisation_id and o.id = s.order_id
      join customer c on c.organisation_id = o.organisation_id and c.id = o.customer_id
      left join resort r on r.organisation_id = o.organisation_id and r.id = o.resort_id)
    select (select count(*)::int from found) as "totalCount",
      (select coalesce(json_agg(json_build_object('id', p.id, 'parcelId', coalesce(p.parcel_id, p.id), 'orderId', p.order_id,
          'organisationId', p.organisation_id, 'organisationName', p.organisation_name, 'destinationName', p.destination_name, 'personName', p.person_name,
          'wearerName', (select w.first_name || ' ' || w.last_name from customer w where w.organisation_id = p.organisation_id and w.id = p.wearer_id),
          'carrier', p.carrier, 'trackingNumber', p.tracking_number, 'trackingUrl', p.tracking_url, 'shippedOnUtc', p.shipped_at,
          'deliveredOnUtc', p.delivered_at,
          'items', (select coalesce(json_agg(json_build_object('id', sl.id, 'orderItemId', l.id, 'sku', l.sku, 'productName', l.product_name,
              'attributeDescription', l.description, 'wearerName', w.first_name || ' ' || w.last_name, 'quantity', sl.quantity) order by sl.id), '[]')
            from shipment_line sl join order_line l on l.organisation_id = sl.organisation_id and l.id = sl.order_line_id
            left join customer w on w.organisation_id = l.organisation_id and w.id = l.wearer_id
            where sl.organisation_id = p.organisation_id and sl.shipment_id = p.id)) order by p.shipped_at desc nulls last, p.id desc), '[]')
        from page p) as shipments`.execute(db);
  const { shipments, totalCount } = rows[0] as { shipments: OperatorShipment[]; totalCount: number };
  return {
    totalCount,
    shipments: shipments.map((shipment) => ({
      ...shipment,
      shippedOnUtc: shipment.shippedOnUtc && toUtcString(shipment.shippedOnUtc),
      deliveredOnUtc: shipment.deliveredOnUtc && toUtcString(shipment.deliveredOnUtc),
    })),
  };
}
