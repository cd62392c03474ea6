import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { QuoteRef } from './quote-steps.queries.ts';

/** A message about a quote. */
export interface NewQuoteMessage {
  fromSupplier: boolean;
  actorKind: 'customer' | 'operator' | 'api_key';
  actorId: number;
  text: string;
  /** Files that were kept for it, see `attachFiles`. */
  fileIds: readonly number[];
}

/** Adds a message with its files to a quote, and returns its id. */
export async function insertQuoteMessage(
  tx: Tx,
  { organisationId, quoteId }: QuoteRef,
  { fromSupplier, actorKind, actorId, text, fileIds }: NewQuoteMessage,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with written as (
      insert into quote_message (organisation_id, quote_id, from_supplier, actor_kind, actor_id, text)
      values (${organisationId}, ${quoteId}, ${fromSupplier}, ${actorKind}, ${actorId}, ${text}) returning id),
    attached as (
      insert into quote_file (organisation_id, quote_id, file_id, message_id, from_supplier)
      select ${organisationId}, ${quoteId}, f.id, written.id, ${fromSupplier} from written, unnest(${[...fileIds]}::bigint[]) as f (id))
    select id from written`.execute(tx);
  return (rows[0] as { id: number }).id;
}
