import { sql } from 'kysely';
import type { Address } from '#api/identity/addresses/addresses.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { Buyer } from '../document-parties/buyer.rules.ts';
import type { Seller } from '../document-parties/document-parties.queries.ts';
import { namedDesigns } from '../order-lines/named-designs.queries.ts';
import type { DocumentLine, DocumentTotals, OnceCharge, OrderCharges, ShippedLine } from './invoice-lines.rules.ts';

/** Locks the orders of shipments until the transaction ends, so that their invoices are issued one after the other. */
export async function lockOrdersOfShipments(tx: Tx, organisationId: number, shipmentIds: readonly number[]): Promise<void> {
  await sql`
    select from orders o where o.organisation_id = ${organisationId} and o.id in (
      select s.order_id from shipment s where s.organisation_id = ${organisationId} and s.id = any (${[...shipmentIds]}::bigint[]))
    order by o.id for no key update of o`.execute(tx);
}

/** What claimed shipments contain that can be charged. */
export interface Billable {
  /** How many shipments this transaction has claimed. */
  shipments: number;
  orderIds: number[];
  lines: ShippedLine[];
  /** Charges that no invoice has yet. */
  charges: OrderCharges[];
  /** Set-ups that no invoice has yet, of designs that are on a piece of the shipments, and price adjustments of answers. */
  once: OnceCharge[];
  /** Of the newest order. */
  orderAddress: Address | null;
  currencyCodes: string[];
}

/**
 * Marks shipments as billed and reads what to charge for them. Shipments that have been billed already, or that have not been sent, are left out;
 * so are test orders, exchanges, which replace pieces that were charged, and orders that a card pays wholly. The orders must be locked.
 */
export async function claimShipments(tx: Tx, organisationId: number, shipmentIds: readonly number[]): Promise<Billable> {
  const { rows } = await sql<Billable>`
    with claimed as (
      update shipment s set billed_at = now()
      where s.organisation_id = ${organisationId} and s.id = any (${[...shipmentIds]}::bigint[]) and s.billed_at is null and s.shipped_at is not null
      returning s.id, s.order_id),
    billable as (
      select o.* from orders o
      where o.organisation_id = ${organisationId} and o.id in (select order_id from claimed) and not o.is_test and o.origin <> 'exchange' and not o.is_all_by_card)
    select (select count(*)::int from claimed) as shipments,
      (select coalesce(json_agg(distinct c.order_id), '[]') from claimed c) as "orderIds",
      (select coalesce(json_agg(json_build_object('orderId', l.order_id, 'orderLineId', l.id, 'shipmentLineId', x.id, 'name', l.product_name, 'sku', l.sku,
          'description', l.description, 'designs', case when l.is_personalised then ${namedDesigns('l')} else '[]' end, 'quantity', x.quantity, 'unitPriceMinor', l.unit_price_minor, 'taxRate', l.tax_rate, 'accountQuantity',
          account_pieces(l.quantity, l.cancelled_quantity, l.card_quantity, l.card_cancelled_quantity), 'cardQuantity', l.card_quantity, 'invoicedQuantity', (
            select coalesce(sum(i.quantity), 0) from invoice_line i
            where i.organisation_id = l.organisation_id and i.order_line_id = l.id and i.credited_line_id is null))
          order by l.order_id, l.id, x.id), '[]')
        from claimed c
        join billable o on o.id = c.order_id
        join shipment_line x on x.organisation_id = ${organisationId} and x.shipment_id = c.id
        join order_line l on l.organisation_id = ${organisationId} and l.id = x.order_line_id) as lines,
      (select coalesce(json_agg(json_build_object('orderId', o.id, 'shippingMethod', o.shipping_method, 'shippingMinor', o.shipping_minor,
          'shippingTaxMinor', o.shipping_tax_minor, 'feeMinor', o.fee_minor, 'taxRate', o.tax_rate) order by o.id), '[]')
        from billable o
        where not exists (
          select from invoice_line i where i.organisation_id = ${organisationId} and i.order_id = o.id and i.kind in ('delivery', 'fee')
            and i.credited_line_id is null)) as charges,
      (select coalesce(json_agg(json_build_object('kind', h.kind, 'orderId', h.order_id, 'orderChargeId', h.id, 'name', h.name, 'chargeMinor', h.charge_minor,
          'taxMinor', h.tax_minor, 'taxRate', h.tax_rate) order by h.order_id, h.id), '[]')
        from billable o
        join order_charge h on h.organisation_id = o.organisation_id and h.order_id = o.id and h.cancelled_at is null and not h.by_card
        where not exists (
            select from invoice_line i where i.organisation_id = h.organisation_id and i.order_charge_id = h.id and i.credited_line_id is null)
          and (h.kind = 'question' or exists (
            select from claimed c
            join shipment_line x on x.organisation_id = ${organisationId} and x.shipment_id = c.id
            join order_line_customisation k on k.organisation_id = ${organisationId} and k.order_line_id = x.order_line_id and k.design_key = h.design_key
            where c.order_id = o.id))) as once,
      (select o.billing_address from billable o order by o.id desc limit 1) as "orderAddress",
      (select coalesce(json_agg(distinct o.currency_code), '[]') from billable o) as "currencyCodes"`.execute(tx);
  return rows[0] as Billable;
}

