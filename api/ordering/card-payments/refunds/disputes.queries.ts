import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';

/** A payment that is disputed. Money in minor units. */
export interface DisputedPayment {
  brandId: number;
  amountMinor: number;
  currencyCode: string;
  paymentReference: string | null;
}

/** Reads what a notice about a dispute says of the payment. */
export async function readDisputedPayment(
  tx: Tx,
  { organisationId, paymentId }: { organisationId: number; paymentId: number },
): Promise<DisputedPayment> {
  const { rows } = await sql<DisputedPayment>`
    select p.brand_id as "brandId", coalesce(p.received_minor, p.amount_minor) as "amountMinor", p.currency_code as "currencyCode",
      p.payment_reference as "paymentReference"
    from card_payment p where p.organisation_id = ${organisationId} and p.id = ${paymentId}`.execute(tx);
  return rows[0] as DisputedPayment;
}

/** Writes a dispute, or how it has ended; false when that is known, or it has ended already. */
export async function writeDispute(
  tx: Tx,
  { organisationId, paymentId }: { organisationId: number; paymentId: number },
  dispute: {
    disputeReference: string;
    amountMinor: number;
    reason: string | null;
    state: 'open' | 'won' | 'lost';
    occurredAt: Date;
  },
): Promise<boolean> {
  const { disputeReference, amountMinor, reason, state, occurredAt } = dispute;
  const closedAt = state === 'open' ? null : occurredAt;
  const { rows } = await sql<{ id: number }>`
    insert into card_dispute as d (organisation_id, payment_id, dispute_reference, amount_minor, reason, state, opened_at, closed_at)
    values (${organisationId}, ${paymentId}, ${disputeReference}, ${amountMinor}, left(${reason}, 200), ${state}, ${occurredAt}, ${closedAt}::timestamptz)
    on conflict on constraint card_dispute_once do update
      set state = excluded.state, closed_at = excluded.closed_at, reason = coalesce(d.reason, excluded.reason)
      where d.state = 'open' and excluded.state <> 'open'
    returning d.id`.execute(tx);
  return rows.length > 0;
}
