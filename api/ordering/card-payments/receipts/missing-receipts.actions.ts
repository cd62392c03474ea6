import type { Clock } from '#api/platform/clock.ts';
import { type Db, runInTransaction, type Tx } from '#api/platform/db/database.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { lockOrder } from '../../order-states/lock-orders.queries.ts';
import { issueReceipt, issueRefundReceipt } from './issue-receipt.actions.ts';
import { listPaymentsWithoutReceipt, listRefundsWithoutReceipt, type PaymentRef } from './receipts.queries.ts';

/** Receipts of each kind that one run issues; those that remain are issued by the next. */
const MAX_ISSUED = 100;

/**
 * Issues the receipts of payments and refunds whose brand had no legal facts when they were made: those of payments first, which those of refunds name. Each in its
 * own transaction; one that fails is logged and does not stop the others. Returns how many; throws when one has failed.
 */
export async function issueMissingReceipts({
  db,
  clock,
  log,
  ...mails
}: MailDependencies & { db: Db; clock: Clock; log: { error(details: object, message: string): void } }): Promise<number> {
  let issued = 0;
  let failed = 0;
  const issueAll = async <Missing extends PaymentRef>(
    missing: readonly Missing[],
    issue: (tx: Tx, one: Missing) => Promise<unknown>,
  ) => {
    for (const one of missing)
      try {
        const receipt = await runInTransaction(db, async (tx) => {
          await lockOrder(tx, one);
          return issue(tx, one);
        });
        if (receipt) issued += 1;
      } catch (error) {
        failed += 1;
        const { organisationId, orderId, paymentId } = one;
        log.error({ err: error, organisationId, orderId, paymentId }, 'a receipt could not be issued');
      }
  };
  await issueAll(await listPaymentsWithoutReceipt(db, MAX_ISSUED), (tx, payment) =>
    issueReceipt(tx, mails, payment, clock.now()),
  );
  await issueAll(await listRefundsWithoutReceipt(db, MAX_ISSUED), (tx, refund) =>
    issueRefundReceipt(tx, mails, refund, clock.now()),
  );
  if (failed > 0) throw new Error(`Receipts that could not be issued: ${failed}.`);
  return issued;
}
