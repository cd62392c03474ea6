import { sql } from 'kysely';
import { describeOrderEvent, type StoredOrderEvent } from '#api/ordering/order-states/order-events.rules.ts';
import { toVisibleAmount } from '#api/ordering/orders/orders.queries.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { ReplyOf } from '#contract/index.ts';

type MyData = ReplyOf<'GET /api/mydata'>;
type OwnOrder = MyData['orders'][number];

interface OrderRow {
  id: number;
  created_at: Date;
  relation: OwnOrder['relation'];
  state: OwnOrder['orderStatus'];
  po_number: string | null;
  comments: string | null;
  answers: string | null;
  billing_address: unknown;
  shipping_address: unknown;
  total_minor: number;
  currency_code: string;
  decision_reason: string | null;
  lines: OwnOrder['lines'];
  parcels: (Omit<OwnOrder['parcels'][number], 'sentOnUtc' | 'deliveredOnUtc'> & {
    sent_at: string | null;
    delivered_at: string | null;
  })[];
  events: (StoredOrderEvent & { created_at: string })[];
}

const toUtc = (time: string | null) => (time === null ? null : new Date(time).toISOString());

/**
 * Orders that involve the person: their own in full, with parcels and notes; of other people's only what the person did, or the lines and parcels for the
 * person, because the addresses, prices and remarks are about someone else.
 */
export async function listOwnOrders(db: Db, person: Scope): Promise<OwnOrder[]> {
  const me = person.customerId;
  const isMine = sql`(m.relation = 'ordered' or m.relation = 'wearer' and l.wearer_id = ${me})`;
  const found = await sql<OrderRow>`
    with mine as (
      select id, 'ordered' as relation from orders where organisation_id = ${person.organisationId} and customer_id = ${me}
      union all select id, 'placedForSomebody' from orders where organisation_id = ${person.organisationId} and placed_by_id = ${me} and customer_id <> ${me}
      union all select distinct o.id, 'decided' from approval a join orders o on o.organisation_id = a.organisation_id and o.id = a.order_id
        where a.organisation_id = ${person.organisationId} and a.decided_by_id = ${me} and o.customer_id <> ${me} and o.placed_by_id <> ${me}
      union all select distinct o.id, 'wearer' from order_line l join orders o on o.organisation_id = l.organisation_id and o.id = l.order_id
        where l.organisation_id = ${person.organisationId} and l.wearer_id = ${me} and o.customer_id <> ${me})
    select o.id, o.created_at, m.relation, s.name as state, o.po_number, o.comments, o.checkout_attribute_description as answers, o.billing_address, o.shipping_address, o.total_minor, o.currency_code,
      (select string_agg(a.reason, E'\n' order by a.id) from approval a
        where a.organisation_id = o.organisation_id and a.order_id = o.id and a.decided_by_id = ${me}) as decision_reason,
      (select coalesce(json_agg(json_build_object('productName', l.product_name, 'sku', l.sku, 'description', l.description, 'quantity', l.quantity,
          'reason', l.reason, 'texts', array(
            select k.text from order_line_customisation k where k.organisation_id = l.organisation_id and k.order_line_id = l.id and k.text is not null
            order by k.id)) order by l.id), '[]')
       from order_line l where l.organisation_id = o.organisation_id and l.order_id = o.id and ${isMine}) as lines,
      (select coalesce(json_agg(p order by p.sent_at, p.id), '[]') from (
        select d.id, d.carrier, d.tracking_number as "trackingNumber", d.tracking_url as "trackingUrl", d.collected_by as "collectedBy",
          d.shipped_at as sent_at, d.delivered_at,
          json_agg(json_build_object('productName', l.product_name, 'sku', l.sku, 'quantity', dl.quantity) order by dl.id) as pieces
        from shipment d join shipment_line dl on dl.organisation_id = d.organisation_id and dl.shipment_id = d.id
        join order_line l on l.organisation_id = dl.organisation_id and l.id = dl.order_line_id
        where d.organisation_id = o.organisation_id and d.order_id = o.id and ${isMine} group by d.organisation_id, d.id) p) as parcels,
      (select coalesce(json_agg(json_build_object('kind', n.kind, 'data', n.data, 'created_at', n.created_at,
          'by', (select c.first_name || ' ' || c.last_name from customer c where n.actor_kind = 'customer' and c.organisation_id = n.organisation_id and c.id = n.actor_id))
          order by n.id), '[]')
       from order_event n where n.organisation_id = o.organisation_id and n.order_id = o.id and n.visible_to_customer and m.relation = 'ordered') as events
    from mine m join orders o on o.organisation_id = ${person.organisationId} and o.id = m.id join order_state s on s.id = o.order_state_id
    order by o.created_at, o.id`.execute(db);
  return found.rows.map((row) => toOwnOrder(row, person));
}

