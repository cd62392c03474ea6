import { type RawBuilder, sql } from 'kysely';
import type { Address } from '#api/identity/addresses/addresses.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { isAdmin, type Scope } from '#api/platform/http/scope.ts';
import type { NamedDesign } from '#contract/catalogue/customisation/design-words.ts';
import type { Buyer } from '../../document-parties/buyer.rules.ts';
import type { Seller } from '../../document-parties/document-parties.queries.ts';
import { namedDesigns } from '../../order-lines/named-designs.queries.ts';
import type { OrderRef } from '../../order-states/order-steps.queries.ts';
import type { PaidCharge, PaidLine, ReceiptLine } from './receipt-lines.rules.ts';

/** A payment of an order. */
export type PaymentRef = OrderRef & { paymentId: number };

/** A refund that is done. Money in minor units. */
export interface DoneRefund extends PaymentRef {
  id: number;
  amountMinor: number;
  currencyCode: string;
  reason: string;
  lines: readonly ReceiptLine[];
}

/** A receipt in the list of those of an order or payment. Money in minor units. */
export interface ListedReceipt {
  id: number;
  number: string;
  kind: 'payment' | 'refund';
  totalMinor: number;
  issuedOn: string;
}

/** What was paid by card, as its receipt needs it. Money in minor units. */
export interface PaidFacts {
  /** What was received, less what never was for the order. */
  amountMinor: number;
  currencyCode: string;
  cardPayer: 'person' | 'organisation';
  isAllByCard: boolean;
  customerId: number;
  personName: string;
  billingAddress: Address;
  taxRate: number;
  lines: (PaidLine & { designs: NamedDesign[] })[];
  delivery: { method: string | null; netMinor: number; taxMinor: number; feeMinor: number };
  charges: PaidCharge[];
}

/** Reads what an attempt has paid for; undefined when it has not paid. The order must be locked. */
export async function readPaidFacts(
  tx: Tx,
  { organisationId, paymentId }: { organisationId: number; paymentId: number },
): Promise<PaidFacts | undefined> {
  const { rows } = await sql<PaidFacts>`
    select p.received_minor - (
        select coalesce(sum(f.amount_minor), 0) from card_refund f
        where f.organisation_id = p.organisation_id and f.payment_id = p.id and f.is_excess)::bigint as "amountMinor", p.currency_code as "currencyCode",
      o.card_payer as "cardPayer", o.is_all_by_card as "isAllByCard", o.customer_id as "customerId", trim(c.first_name || ' ' || c.last_name) as "personName",
      o.billing_address as "billingAddress", o.tax_rate as "taxRate", (
        select coalesce(json_agg(json_build_object('name', l.product_name, 'sku', l.sku, 'description', l.description, 'quantity', l.quantity,
            'cardQuantity', l.card_quantity, 'cardCancelledQuantity', l.card_cancelled_quantity, 'unitPriceMinor', l.unit_price_minor, 'taxRate', l.tax_rate,
            'designs', case when l.is_personalised then ${namedDesigns('l')} else '[]' end) order by l.id), '[]')
        from order_line l where l.organisation_id = o.organisation_id and l.order_id = o.id and l.card_quantity > 0) as lines,
      json_build_object('method', o.shipping_method, 'netMinor', o.shipping_minor, 'taxMinor', o.shipping_tax_minor, 'feeMinor', o.fee_minor) as delivery, (
        select coalesce(json_agg(json_build_object('name', h.name, 'netMinor', h.charge_minor, 'taxRate', h.tax_rate, 'taxMinor', h.tax_minor) order by h.id), '[]')
        from order_charge h where h.organisation_id = o.organisation_id and h.order_id = o.id and h.cancelled_at is null) as charges
    from card_payment p join orders o on o.organisation_id = p.organisation_id and o.id = p.order_id
    join customer c on c.organisation_id = o.organisation_id and c.id = o.customer_id
    where p.organisation_id = ${organisationId} and p.id = ${paymentId} and p.state = 'paid' and o.card_payer is not null`.execute(
    tx,
  );
  return rows[0];
}

