import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { QuoteRef } from './quote-steps.queries.ts';
import { manageableQuotes } from './quote-visibility.queries.ts';

/** Whether the Admin in scope may name another owner of a quote. */
export async function isManageable(tx: Tx, scope: Scope, quoteId: number): Promise<boolean> {
  const { rows } = await sql`select from quote q where ${manageableQuotes(scope)} and q.id = ${quoteId}`.execute(tx);
  return rows.length > 0;
}

/**
 * Gives a locked quote to another person of its organisation. Its lines leave the cart of the person who had it, and what was accepted and not ordered can
 * be accepted again. Its files are the new person's from then on: they stay when the other is erased.
 */
export async function changeQuoteOwner(tx: Tx, { organisationId, quoteId }: QuoteRef, customerId: number): Promise<void> {
  // Whoever places an order locks their cart before they read its lines.
  await sql`
    select from cart t where t.organisation_id = ${organisationId} and exists (
      select from cart_line w join quote_item i on i.organisation_id = w.organisation_id and i.id = w.quote_item_id
      where w.organisation_id = t.organisation_id and w.cart_id = t.id and i.quote_id = ${quoteId})
    order by t.id for update`.execute(tx);
  await sql`
    delete from cart_line w using quote_item i
    where w.organisation_id = ${organisationId} and i.organisation_id = w.organisation_id and i.id = w.quote_item_id and i.quote_id = ${quoteId}`.execute(
    tx,
  );
  await sql`
    update stored_file f set customer_id = ${customerId} from quote_file qf
    where f.organisation_id = ${organisationId} and qf.organisation_id = f.organisation_id and qf.file_id = f.id and qf.quote_id = ${quoteId}
      and f.customer_id is not null`.execute(tx);
  await sql`
    update quote set customer_id = ${customerId}, updated_at = now() where organisation_id = ${organisationId} and id = ${quoteId}`.execute(
    tx,
  );
}

/** Says that a quote has changed just now. */
export async function touchQuote(tx: Tx, { organisationId, quoteId }: QuoteRef): Promise<void> {
  await sql`update quote set updated_at = now() where organisation_id = ${organisationId} and id = ${quoteId}`.execute(tx);
}
