import type { Tx } from '#api/platform/db/database.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import type { QuoteRef } from '../quote-steps.queries.ts';

/** What has happened to a quote that people are told of by mail. */
export type QuoteNotice =
  | { kind: 'submitted' | 'withdrawn' | 'declinedByCustomer' | 'declinedBySupplier' | 'ending' | 'expired' | 'files' }
  /** An answer was sent; `version` is its number. */
  | { kind: 'answered'; version: number }
  /** Something was accepted. */
  | { kind: 'accepted'; acceptId: string }
  | { kind: 'message'; messageId: number }
  /** It was given to another person. */
  | { kind: 'owner' };

/** Queues the mails that tell those concerned of what has happened to a quote, in the transaction of the change. Each of them is sent once. */
export async function queueQuoteMails(
  _tx: Tx,
  _dependencies: MailDependencies,
  _ref: QuoteRef,
  _notice: QuoteNotice,
): Promise<void> {
  // Filled by the part that composes the mails.
}
