import { sql } from 'kysely';
import { creditCancelledPieces, creditReturns } from '#api/ordering/invoices/credit-notes.actions.ts';
import { billMonths, billShipments } from '#api/ordering/invoices/issue-invoices.actions.ts';
import type { Db } from '#api/platform/db/database.ts';

interface WithDatabase {
  db: Db;
}

/** Sends pieces of an order's lines, all that are pending by default; returns the shipment. */
export async function ship(
  { db }: WithDatabase,
  orderId: number,
  { pieces, shippedAt = new Date() }: { pieces?: Record<number, number>; shippedAt?: Date } = {},
): Promise<number> {
  const wanted = pieces === undefined ? null : JSON.stringify(pieces);
  const { rows } = await sql<{ id: number }>`
    with sent as (
      update order_line l set shipped_quantity = l.shipped_quantity + s.quantity
      from (
        select n.id, coalesce((${wanted}::jsonb ->> n.id::text)::int, case when ${wanted}::jsonb is null then n.quantity - n.shipped_quantity - n.cancelled_quantity else 0 end) as quantity
        from order_line n where n.order_id = ${orderId}) s
      where l.id = s.id and s.quantity > 0 returning l.organisation_id, l.id, s.quantity),
    parcel as (
      insert into shipment (organisation_id, order_id, carrier, shipped_at)
      select organisation_id, ${orderId}, 'Test Couriers', ${shippedAt} from orders where id = ${orderId} returning id)
    insert into shipment_line (organisation_id, shipment_id, order_line_id, quantity)
    select sent.organisation_id, parcel.id, sent.id, sent.quantity from sent, parcel returning shipment_id as id`.execute(db);
  return rows[0]?.id as number;
}

const quiet = { log: { error: () => undefined } };

/** Runs the job that invoices shipments; returns how many invoices it issued. */
export const billAll = ({ db }: WithDatabase, now = Date.now()) => billShipments(db, { ...quiet, clock: { now: () => now } });

/** Runs the job that issues monthly invoices; returns how many it issued. */
export const billAllMonths = ({ db }: WithDatabase, now = Date.now()) => billMonths(db, { ...quiet, clock: { now: () => now } });

/** Runs the job that issues credit notes for refunded returns and for cancelled pieces that were invoiced; returns how many of both it credited. */
export async function creditAll({ db }: WithDatabase): Promise<number> {
  const dependencies = { ...quiet, clock: { now: () => Date.now() } };
  return (await creditReturns(db, dependencies)) + (await creditCancelledPieces(db, dependencies));
}

/** A document as stored. */
export interface StoredInvoice {
  id: number;
  kind: 'invoice' | 'credit_note';
  number: string;
  net_minor: number;
  tax_minor: number;
  total_minor: number;
  settled_minor: number;
  issued_on: string;
  due_on: string | null;
  period_on: string | null;
  seller: { name: string };
  buyer: { name: string; address: string[] };
}

/** The invoices and credit notes of an order, oldest first. */
export const invoicesOf = async ({ db }: WithDatabase, orderId: number): Promise<StoredInvoice[]> =>
  (
    await sql<StoredInvoice>`
      select * from invoice i where exists (select from invoice_line l where l.organisation_id = i.organisation_id and l.invoice_id = i.id and l.order_id = ${orderId})
      order by i.id`.execute(db)
  ).rows;

/** The lines of the documents of an order, oldest first. */
export const invoiceLinesOf = async ({ db }: WithDatabase, orderId: number) =>
  (
    await sql<{
      id: number;
      invoice_id: number;
      kind: string;
      quantity: number;
      net_minor: number;
      tax_minor: number;
      tax_rate: number;
      order_line_id: number | null;
      credited_line_id: number | null;
    }>`select * from invoice_line where order_id = ${orderId} order by id`.execute(db)
  ).rows;
