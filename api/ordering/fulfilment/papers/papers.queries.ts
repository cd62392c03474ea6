import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { NamedDesign } from '#contract/catalogue/customisation/design-words.ts';
import { deliveryOf } from '../../delivery-options/dispatch-day.queries.ts';
import { namedDesigns } from '../../order-lines/named-designs.queries.ts';
import { allocatedLines, colourAndSize, destinationKey, destinationName } from '../allocation.queries.ts';
import type { OperatorOrder } from '../operator-orders.queries.ts';

/** The brand whose papers an organisation gets, and the company that sends its parcels. */
export interface Sender {
  brandName: string;
  companyName: string;
  canonicalOrigin: string;
  legalName: string | null;
  legalAddress: string[];
  timeZone: string;
}

const senderColumns = sql`b.name as "brandName", b.company_name as "companyName", b.canonical_origin as "canonicalOrigin", b.legal_name as "legalName",
  b.legal_address as "legalAddress", g.time_zone as "timeZone"`;

/** Who sends the parcels of an organisation of the operator's brands. Throws when there is no such organisation. */
export async function findSender(db: Db, operator: OperatorScope, organisationId: number): Promise<Sender> {
  const { rows } = await sql<Sender>`
    select ${senderColumns} from organisation g join brand b on b.id = g.brand_id
    where g.id = ${organisationId} and g.brand_id = any (${[...operator.brandIds]}::bigint[])`.execute(db);
  if (!rows[0]) throw new Error(`The operator does not work for organisation ${organisationId}.`);
  return rows[0];
}

/** A garment on paper. Those of a shipment have been sent; those that follow are pending. */
export interface PaperLine {
  productName: string;
  colour: string | null;
  size: string | null;
  /** Colour, size and fit in words. */
  description: string;
  sku: string;
  quantity: number;
  wearerId: number | null;
  wearerName: string | null;
  designs: NamedDesign[];
}

/** What of one order is in one parcel, or waits to be collected, with everything that its papers say. */
export interface PaperShipment extends Sender {
  /** Null for what waits to be collected. */
  shipmentId: number | null;
  deliveryMethod: string | null;
  deliveryKind: OperatorOrder['deliveryKind'];
  collectFrom: string | null;
  openingHours: string | null;
  /** Who collected it; null for what was sent, or still waits. */
  collectedBy: string | null;
  /** Since when it waits to be collected; null where it does not. */
  readyAt: Date | null;
  /** The first shipment of the parcel. */
  parcelId: number;
  orderId: number;
  poNumber: string | null;
  /** Answers to the questions at checkout. */
  answers: { name: string; text: string }[];
  personName: string;
  organisationName: string;
  destination: string;
  destinationName: string;
  shippingAddress: OperatorOrder['shippingAddress'];
  /** Null for what waits to be collected. */
  shippedAt: Date | null;
  deliveredAt: Date | null;
  carrier: string | null;
  trackingNumber: string | null;
  returnDays: number;
  helpEmail: string | null;
  helpPhone: string | null;
  /** Position of the parcel among those of the order, from 1. */
  parcelNumber: number;
  /** Parcels of the order so far. */
  parcelCount: number;
  lines: (PaperLine & {
    employeeNumber: string | null;
    department: string | null;
    isMadeToOrder: boolean;
    isPersonalised: boolean;
  })[];
  /** What of the order is pending, with the day until which it is promised. */
  following: (PaperLine & { dueOn: string | null })[];
}

/** Parcels, and the pieces in them, as the statement of `listPapers` reads them. */
const selectSent = (operator: OperatorScope, shipmentIds: readonly number[]) => sql`
    chosen as materialized (
      select distinct s.organisation_id, coalesce(s.parcel_id, s.id) as parcel_id
      from organisation g join shipment s on s.organisation_id = g.id
      where g.brand_id = any (${[...operator.brandIds]}::bigint[]) and s.id = any (${[...shipmentIds]}::bigint[]) and s.shipped_at is not null),
    parcel as materialized (
      select s.id, s.organisation_id, s.order_id, s.carrier, s.tracking_number, s.collected_by, s.shipped_at, s.delivered_at, p.parcel_id as parcel from chosen p
      join shipment s on s.organisation_id = p.organisation_id and (s.id = p.parcel_id or s.parcel_id = p.parcel_id)),
    piece as (
      select p.organisation_id, p.order_id, p.id as shipment_id, sl.order_line_id, sl.quantity, sl.id as place
      from parcel p join shipment_line sl on sl.organisation_id = p.organisation_id and sl.shipment_id = p.id)`;
const selectWaiting = (operator: OperatorScope, orderIds: readonly number[]) => sql`
    parcel as materialized (
      select null::bigint as id, o.organisation_id, o.id as order_id, null::text as carrier, null::text as tracking_number, null::text as collected_by,
        null::timestamptz as shipped_at, null::timestamptz as delivered_at, o.id as parcel
      from organisation g join orders o on o.organisation_id = g.id
      where g.brand_id = any (${[...operator.brandIds]}::bigint[]) and o.id = any (${[...orderIds]}::bigint[]) and o.ready_to_collect_at is not null),
    piece as (
      select p.organisation_id, p.order_id, null::bigint as shipment_id, l.id as order_line_id, l.packed_quantity as quantity, l.id as place
      from parcel p join order_line l on l.organisation_id = p.organisation_id and l.order_id = p.order_id where l.packed_quantity > 0)`;

