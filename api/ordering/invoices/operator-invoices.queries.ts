import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';

/** What has been paid and credited of an invoice. Money in minor units. */
export interface InvoiceActivity {
  payments: { id: number; kind: 'payment' | 'credit_note'; amountMinor: number; receivedOn: string; reference: string }[];
  creditNotes: { id: number; number: string; totalMinor: number; issuedOn: string; reason: string | null }[];
  credited: { lineId: number; quantity: number; netMinor: number }[];
}

/** Reads what has been paid and credited of an invoice of the operator's brands; empty for a credit note. */
export async function readInvoiceActivity(
  db: Db,
  { brandIds }: OperatorScope,
  { organisationId, id }: { organisationId: number; id: number },
): Promise<InvoiceActivity> {
  const { rows } = await sql<InvoiceActivity>`
    select (
      select coalesce(json_agg(json_build_object('id', p.id, 'kind', p.kind, 'amountMinor', a.amount, 'receivedOn', p.received_on, 'reference', p.reference)
        order by p.id), '[]')
      from (
        select payment_id, sum(amount_minor) as amount from payment_allocation
        where organisation_id = i.organisation_id and invoice_id = i.id group by 1 having sum(amount_minor) <> 0) a
      join payment_record p on p.organisation_id = i.organisation_id and p.id = a.payment_id) as payments, (
      select coalesce(json_agg(json_build_object('id', c.id, 'number', c.number, 'totalMinor', c.total_minor, 'issuedOn', c.issued_on, 'reason', c.reason)
        order by c.id), '[]')
      from invoice c where c.organisation_id = i.organisation_id and c.credited_invoice_id = i.id) as "creditNotes", (
      select coalesce(json_agg(json_build_object('lineId', l.line_id, 'quantity', l.quantity, 'netMinor', l.net)), '[]')
      from (
        select x.credited_line_id as line_id, sum(x.quantity)::int as quantity, sum(x.net_minor)::bigint as net from invoice_line x
        join invoice_line o on o.organisation_id = x.organisation_id and o.id = x.credited_line_id
        where o.organisation_id = i.organisation_id and o.invoice_id = i.id group by 1) l) as credited
    from invoice i where i.organisation_id = ${organisationId} and i.id = ${id} and i.brand_id = any (${[...brandIds]}::bigint[])`.execute(
    db,
  );
  return rows[0] ?? { payments: [], creditNotes: [], credited: [] };
}
