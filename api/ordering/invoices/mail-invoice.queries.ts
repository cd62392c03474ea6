import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { InvoiceMailData } from './invoice-mails.ts';

/** What the mail about a document says, and who is mailed. */
export interface InvoiceMailFacts extends Omit<InvoiceMailData, 'firstName' | 'invoiceId'> {
  brandId: number;
  recipients: { email: string; firstName: string }[];
}

/** Reads what the mail about a document says, and who is mailed about it. */
export async function readInvoiceMail(tx: Tx, organisationId: number, id: number): Promise<InvoiceMailFacts> {
  const { rows } = await sql<InvoiceMailFacts>`
    select i.brand_id as "brandId", i.kind, i.number, i.currency_code as "currencyCode", i.total_minor as "totalMinor", i.due_on as "dueOn",
      i.period_on as "periodOn",
      (select array_agg(distinct l.order_id order by l.order_id) from invoice_line l
        where l.organisation_id = i.organisation_id and l.invoice_id = i.id) as "orderIds",
      (select c.number from invoice c where c.organisation_id = i.organisation_id and c.id = i.credited_invoice_id) as "creditedInvoiceNumber",
      case when o.invoice_email is not null then json_build_array(json_build_object('email', o.invoice_email, 'firstName', ''))
        else (
          select coalesce(json_agg(json_build_object('email', c.email, 'firstName', c.first_name) order by c.id), '[]') from customer c
          where c.organisation_id = o.id and c.active and c.deleted_at is null
            and exists (select from customer_role m where m.organisation_id = c.organisation_id and m.customer_id = c.id and m.role_id = 33)
            and not exists (select from customer_adminable_group m where m.organisation_id = c.organisation_id and m.customer_id = c.id)) end as recipients
    from invoice i join organisation o on o.id = i.organisation_id
    where i.organisation_id = ${organisationId} and i.id = ${id}`.execute(tx);
  return rows[0] as InvoiceMailFacts;
}
