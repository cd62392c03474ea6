import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { QuoteRef } from './quote-steps.queries.ts';

/** A message to store. */
export interface NewMessage {
  fromSupplier: boolean;
  actor: { kind: 'customer' | 'operator' | 'api_key'; id: number };
  text: string;
}

/** Stores a message about a locked quote and returns its id. */
export async function insertQuoteMessage(
  tx: Tx,
  { organisationId, quoteId }: QuoteRef,
  { fromSupplier, actor, text }: NewMessage,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with written as (
      insert into quote_message (organisation_id, quote_id, from_supplier, actor_kind, actor_id, text)
      values (${organisationId}, ${quoteId}, ${fromSupplier}, ${actor.kind}, ${actor.id}, ${text}) returning id),
    touched as (update quote set updated_at = now() where organisation_id = ${organisationId} and id = ${quoteId})
    select id from written`.execute(tx);
  return (rows[0] as { id: number }).id;
}
