import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { ReceiptMailData } from './receipt-mails.ts';

/** What the mail about a receipt says, and whose order it is. */
export interface ReceiptMailFacts extends Omit<ReceiptMailData, 'firstName'> {
  customerId: number;
}

/** Reads what the mail about a receipt says. */
export async function readReceiptMail(tx: Tx, organisationId: number, receiptId: number): Promise<ReceiptMailFacts> {
  const { rows } = await sql<ReceiptMailFacts>`
    select r.kind, r.receipt_number as number, r.order_id as "orderId", r.currency_code as "currencyCode", abs(r.total_minor) as "totalMinor", f.reason,
      o.customer_id as "customerId"
    from receipt r join orders o on o.organisation_id = r.organisation_id and o.id = r.order_id
    left join card_refund f on f.organisation_id = r.organisation_id and f.id = r.refund_id
    where r.organisation_id = ${organisationId} and r.id = ${receiptId}`.execute(tx);
  return rows[0] as ReceiptMailFacts;
}
