import { findActors } from '#api/identity/sessions/access.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { enqueueMails, type MailDependencies, toQueuedMail } from '#api/platform/mail/outbox.queries.ts';
import { readReceiptMail } from './mail-receipt.queries.ts';
import { receiptMail } from './receipt-mails.ts';

/** Mails a receipt to the person of its order, who can open it there, in the transaction that issues it; once, and no one who can no longer log in. */
export async function mailReceipt(
  tx: Tx,
  dependencies: MailDependencies,
  { organisationId, receiptId }: { organisationId: number; receiptId: number },
): Promise<void> {
  const { customerId, ...data } = await readReceiptMail(tx, organisationId, receiptId);
  const mails = (await findActors(tx, organisationId, [customerId])).map(({ brandId, email, firstName }) =>
    toQueuedMail(receiptMail, {
      organisationId,
      brandId,
      recipient: email,
      data: { ...data, firstName },
      dedupeKey: `receipt:${receiptId}:${customerId}`,
    }),
  );
  if (mails.length > 0) await enqueueMails(tx, dependencies, mails);
}
