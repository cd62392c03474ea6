import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { findFile, type StoredFile } from '#api/platform/files/stored-files.queries.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { QuoteRef } from './quote-steps.queries.ts';
import { visibleQuotes } from './quote-visibility.queries.ts';

/** To what files are added. */
interface Attachment {
  /** The message; absent for files of the quote itself. */
  messageId?: number;
  fromSupplier?: boolean;
  /** Whether a mail tells of them already. */
  isAnnounced: boolean;
}

/** Adds files, which `attachFiles` keeps, to a locked quote. */
export async function addQuoteFiles(
  tx: Tx,
  { organisationId, quoteId }: QuoteRef,
  fileIds: readonly number[],
  { messageId, fromSupplier = false, isAnnounced }: Attachment,
): Promise<void> {
  await sql`
    insert into quote_file (organisation_id, quote_id, file_id, message_id, from_supplier, notified_at)
    select ${organisationId}::bigint, ${quoteId}::bigint, f.id, ${messageId ?? null}::bigint, ${fromSupplier}::boolean, case when ${isAnnounced}::boolean then now() end
    from unnest(${[...fileIds]}::bigint[]) as f (id)`.execute(tx);
}

/** Marks the customer's files of a locked quote of which the sales team was not told yet; returns how many there were. */
export async function announceFiles(tx: Tx, { organisationId, quoteId }: QuoteRef): Promise<number> {
  const found = await sql`
    update quote_file set notified_at = now()
    where organisation_id = ${organisationId} and quote_id = ${quoteId} and not from_supplier and notified_at is null`.execute(
    tx,
  );
  return Number(found.numAffectedRows ?? 0);
}

/** A file that the person may open: their own, or of a quote that they see; undefined when there is none. */
export const findVisibleQuoteFile = (db: Db, scope: Scope, id: number): Promise<StoredFile | undefined> =>
  findFile(
    db,
    scope,
    id,
    sql`f.purpose = 'quote' and (f.customer_id = ${scope.customerId} or ${isOfQuote(visibleQuotes(scope))})`,
  );

/** Condition that a file `f` is of a quote `q` that meets a condition. */
export const isOfQuote = (condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`exists (
  select from quote_file qf join quote q on q.organisation_id = qf.organisation_id and q.id = qf.quote_id
  where qf.organisation_id = f.organisation_id and qf.file_id = f.id and ${condition})`;
