import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import { QUOTE_TRANSITIONS, type QuoteState, type QuoteStep } from './quotes.rules.ts';

/** A quote that something happens to. */
export interface QuoteRef {
  organisationId: number;
  quoteId: number;
}

/** What a step depends on. */
export interface LockedQuote {
  id: number;
  stateId: QuoteState;
  /** The answer that the customer sees; 0 before the first. */
  version: number;
  /** Whose request it is. */
  customerId: number;
  currencyCode: string;
  /** Until when the prices of that answer lead; null before the first. */
  validUntilAt: Date | null;
}

/**
 * Locks a quote until the transaction ends; undefined when the organisation has none with this id. A quote is locked before the cart into which its lines
 * go, and before files.
 */
export async function lockQuote(tx: Tx, { organisationId, quoteId }: QuoteRef): Promise<LockedQuote | undefined> {
  const { rows } = await sql<LockedQuote>`
    select id, quote_state_id as "stateId", version, customer_id as "customerId", currency_code as "currencyCode", valid_until_at as "validUntilAt"
    from quote where organisation_id = ${organisationId} and id = ${quoteId} for update`.execute(tx);
  return rows[0];
}

/** What a step writes besides the state. */
export interface QuoteStepValues {
  /** Of a declined quote: who ended it, and why. */
  declinedBy?: 'customer' | 'withdrawn' | 'supplier';
  reason?: string | null;
  /** Of an answer that is sent. */
  sent?: { version: number; validUntilAt: Date; totalMinor: number; currencyCode: string };
  /** The operator who takes it. */
  takenById?: number;
}

/**
 * Takes a step by one conditional update: of several people who decide at the same moment one succeeds. Returns false when the quote is in no state from
 * which the step is possible; nothing is changed then.
 */
export async function takeQuoteStep(
  tx: Tx,
  { organisationId, quoteId }: QuoteRef,
  name: QuoteStep,
  { declinedBy, reason, sent, takenById }: QuoteStepValues = {},
): Promise<boolean> {
  const { from, to } = QUOTE_TRANSITIONS[name];
  const { rows } = await sql`
    update quote set quote_state_id = ${to}, declined_by = ${declinedBy ?? null}, decline_reason = ${reason ?? null},
      closed_at = case when ${declinedBy !== undefined || name === 'expire'}::boolean then now() end,
      version = coalesce(${sent?.version ?? null}::int, version), valid_until_at = coalesce(${sent?.validUntilAt ?? null}::timestamptz, valid_until_at),
      total_minor = coalesce(${sent?.totalMinor ?? null}::bigint, total_minor), currency_code = coalesce(${sent?.currencyCode ?? null}, currency_code),
      reminded_at = case when ${sent === undefined}::boolean then reminded_at end,
      taken_by_id = coalesce(${takenById ?? null}::bigint, taken_by_id), updated_at = now()
    where organisation_id = ${organisationId} and id = ${quoteId} and quote_state_id = any (${[...from]}::smallint[])
    returning id`.execute(tx);
  return rows.length > 0;
}