function toOwnOrder(row: OrderRow, person: Scope): OwnOrder {
  const own = row.relation === 'ordered';
  return {
    id: row.id,
    createdOnUtc: row.created_at.toISOString(),
    relation: row.relation,
    orderStatus: row.state,
    poNumber: own ? row.po_number : null,
    comments: own ? row.comments : null,
    answers: own ? row.answers : null,
    billingAddress: own ? row.billing_address : null,
    shippingAddress: own ? row.shipping_address : null,
    orderTotal: own ? toVisibleAmount(row.total_minor, person) : null,
    currencyCode: row.currency_code,
    decisionReason: row.decision_reason,
    lines: row.lines,
    parcels: row.parcels.map(({ carrier, trackingNumber, trackingUrl, collectedBy, sent_at, delivered_at, pieces }) => ({
      carrier,
      trackingNumber,
      trackingUrl,
      collectedBy,
      sentOnUtc: toUtc(sent_at),
      deliveredOnUtc: toUtc(delivered_at),
      pieces,
    })),
    notes: row.events.flatMap(({ created_at, ...event }) => {
      const note = describeOrderEvent(event);
      return note === undefined ? [] : [{ note, createdOnUtc: new Date(created_at).toISOString() }];
    }),
  };
}

/** What the person asked to return, what the supplier answered, and what was refunded. */
export async function listOwnReturnRequests(db: Db, person: Scope): Promise<MyData['returnRequests']> {
  type Row = Omit<MyData['returnRequests'][number], 'createdOnUtc' | 'receivedOnUtc' | 'refundedAmount'> & {
    created_at: Date;
    received_at: Date | null;
    refund_minor: number | null;
  };
  const { rows } = await sql<Row>`
    select r.custom_number as "customNumber", r.order_id as "orderId", l.product_name as "productName", r.quantity, r.reason, r.action, r.comments, r.fit,
      r.fit_places as "fitPlaces", s.name as status, x.description as "exchangeDescription", x.order_id as "exchangeOrderId",
      r.received_quantity as "receivedQuantity", r.condition, r.received_at, r.decision_reason as "decisionReason",
      r.refund_minor + r.refund_tax_minor as refund_minor, o.currency_code as "currencyCode", r.created_at
    from return_request r join order_line l on l.organisation_id = r.organisation_id and l.id = r.order_line_id join return_state s on s.id = r.return_state_id
    join orders o on o.organisation_id = r.organisation_id and o.id = r.order_id
    left join order_line x on x.organisation_id = r.organisation_id and x.id = r.exchange_line_id
    where r.organisation_id = ${person.organisationId} and r.customer_id = ${person.customerId} order by r.id`.execute(db);
  return rows.map(({ created_at, received_at, refund_minor, ...row }) => ({
    ...row,
    receivedOnUtc: received_at?.toISOString() ?? null,
    refundedAmount: refund_minor === null ? null : toVisibleAmount(refund_minor, person),
    createdOnUtc: created_at.toISOString(),
  }));
}
