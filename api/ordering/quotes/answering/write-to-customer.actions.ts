import { recordOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { attachFiles } from '#api/platform/files/file-store.ts';
import type { FileOwner, StoredFile } from '#api/platform/files/stored-files.queries.ts';
import { conflict, notFound } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { BodyOf } from '#contract/index.ts';
import { queueQuoteMails } from '../mails/queue-quote-mails.actions.ts';
import { addQuoteFiles } from '../quote-files.queries.ts';
import { insertQuoteMessage } from '../quote-messages.queries.ts';
import type { QuoteRef } from '../quote-steps.queries.ts';
import { isClosed } from '../quotes.rules.ts';
import { type AnswerCommand, lockAnswer } from './answer-quotes.actions.ts';
import { getClientQuote, type QuoteAnswer, readAnswer } from './quote-answer.actions.ts';
import { findQuoteFile } from './quote-answers.queries.ts';

/** What operators upload for messages is the supplier's. */
export const supplierFiles = ({ kind, id }: Pick<OperatorScope, 'kind' | 'id'>, { organisationId }: QuoteRef): FileOwner => ({
  organisationId,
  actorKind: kind,
  actorId: id,
  customerId: null,
});

/** Writes to the customer about a quote. Throws 404, also for files, and 409 when it is closed. */
export async function writeToCustomer(
  tx: Tx,
  operator: OperatorScope,
  id: number,
  { text, fileIds }: BodyOf<'POST /api/operator/quotes/:id/message'>,
  command: AnswerCommand,
): Promise<QuoteAnswer> {
  const { ref, seen } = await lockAnswer(tx, operator, id, command);
  if (isClosed(seen.stateId)) throw conflict('quote', 'This quote is closed. The customer can ask for a new one.');
  const messageId = await insertQuoteMessage(tx, ref, { fromSupplier: true, actor: operator, text: text.trim() });
  const ids = [...new Set(fileIds ?? [])];
  if (ids.length > 0) {
    await attachFiles(tx, supplierFiles(operator, ref), 'quote', ids);
    await addQuoteFiles(tx, ref, ids, { messageId, fromSupplier: true, isAnnounced: true });
  }
  await recordOperatorAuditEvent(tx, operator, ref, {
    action: 'quote.message_written',
    subjectId: String(ref.quoteId),
    after: { messageId },
    requestId: command.requestId,
  });
  await queueQuoteMails(tx, command, ref, { kind: 'message', messageId });
  return readAnswer(tx, ref, command);
}

/** A file of a quote of the operator's brands. Throws 404. */
export async function getClientQuoteFile(db: Db, operator: OperatorScope, id: number, fileId: number): Promise<StoredFile> {
  const ref = await getClientQuote(db, operator, id);
  const file = await findQuoteFile(db, ref, fileId);
  if (!file) throw notFound('file');
  return file;
}
