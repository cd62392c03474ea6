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
export async function recordDeed(tx: Tx, visit: Pick<Visit, 'caller' | 'scope'>, deed: Deed): Promise<void> {
  await tx
    .insertInto('audit_entry')
    .values({
      organisation_id: visit.scope.organisationId,
      actor_id: visit.caller.customerId,
      acting_as_id: visit.scope.customerId === visit.caller.customerId ? null : visit.scope.customerId,
      action: deed.action,
      subject_id: deed.subjectId ?? null,
      before: deed.before ?? null,
      after: deed.after ?? null,
      request_id: deed.requestId,
    })
    .execute();
}