/** What of these orders waits to be collected; of organisations of the operator's brands, and only orders of which something does. */
export const listWaitingPapers = (db: Db, operator: OperatorScope, orderIds: readonly number[]): Promise<PaperShipment[]> =>
  listPapers(db, selectWaiting(operator, orderIds));

/**
 * Everything in the parcels that hold these shipments, parcel by parcel, in one statement: of organisations of the operator's brands, and only what was
 * sent.
 */
export const listPaperShipments = (db: Db, operator: OperatorScope, shipmentIds: readonly number[]): Promise<PaperShipment[]> =>
  listPapers(db, selectSent(operator, shipmentIds));

async function listPapers(db: Db, parcels: RawBuilder<unknown>): Promise<PaperShipment[]> {
  const { rows } = await sql<PaperShipment>`
    with ${parcels},
    allocated as materialized (
      select a.organisation_id, a.order_id, a.line_id, a.pending, a.packed, a.due_on from ${allocatedLines} a
      where a.order_id in (select order_id from parcel))
    select s.id as "shipmentId", o.shipping_method as "deliveryMethod", o.delivery_kind as "deliveryKind", so.collect_from as "collectFrom",
      so.opening_hours as "openingHours", s.collected_by as "collectedBy", o.ready_to_collect_at as "readyAt", s.parcel as "parcelId", o.id as "orderId", o.po_number as "poNumber", o.answers, c.first_name || ' ' || c.last_name as "personName",
      g.name as "organisationName", ${destinationKey} as destination, ${destinationName} as "destinationName", o.shipping_address as "shippingAddress",
      s.shipped_at as "shippedAt", s.delivered_at as "deliveredAt", s.carrier, s.tracking_number as "trackingNumber", g.return_days as "returnDays",
      g.help_email as "helpEmail", g.help_phone as "helpPhone", ${senderColumns}, n.number as "parcelNumber", n.count as "parcelCount",
      (select coalesce(json_agg(json_build_object('productName', l.product_name, 'colour', look.colour, 'size', look.size, 'description', l.description,
          'sku', l.sku, 'designs', ${namedDesigns('l')}, 'quantity', sl.quantity, 'wearerId', l.wearer_id, 'wearerName', w.first_name || ' ' || w.last_name,
          'employeeNumber', w.employee_number, 'isMadeToOrder', p.is_made_to_order or l.made_to_measure_request_id is not null, 'isPersonalised', l.is_personalised,
          'department', (select string_agg(d.name, ', ' order by d.name) from customer_department cd
            join department d on d.organisation_id = cd.organisation_id and d.id = cd.department_id
            where cd.organisation_id = l.organisation_id and cd.customer_id = l.wearer_id)) order by sl.place), '[]')
        from piece sl join order_line l on l.organisation_id = sl.organisation_id and l.id = sl.order_line_id
        join product p on p.id = l.product_id
        left join customer w on w.organisation_id = l.organisation_id and w.id = l.wearer_id
        left join lateral ${colourAndSize('l')} look on true
        where sl.organisation_id = s.organisation_id and sl.order_id = s.order_id and sl.shipment_id is not distinct from s.id) as lines,
      (select coalesce(json_agg(json_build_object('productName', l.product_name, 'colour', look.colour, 'size', look.size, 'description', l.description,
          'sku', l.sku, 'designs', ${namedDesigns('l')}, 'quantity', rest.quantity, 'wearerId', l.wearer_id, 'wearerName', w.first_name || ' ' || w.last_name, 'dueOn', a.due_on) order by l.id), '[]')
        from allocated a join order_line l on l.organisation_id = a.organisation_id and l.id = a.line_id
        left join customer w on w.organisation_id = l.organisation_id and w.id = l.wearer_id
        left join lateral ${colourAndSize('l')} look on true
        cross join lateral (select case when s.id is null then a.pending else a.pending + a.packed end as quantity) rest
        where a.organisation_id = o.organisation_id and a.order_id = o.id and rest.quantity > 0) as following
    from parcel s
    join organisation g on g.id = s.organisation_id
    join brand b on b.id = g.brand_id
    join orders o on o.organisation_id = s.organisation_id and o.id = s.order_id
    join customer c on c.organisation_id = o.organisation_id and c.id = o.customer_id
    left join resort r on r.organisation_id = o.organisation_id and r.id = o.resort_id
    left join lateral ${deliveryOf('o')} so on true
    cross join lateral (
      select count(distinct coalesce(x.parcel_id, x.id))::int as count,
        (count(distinct coalesce(x.parcel_id, x.id)) filter (where coalesce(x.parcel_id, x.id) <= s.parcel))::int as number
      from shipment x where x.organisation_id = s.organisation_id and x.order_id = s.order_id and x.shipped_at is not null) n
    order by s.parcel, s.order_id, s.id`.execute(db);
  return rows;
}
