import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { JsonObject } from '../db/types.ts';
import type { Visit } from '../http/endpoint.ts';

export interface Deed {
  /** What was done, as area and past tense: `order.placed`. */
  action: string;
  subjectId?: string;
  before?: JsonObject;
  after?: JsonObject;
  requestId: string;
}

/** Writes who did what, and for whom, in the transaction of the deed. */
export const recordDeed = (tx: Tx, visit: Pick<Visit, 'caller' | 'scope'>, deed: Deed): Promise<void> =>
  recordDeeds(tx, visit, [deed]);

/** The same for any number of deeds, in one statement. */
export async function recordDeeds(tx: Tx, visit: Pick<Visit, 'caller' | 'scope'>, deeds: readonly Deed[]): Promise<void> {
  if (deeds.length === 0) return;
  const rows = deeds.map(({ action, subjectId, before, after, requestId }) => ({
    action,
    subject_id: subjectId ?? null,
    before: before ?? null,
    after: after ?? null,
    request_id: requestId,
  }));
  const actingFor = visit.scope.customerId === visit.caller.customerId ? null : visit.scope.customerId;
  await sql`
    insert into audit_entry (organisation_id, actor_id, acting_as_id, action, subject_id, before, after, request_id)
    select ${visit.scope.organisationId}::int, ${visit.caller.customerId}::int, ${actingFor}::int, n.action, n.subject_id, n.before, n.after, n.request_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n (action text, subject_id text, before jsonb, after jsonb, request_id text)`.execute(tx);
}
