import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';

/** How a trip can end: with lines, with none after a question, without a change, or because it was left open too long. */
export type TripOutcome = 'returned' | 'emptied' | 'cancelled' | 'expired';

/**
 * Ends an open trip: its sessions end with it, and its cart is deleted. False when it had ended before, or there is none.
 */
export async function endTrip(tx: Tx, organisationId: number, tripId: string, outcome: TripOutcome): Promise<boolean> {
  const ended = await sql`
    with ended as (
      update punchout_trip set ended_at = now(), outcome = ${outcome}
      where organisation_id = ${organisationId} and id = ${tripId} and ended_at is null returning organisation_id, id),
    revoked as (
      update session s set revoked_at = now(), revoked_reason = 'trip_ended' from ended
      where s.organisation_id = ended.organisation_id and s.trip_id = ended.id and s.revoked_at is null),
    deleted as (
      delete from cart t using ended where t.organisation_id = ended.organisation_id and t.trip_id = ended.id)
    select from ended`.execute(tx);
  return ended.rows.length > 0;
}
