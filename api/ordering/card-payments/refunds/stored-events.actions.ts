import type { Tx } from '#api/platform/db/database.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import type { PaymentRef } from '../receipts/receipts.queries.ts';
import { applyRefundEvent } from './refund-events.actions.ts';
import { listRefundEvents } from './refunds.queries.ts';

/**
 * Applies the events about refunds of an attempt that came before they could be: before its payment was known to have been received, or while a refund was being
 * sent. Call it in the transaction in which an attempt has become paid or held; order and attempt must be locked. Those that have been applied change
 * nothing. `at` in milliseconds.
 */
export async function applyStoredEvents(
  tx: Tx,
  mails: MailDependencies,
  payment: PaymentRef,
  at: number = Date.now(),
): Promise<void> {
  for (const event of await listRefundEvents(tx, payment)) await applyRefundEvent(tx, mails, payment, event, at);
}