/** A receipt to issue. Money in minor units. */
export interface NewReceipt {
  organisationId: number;
  brandId: number;
  kind: 'payment' | 'refund';
  orderId: number;
  paymentId: number;
  /** Null for that of a payment. */
  refundId: number | null;
  currencyCode: string;
  /** Day in the organisation's time zone. */
  issuedOn: string;
  seller: Seller;
  buyer: Buyer;
  lines: readonly ReceiptLine[];
  netMinor: number;
  taxMinor: number;
  totalMinor: number;
}

/** A receipt that was issued. */
export interface IssuedReceipt {
  id: number;
  number: string;
}

/**
 * Numbers and writes a receipt, with its audit event, in one statement. Undefined when there is one of this payment or refund, of which no number is taken
 * then: order and attempt must be locked.
 */
export async function insertCardReceipt(tx: Tx, receipt: NewReceipt): Promise<IssuedReceipt | undefined> {
  const { organisationId, brandId, seller } = receipt;
  const { rows } = await sql<IssuedReceipt>`
    with numbered as materialized (
      select next_document_serial(${brandId}, 'receipt') as serial
      where not exists (
        select from receipt r where r.organisation_id = ${organisationId} and r.payment_id = ${receipt.paymentId} and r.kind = ${receipt.kind}
          and r.refund_id is not distinct from ${receipt.refundId}::bigint)),
    issued as (
      insert into receipt (organisation_id, brand_id, kind, serial, receipt_number, order_id, payment_id, refund_id, currency_code, issued_on, seller, buyer, lines,
        net_minor, tax_minor, total_minor)
      select ${organisationId}, ${brandId}, ${receipt.kind}, serial,
        ${`${seller.documentPrefix}-RCP-`}::text || lpad(serial::text, greatest(6, length(serial::text)), '0'), ${receipt.orderId}, ${receipt.paymentId},
        ${receipt.refundId}::bigint, ${receipt.currencyCode}, ${receipt.issuedOn}::date, ${JSON.stringify(seller)}::jsonb, ${JSON.stringify(receipt.buyer)}::jsonb,
        ${JSON.stringify(receipt.lines)}::jsonb, ${receipt.netMinor}, ${receipt.taxMinor}, ${receipt.totalMinor}
      from numbered returning id, receipt_number as number),
    audited as (
      insert into audit_event (organisation_id, brand_id, actor_kind, action, subject_kind, subject_id, after)
      select ${organisationId}, ${brandId}, 'system', 'receipt.issued', 'receipt', id::text,
        jsonb_build_object('number', number, 'totalMinor', ${receipt.totalMinor}::bigint) from issued)
    select id, number from issued`.execute(tx);
  return rows[0];
}

/** What the receipt of a payment says about who paid, and for what; undefined when there is none. */
export async function findPaymentReceipt(
  tx: Tx,
  { organisationId, paymentId }: { organisationId: number; paymentId: number },
): Promise<{ buyer: Buyer; lines: ReceiptLine[] } | undefined> {
  const { rows } = await sql<{ buyer: Buyer; lines: ReceiptLine[] }>`
    select r.buyer, r.lines from receipt r
    where r.organisation_id = ${organisationId} and r.payment_id = ${paymentId} and r.kind = 'payment'`.execute(tx);
  return rows[0];
}

/** Payments for their orders that have no receipt yet, because their brand had no legal facts when they were made, although it has them now. */
export async function listPaymentsWithoutReceipt(
  db: Db,
  limit: number,
): Promise<{ organisationId: number; orderId: number; paymentId: number }[]> {
  const { rows } = await sql<{ organisationId: number; orderId: number; paymentId: number }>`
    select p.organisation_id as "organisationId", p.order_id as "orderId", p.id as "paymentId"
    from card_payment p join brand b on b.id = p.brand_id and b.legal_name is not null
    where p.state = 'paid'
      and not exists (select from receipt r where r.organisation_id = p.organisation_id and r.payment_id = p.id)
      and p.received_minor > (
        select coalesce(sum(f.amount_minor), 0) from card_refund f where f.organisation_id = p.organisation_id and f.payment_id = p.id and f.is_excess)
    order by p.id limit ${limit}`.execute(db);
  return rows;
}