/** A document to issue. */
export interface NewDocument extends DocumentTotals {
  organisationId: number;
  brandId: number;
  kind: 'invoice' | 'credit_note';
  currencyCode: string;
  /** Days, `2026-03-12`. */
  issuedOn: string;
  dueOn: string | null;
  periodOn: string | null;
  creditedInvoiceId: number | null;
  creditKey: string | null;
  reason: string | null;
  seller: Seller;
  buyer: Buyer;
  lines: readonly DocumentLine[];
}

/** A document that has been issued. */
export interface IssuedDocument {
  id: number;
  /** As printed. */
  number: string;
}

const NUMBER_PARTS = { invoice: 'INV', credit_note: 'CRN' };

/**
 * Writes a document with its lines and its audit event, and adds an invoice to the invoiced amount of its orders, in one statement. The serial number
 * is taken by it and given back if the transaction is rolled back.
 */
export async function insertDocument(tx: Tx, document: NewDocument): Promise<IssuedDocument> {
  const { organisationId, lines, seller } = document;
  const rows = lines.map((line) => ({
    kind: line.kind,
    order_id: line.orderId,
    order_line_id: line.orderLineId,
    shipment_line_id: line.shipmentLineId,
    order_charge_id: line.orderChargeId,
    credited_line_id: line.creditedLineId,
    name: line.name,
    sku: line.sku,
    description: line.description,
    quantity: line.quantity,
    unit_price_minor: line.unitPriceMinor,
    net_minor: line.netMinor,
    tax_rate: line.taxRate,
    tax_minor: line.taxMinor,
  }));
  const { rows: inserted } = await sql<IssuedDocument>`
    with line as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as l (kind text, order_id bigint, order_line_id bigint, shipment_line_id bigint,
        order_charge_id bigint, credited_line_id bigint, name text, sku text, description text, quantity int, unit_price_minor bigint, net_minor bigint,
        tax_rate numeric, tax_minor bigint)),
    numbered as materialized (select next_document_serial(${document.brandId}, ${document.kind}) as serial),
    issued as (
      insert into invoice (organisation_id, brand_id, kind, serial, number, currency_code, issued_on, due_on, period_on, credited_invoice_id, credit_key, reason,
        seller, buyer, net_minor, tax_minor, total_minor)
      select ${organisationId}, ${document.brandId}, ${document.kind}, serial,
        ${`${seller.documentPrefix}-${NUMBER_PARTS[document.kind]}-`}::text || lpad(serial::text, greatest(6, length(serial::text)), '0'),
        ${document.currencyCode}, ${document.issuedOn}::date, ${document.dueOn}::date, ${document.periodOn}::date, ${document.creditedInvoiceId}::bigint,
        ${document.creditKey}, ${document.reason}, ${JSON.stringify(seller)}::jsonb, ${JSON.stringify(document.buyer)}::jsonb,
        ${document.netMinor}, ${document.taxMinor}, ${document.totalMinor}
      from numbered returning id, number),
    written as (
      insert into invoice_line (organisation_id, invoice_id, kind, order_id, order_line_id, shipment_line_id, order_charge_id, credited_line_id, name, sku, description,
        quantity, unit_price_minor, net_minor, tax_rate, tax_minor)
      select ${organisationId}, issued.id, line.kind, order_id, order_line_id, shipment_line_id, order_charge_id, credited_line_id, name, sku, description,
        quantity, unit_price_minor, net_minor, tax_rate, tax_minor
      from line, issued),
    invoiced as (
      update orders o set invoiced_minor = o.invoiced_minor + sums.total
      from (select order_id, sum(net_minor + tax_minor) as total from line group by 1) sums
      where ${document.kind === 'invoice'}::boolean and o.organisation_id = ${organisationId} and o.id = sums.order_id),
    audited as (
      insert into audit_event (organisation_id, brand_id, actor_kind, action, subject_kind, subject_id, after)
      select ${organisationId}, ${document.brandId}, 'system', ${document.kind === 'invoice' ? 'invoice.issued' : 'invoice.credited'}, 'invoice', id::text,
        jsonb_build_object('number', number, 'totalMinor', ${document.totalMinor}::bigint) from issued)
    select id, number from issued`.execute(tx);
  return inserted[0] as IssuedDocument;
}

