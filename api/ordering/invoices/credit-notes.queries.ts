import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { OrderRef } from '../order-states/order-steps.queries.ts';
import type { CreditableLine, CreditedPieces } from './invoice-lines.rules.ts';
import type { IssuedDocument } from './issue-invoices.queries.ts';

/** A line that can be credited, and its invoice. */
export interface LineOfInvoice extends CreditableLine {
  invoiceId: number;
  currencyCode: string;
}

/** What is to be credited: pieces of an order line, wherever they were invoiced, or pieces of one line of an invoice. */
export interface CreditRequest extends CreditedPieces {
  orderLineId?: number;
  invoiceLineId?: number;
  /** Whether the newest invoice is credited first, as for pieces that leave from the end of a line; otherwise the oldest is. */
  newestFirst?: boolean;
}

/** Locks the orders whose lines are to be credited, so that nothing is credited twice at the same moment. */
export async function lockCreditedOrders(tx: Tx, organisationId: number, requests: readonly CreditRequest[]): Promise<void> {
  await sql`
    select from orders o where o.organisation_id = ${organisationId} and o.id in (
      select l.order_id from order_line l where l.organisation_id = ${organisationId} and l.id = any (${idsOf(requests, 'orderLineId')}::bigint[])
      union select i.order_id from invoice_line i where i.organisation_id = ${organisationId} and i.id = any (${idsOf(requests, 'invoiceLineId')}::bigint[]))
    order by o.id for no key update of o`.execute(tx);
}

/** Locks an invoice, so that what is open of it stays what it is. After the orders of its lines. */
export async function lockCreditedInvoice(tx: Tx, organisationId: number, invoiceId: number): Promise<void> {
  await sql`select from invoice where organisation_id = ${organisationId} and id = ${invoiceId} for no key update`.execute(tx);
}

const idsOf = (requests: readonly CreditRequest[], name: 'orderLineId' | 'invoiceLineId') =>
  requests.flatMap((request) => request[name] ?? []);

/** The lines of invoices that the requests may mean, oldest first, with what has been credited of each. */
export async function listCreditableLines(
  db: Db,
  organisationId: number,
  requests: readonly CreditRequest[],
): Promise<LineOfInvoice[]> {
  const { rows } = await sql<LineOfInvoice>`
    select l.id, l.invoice_id as "invoiceId", i.currency_code as "currencyCode", l.kind, l.order_id as "orderId", l.order_line_id as "orderLineId",
      l.shipment_line_id as "shipmentLineId", l.order_charge_id as "orderChargeId", l.credited_line_id as "creditedLineId", l.name, l.sku, l.description, l.quantity,
      l.unit_price_minor as "unitPriceMinor", l.net_minor as "netMinor", l.tax_rate as "taxRate", l.tax_minor as "taxMinor",
      credited.quantity as "creditedQuantity", credited.net as "creditedNetMinor", credited.tax as "creditedTaxMinor"
    from invoice_line l join invoice i on i.organisation_id = l.organisation_id and i.id = l.invoice_id
    cross join lateral (
      select coalesce(sum(c.quantity), 0)::int as quantity, coalesce(sum(c.net_minor), 0)::bigint as net, coalesce(sum(c.tax_minor), 0)::bigint as tax
      from invoice_line c where c.organisation_id = l.organisation_id and c.credited_line_id = l.id) credited
    where l.organisation_id = ${organisationId} and l.credited_line_id is null
      and (l.order_line_id = any (${idsOf(requests, 'orderLineId')}::bigint[]) or l.id = any (${idsOf(requests, 'invoiceLineId')}::bigint[]))
    order by l.id`.execute(db);
  return rows;
}

/** The credit notes that were issued under a key. */
export async function listCreditsOfKey(
  tx: Tx,
  organisationId: number,
  key: string,
): Promise<(IssuedDocument & { creditedInvoiceId: number })[]> {
  const { rows } = await sql<IssuedDocument & { creditedInvoiceId: number }>`
    select id, number, credited_invoice_id as "creditedInvoiceId" from invoice
    where organisation_id = ${organisationId} and credit_key = ${key} order by id`.execute(tx);
  return rows;
}

/** A return that has been refunded, and whose charge is on an invoice. */
export interface RefundedReturn {
  organisationId: number;
  id: number;
  number: string;
  orderLineId: number;
  quantity: number;
  refundMinor: number;
  refundTaxMinor: number;
}

/**
 * Refunded returns of pieces on account without a credit note, oldest first, without those in `skippedIds`. Returns of goods that the portal never invoiced are
 * left out.
 */
