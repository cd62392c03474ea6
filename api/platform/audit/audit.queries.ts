import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { JsonObject } from '../db/types.ts';
import type { RequestContext } from '../http/request-context.ts';

export interface AuditEvent {
  /** What was done, as area and past tense: `order.placed`. */
  action: string;
  subjectId?: string;
  before?: JsonObject;
  after?: JsonObject;
  requestId: string;
}

/** Writes who did what, and for whom, in the transaction of the deed. */
export const recordAuditEvent = (
  tx: Tx,
  context: Pick<RequestContext, 'caller' | 'effective'>,
  deed: AuditEvent,
): Promise<void> => recordAuditEvents(tx, context, [deed]);

/** The same for any number of deeds, in one statement. */
export async function recordAuditEvents(
  tx: Tx,
  context: Pick<RequestContext, 'caller' | 'effective'>,
  deeds: readonly AuditEvent[],
): Promise<void> {
  if (deeds.length === 0) return;
  const rows = deeds.map(({ action, subjectId, before, after, requestId }) => ({
    action,
    subject_id: subjectId ?? null,
    before: before ?? null,
    after: after ?? null,
    request_id: requestId,
  }));
  const actingFor = context.effective.customerId === context.caller.customerId ? null : context.effective.customerId;
  await sql`
    insert into audit_entry (organisation_id, actor_id, acting_as_id, action, subject_id, before, after, request_id)
    select ${context.effective.organisationId}::int, ${context.caller.customerId}::int, ${actingFor}::int, n.action, n.subject_id, n.before, n.after, n.request_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n (action text, subject_id text, before jsonb, after jsonb, request_id text)`.execute(tx);
}