/** Shipments of one order or of one organisation's month that are to be billed together. */
export interface BillingBatch {
  organisationId: number;
  shipmentIds: number[];
  /** The first day of the month; null: an invoice for each shipment. */
  periodOn: string | null;
}

/** Brands without legal facts issue nothing; their shipments wait. */
const canInvoice = sql`exists (select from brand b where b.id = o.brand_id and b.legal_name is not null)`;

/** Sent and unbilled shipments of organisations that are invoiced for each shipment, in the order of dispatch, without those in `skippedIds`. */
export async function listUnbilledShipments(
  db: Db,
  { at, limit, skippedIds }: { at: Date; limit: number; skippedIds: readonly number[] },
): Promise<BillingBatch[]> {
  const { rows } = await sql<BillingBatch>`
    select s.organisation_id as "organisationId", array[s.id] as "shipmentIds", null as "periodOn"
    from shipment s join organisation o on o.id = s.organisation_id and o.invoice_mode = 'shipment'
    where s.billed_at is null and s.shipped_at <= ${at} and ${canInvoice} and s.id <> all (${[...skippedIds]}::bigint[])
    order by s.shipped_at, s.id limit ${limit}`.execute(db);
  return rows;
}

/**
 * For each organisation that is invoiced monthly, the unbilled shipments of the months that have ended in its time zone. Nothing for organisations
 * whose last month has been invoiced: what was recorded late is part of the next invoice.
 */
export async function listUnbilledMonths(db: Db, at: Date): Promise<BillingBatch[]> {
  const { rows } = await sql<BillingBatch>`
    select o.id as "organisationId", array_agg(s.id order by s.shipped_at, s.id) as "shipmentIds", (month.starts_on - interval '1 month')::date as "periodOn"
    from organisation o
    cross join lateral (select date_trunc('month', ${at}::timestamptz at time zone o.time_zone)::date as starts_on) month
    join shipment s on s.organisation_id = o.id and s.billed_at is null and s.shipped_at < month.starts_on::timestamp at time zone o.time_zone
    where o.invoice_mode = 'monthly' and ${canInvoice} and not exists (
      select from invoice i where i.organisation_id = o.id and i.period_on = (month.starts_on - interval '1 month')::date)
    group by o.id, month.starts_on order by o.id`.execute(db);
  return rows;
}