/**
 * Refunds that are done and have no receipt although their payment has one: their brand had no legal facts when they were made. Those of money that never paid
 * for its order have none.
 */
export async function listRefundsWithoutReceipt(db: Db, limit: number): Promise<DoneRefund[]> {
  const { rows } = await sql<DoneRefund>`
    select f.id, f.organisation_id as "organisationId", f.order_id as "orderId", f.payment_id as "paymentId", f.amount_minor as "amountMinor",
      paid.currency_code as "currencyCode", f.reason, f.lines
    from card_refund f join receipt paid on paid.organisation_id = f.organisation_id and paid.payment_id = f.payment_id and paid.kind = 'payment'
    join brand b on b.id = paid.brand_id and b.legal_name is not null
    where f.state = 'done' and not f.is_excess and not exists (
      select from receipt r where r.organisation_id = f.organisation_id and r.payment_id = f.payment_id and r.refund_id = f.id)
    order by f.settled_at, f.id limit ${limit}`.execute(db);
  return rows;
}

/** Who sees receipts: a condition on `receipt r` and its order `o`. */
export type VisibleReceipts = RawBuilder<unknown>;

/** Those of their own orders; for Admins of the whole organisation who see prices also those that are the organisation’s. */
export const receiptsVisibleTo = (scope: Scope): VisibleReceipts => sql`
  (r.organisation_id = ${scope.organisationId} and (o.customer_id = ${scope.customerId}
    or ${isAdmin(scope) && scope.adminableGroupIds.length === 0 && scope.pricesVisible}::boolean and o.card_payer = 'organisation'))`;

/** The receipts of an organisation. */
export const receiptsOfOrganisation = (organisationId: number): VisibleReceipts => sql`r.organisation_id = ${organisationId}`;

/** Those of the brands of an operator or API key. */
export const receiptsOfBrands = ({ brandIds }: OperatorScope): VisibleReceipts =>
  sql`r.brand_id = any (${[...brandIds]}::bigint[])`;

/** A receipt with everything that is printed on it. */
export interface ReceiptRow {
  id: number;
  organisationId: number;
  orderId: number;
  kind: 'payment' | 'refund';
  number: string;
  currencyCode: string;
  issuedOn: string;
  seller: Seller;
  buyer: Buyer;
  lines: ReceiptLine[];
  createdAt: Date | string;
  brandName: string;
  brandCompanyName: string;
  /** Number and day of the receipt of the payment that is refunded; null for that of a payment. */
  paidNumber: string | null;
  paidOn: string | null;
}

/** A receipt that the condition lets through; undefined when there is none. */
export async function findReceipt(db: Db, visible: VisibleReceipts, id: number): Promise<ReceiptRow | undefined> {
  const { rows } = await sql<ReceiptRow>`
    select r.id, r.organisation_id as "organisationId", r.order_id as "orderId", r.kind, r.receipt_number as number, r.currency_code as "currencyCode",
      r.issued_on as "issuedOn", r.seller, r.buyer, r.lines, r.created_at as "createdAt", b.name as "brandName", b.company_name as "brandCompanyName",
      paid.receipt_number as "paidNumber", paid.issued_on as "paidOn"
    from receipt r join brand b on b.id = r.brand_id join orders o on o.organisation_id = r.organisation_id and o.id = r.order_id
    left join receipt paid on r.kind = 'refund' and paid.organisation_id = r.organisation_id and paid.payment_id = r.payment_id and paid.kind = 'payment'
    where r.id = ${id} and ${visible}`.execute(db);
  return rows[0];
}

/** The receipts of an order `o` that someone sees, as JSON, oldest first. */
export const receiptsOfOrder = (scope: Scope): RawBuilder<ListedReceipt[]> => sql`(
  select coalesce(json_agg(json_build_object('id', r.id, 'number', r.receipt_number, 'kind', r.kind, 'totalMinor', r.total_minor, 'issuedOn', r.issued_on)
    order by r.id), '[]')
  from receipt r where r.order_id = o.id and r.organisation_id = o.organisation_id and ${receiptsVisibleTo(scope)})`;