export async function listUncreditedReturns(
  db: Db,
  { limit, skippedIds }: { limit: number; skippedIds: readonly number[] },
): Promise<RefundedReturn[]> {
  const { rows } = await sql<RefundedReturn>`
    select r.organisation_id as "organisationId", r.id, r.custom_number as number, r.refund_line_id as "orderLineId",
      r.received_quantity - r.card_quantity as quantity, r.refund_minor - r.card_refund_minor as "refundMinor",
      r.refund_tax_minor - r.card_refund_tax_minor as "refundTaxMinor"
    from return_request r
    where r.return_state_id = 40 and r.refund_minor > r.card_refund_minor and r.id <> all (${[...skippedIds]}::bigint[])
      and exists (
        select from invoice_line l
        where l.organisation_id = r.organisation_id and l.order_line_id = r.refund_line_id and l.credited_line_id is null)
      and not exists (select from invoice i where i.organisation_id = r.organisation_id and i.credit_key = 'return:' || r.id)
    order by r.id limit ${limit}`.execute(db);
  return rows;
}

/** Lets a return say the tax that its credit notes say, which is another where something else of its line was credited before. */
export async function followCreditedTax(
  tx: Tx,
  { organisationId, returnId }: { organisationId: number; returnId: number },
): Promise<void> {
  await sql`
    update return_request r set refund_tax_minor = credited.tax + r.card_refund_tax_minor
    from (select sum(i.tax_minor) as tax from invoice i where i.organisation_id = ${organisationId} and i.credit_key = ${`return:${returnId}`}) credited
    where r.organisation_id = ${organisationId} and r.id = ${returnId} and r.refund_tax_minor <> credited.tax + r.card_refund_tax_minor`.execute(
    tx,
  );
}

/** A line of which pieces on account were cancelled that are on an invoice. Its id is that of the order line. */
export interface UncreditedCancellation {
  organisationId: number;
  id: number;
  orderId: number;
  /** How many to credit. */
  quantity: number;
  /** Pieces on account that are not cancelled. */
  remaining: number;
  unitMinor: number;
  taxRate: number;
  cardQuantity: number;
}

/** What the credit notes for cancelled pieces of a line are issued under, when so many pieces on account remain. */
export const toCancellationKey = (lineId: number, remaining: number): string => `cancelled:${lineId}:${remaining}`;

/** Lines with more pieces on invoices than are on account, without a credit note for them, oldest first, without those in `skippedIds`. */
export async function listUncreditedCancellations(
  db: Db,
  { limit, skippedIds }: { limit: number; skippedIds: readonly number[] },
): Promise<UncreditedCancellation[]> {
  const { rows } = await sql<UncreditedCancellation>`
    select l.organisation_id as "organisationId", l.id, l.order_id as "orderId", charged.quantity - remains.quantity as quantity,
      remains.quantity as remaining, l.unit_price_minor as "unitMinor", l.tax_rate as "taxRate", l.card_quantity as "cardQuantity"
    from order_line l
    cross join lateral (
      select account_pieces(l.quantity, l.cancelled_quantity, l.card_quantity, l.card_cancelled_quantity) as quantity) remains
    cross join lateral (
      select coalesce(sum(case when x.credited_line_id is null then x.quantity when i.credit_key like 'cancelled:' || l.id || ':%' then -x.quantity else 0 end), 0)::int as quantity
      from invoice_line x join invoice i on i.organisation_id = x.organisation_id and i.id = x.invoice_id
      where x.organisation_id = l.organisation_id and x.order_line_id = l.id) charged
    where l.card_quantity > l.card_cancelled_quantity and l.cancelled_quantity > l.card_cancelled_quantity
      and charged.quantity > remains.quantity and l.id <> all (${[...skippedIds]}::bigint[])
    order by l.id limit ${limit}`.execute(db);
  return rows;
}

/** Takes from what has been invoiced of an order what was credited of it under a key, because that is not on account any more. */
export async function lowerInvoicedAmount(tx: Tx, { organisationId, orderId }: OrderRef, key: string): Promise<void> {
  await sql`
    update orders o set invoiced_minor = o.invoiced_minor - (
      select coalesce(sum(i.total_minor), 0) from invoice i where i.organisation_id = ${organisationId} and i.credit_key = ${key})
    where o.organisation_id = ${organisationId} and o.id = ${orderId}`.execute(tx);
}

/** Records a credit note as a means of payment, and lets it settle as much as is open of its invoice. */
export async function settleByCreditNote(
  tx: Tx,
  { organisationId, creditNoteId }: { organisationId: number; creditNoteId: number },
): Promise<void> {
  await sql`
    with note as (
      select c.*, i.total_minor - i.settled_minor as open_minor
      from invoice c join invoice i on i.organisation_id = c.organisation_id and i.id = c.credited_invoice_id
      where c.organisation_id = ${organisationId} and c.id = ${creditNoteId} for no key update of i),
    recorded as (
      insert into payment_record (organisation_id, kind, amount_minor, currency_code, received_on, reference, credit_note_id, actor_kind)
      select organisation_id, 'credit_note', total_minor, currency_code, issued_on, number, id, 'system' from note returning id)
    insert into payment_allocation (organisation_id, payment_id, invoice_id, amount_minor)
    select note.organisation_id, recorded.id, note.credited_invoice_id, least(note.total_minor, note.open_minor)
    from note, recorded where note.open_minor > 0`.execute(tx);
}
