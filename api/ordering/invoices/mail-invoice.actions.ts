import type { Tx } from '#api/platform/db/database.ts';
import { enqueueMails, type MailDependencies, toQueuedMail } from '#api/platform/mail/outbox.queries.ts';
import { invoiceMail } from './invoice-mails.ts';
import { readInvoiceMail } from './mail-invoice.queries.ts';

/**
 * Mails an invoice or credit note to the address that the organisation has named, otherwise to the Admins of the whole organisation, in the transaction
 * that issues it. No one is mailed twice about the same document.
 */
export async function mailInvoice(
  tx: Tx,
  dependencies: MailDependencies,
  { organisationId, id }: { organisationId: number; id: number },
): Promise<void> {
  const { recipients, brandId, ...data } = await readInvoiceMail(tx, organisationId, id);
  await enqueueMails(
    tx,
    dependencies,
    recipients.map(({ email, firstName }) =>
      toQueuedMail(invoiceMail, {
        organisationId,
        brandId,
        recipient: email,
        data: { ...data, invoiceId: id, firstName },
        dedupeKey: `invoice:${id}:${email}`,
      }),
    ),
  );
}
