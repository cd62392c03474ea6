import type { Clock } from '#api/platform/clock.ts';
import { type Db, runInTransaction } from '#api/platform/db/database.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { lockOrder } from '../../order-states/lock-orders.queries.ts';
import { issueReceipt } from './issue-receipt.actions.ts';
import { listPaymentsWithoutReceipt } from './receipts.queries.ts';

/** Receipts that one run issues; those that remain are issued by the next. */
const MAX_ISSUED = 100;

/** Issues the receipts of payments whose brand had no legal facts when they were made. Returns how many. */
export async function issueMissingReceipts({
  db,
  clock,
  ...mails
}: MailDependencies & { db: Db; clock: Clock }): Promise<number> {
  const payments = await listPaymentsWithoutReceipt(db, MAX_ISSUED);
  for (const payment of payments)
    await runInTransaction(db, async (tx) => {
      await lockOrder(tx, payment);
      await issueReceipt(tx, mails, payment, clock.now());
    });
  return payments.length;
}
