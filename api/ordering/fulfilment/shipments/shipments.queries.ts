import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { toOffsetAndLimit } from '#api/platform/http/paging.ts';
import type { QueryOf, ReplyOf } from '#contract/index.ts';
import { withoutOrderWord } from '#contract/platform/search-words.ts';
import { lineName } from '../../order-states/line-names.queries.ts';
import { toUtcString } from '../../order-states/order-states.rules.ts';
import { destinationName, isShippable, queuePosition, unpacked } from '../allocation.queries.ts';
import { andContainsWords } from '../operator-orders.queries.ts';

export type OperatorShipment = ReplyOf<'GET /api/operator/shipments'>['shipments'][number];

/** Ids for new shipments, ascending. */
export async function reserveShipmentIds(tx: Tx, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('shipment', 'id'))::int as id from generate_series(1, ${count}::int) order by 1`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/**
 * The garments of which these lines have just been sent pieces, or pieces have just been packed, that lines before them in the queue still need or that
 * wait to be collected, whatever the organisation. The stock must be locked.
 */
export async function listQueueJumps(tx: Tx, organisationId: number, lineIds: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct ${lineName('l')} as name
    from order_line l
    join orders o on o.organisation_id = l.organisation_id and o.id = l.order_id
    join product p on p.id = l.product_id and p.manages_stock and l.made_to_measure_request_id is null
    join stock_level s on s.combination_id = l.combination_id
    where l.organisation_id = ${organisationId} and l.id = any (${[...lineIds]}::bigint[]) and s.on_hand < (
      select coalesce(sum(b.packed_quantity + case when ${queuePosition('b', 'bo')} < ${queuePosition('l', 'o')} then ${unpacked('b')} else 0 end), 0)
      from order_line b join orders bo on bo.organisation_id = b.organisation_id and bo.id = b.order_id
      where b.combination_id = l.combination_id and b.quantity > b.shipped_quantity + b.cancelled_quantity and ${isShippable('bo')})
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
          where g.brand_id = any (${[...operator.brandIds]}::bigint[]) ${andContainsWords('o.search_text', withoutOrderWord(searchTerm))})
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
          'carrier', p.carrier, 'trackingNumber', p.tracking_number, 'trackingUrl', p.tracking_url, 'collectedBy', p.collected_by, 'shippedOnUtc', p.shipped_at,
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
