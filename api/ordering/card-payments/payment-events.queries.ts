import { sql } from 'kysely';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { PaymentAttempt } from './card-payment-states.rules.ts';
import type { PaymentEvent } from './providers/payment-provider.ts';

/** What was made of an event. */
export type EventOutcome = 'applied' | 'repeated' | 'superseded' | 'held' | 'unknown';

/** Whose provider it comes from. */
export interface EventSource {
  brandId: number;
  /** Name of the provider, as attempts keep it. */
  provider: string;
}

/**
 * Keeps an event with what was made of it, once for each id. Returns false when it has been kept before, and must not be applied again; one that belonged to
 * no attempt then can be applied once it does.
 */
export async function insertEvent(
  db: Db,
  { brandId, provider }: EventSource,
  event: PaymentEvent,
  outcome: EventOutcome,
  attempt?: Pick<PaymentAttempt, 'organisationId' | 'id'>,
): Promise<boolean> {
  const { eventId, kind, occurredAt, ...data } = event;
  const { numAffectedRows } = await sql`
    insert into card_payment_event as e (brand_id, provider, event_id, kind, organisation_id, payment_id, data, outcome, occurred_at)
    values (${brandId}, ${provider}, ${eventId}, ${kind}, ${attempt?.organisationId ?? null}::bigint, ${attempt?.id ?? null}::bigint,
      ${JSON.stringify(data)}::jsonb, ${outcome}, ${occurredAt})
    on conflict on constraint card_payment_event_once do update
      set outcome = excluded.outcome, organisation_id = excluded.organisation_id, payment_id = excluded.payment_id
      where e.outcome = 'unknown' and excluded.outcome <> 'unknown'`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Keeps what was made of an event that has been kept in this transaction. */
export async function setOutcome(
  tx: Tx,
  { brandId, provider }: EventSource,
  { eventId }: Pick<PaymentEvent, 'eventId'>,
  outcome: EventOutcome,
): Promise<void> {
  await sql`update card_payment_event set outcome = ${outcome}
    where brand_id = ${brandId} and provider = ${provider} and event_id = ${eventId}`.execute(tx);
}

/** Events that belonged to no attempt when they came, and now do by their references; the oldest first. */
export async function listUnknownEvents(
  db: Db,
  { brandId, provider }: EventSource,
  { sessionReference, paymentReference }: { sessionReference: string | null; paymentReference: string | null },
): Promise<PaymentEvent[]> {
  const { rows } = await sql<PaymentEvent & { occurredAt: string | Date }>`
    select e.event_id as "eventId", e.kind, e.occurred_at as "occurredAt", e.data ->> 'sessionReference' as "sessionReference",
      e.data ->> 'paymentReference' as "paymentReference", (e.data ->> 'orderId')::bigint as "orderId", (e.data ->> 'amountMinor')::bigint as "amountMinor",
      e.data ->> 'currencyCode' as "currencyCode", e.data ->> 'refundReference' as "refundReference", e.data ->> 'disputeReference' as "disputeReference",
      e.data ->> 'reason' as reason
    from card_payment_event e
    where e.brand_id = ${brandId} and e.provider = ${provider} and e.outcome = 'unknown'
      and (e.data ->> 'sessionReference' = ${sessionReference}::text or e.data ->> 'paymentReference' = ${paymentReference}::text)
    order by e.id`.execute(db);
  return rows.map((row) => ({ ...row, occurredAt: new Date(row.occurredAt) }));
}
