import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import type { JsonObject } from '../db/types.ts';
import type { OperatorScope } from '../http/operator-scope.ts';
import type { RequestContext } from '../http/request-context.ts';

/** A change to record. */
export interface AuditEvent {
  /** Area and past tense: `order.placed`. */
  action: string;
  subjectId?: string;
  before?: JsonObject;
  after?: JsonObject;
  requestId: string;
}

/** What the events of an area are about, where the area is not itself the subject. */
const SUBJECT_KINDS: Record<string, string> = {
  body: 'customer',
  delivery: 'address',
  erasure: 'erasure_request',
  impersonation: 'customer',
  invitation: 'customer',
  'opt-out': 'customer',
  password: 'customer',
  second_factor: 'customer',
};

/** The kind of record that `subjectId` identifies, from the first word of the action: `customer` for `password.set`. */
export function getSubjectKind(action: string): string {
  const [area = action] = action.split('.');
  return SUBJECT_KINDS[area] ?? area;
}

/** Records who changed what, and for whom, in the transaction of the change. */
export const recordAuditEvent = (
  tx: Tx,
  context: Pick<RequestContext, 'caller' | 'effective'>,
  event: AuditEvent,
): Promise<void> => recordAuditEvents(tx, context, [event]);

/** Records any number of audit events in one statement. */
export async function recordAuditEvents(
  tx: Tx,
  context: Pick<RequestContext, 'caller' | 'effective'>,
  events: readonly AuditEvent[],
): Promise<void> {
  if (events.length > 0) await insertAuditEvents(context, events).execute(tx);
}

/** The insert of audit events, to be sent with other writes of a transaction in one statement. */
export function insertAuditEvents(
  { caller, effective }: Pick<RequestContext, 'caller' | 'effective'>,
  events: readonly AuditEvent[],
): RawBuilder<unknown> {
  const rows = events.map(({ action, subjectId, before, after, requestId }) => ({
    action,
    subject_kind: subjectId === undefined ? null : getSubjectKind(action),
    subject_id: subjectId ?? null,
    before: before ?? null,
    after: after ?? null,
    request_id: requestId,
  }));
  const actingFor = effective.customerId === caller.customerId ? null : effective.customerId;
  return sql`
    insert into audit_event (organisation_id, brand_id, actor_id, impersonated_id, action, subject_kind, subject_id, before, after, request_id)
    select ${effective.organisationId}::bigint, ${effective.brandId}::bigint, ${caller.customerId}::bigint, ${actingFor}::bigint, n.action, n.subject_kind, n.subject_id, n.before, n.after, n.request_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n (action text, subject_kind text, subject_id text, before jsonb, after jsonb, request_id text)`;
}

/** Records what an operator or API key changed in an organisation, or in a brand as a whole, in the transaction of the change. */
export const recordOperatorAuditEvent = (
  tx: Tx,
  operator: Pick<OperatorScope, 'kind' | 'id'>,
  subject: OperatorAuditSubject,
  event: AuditEvent,
): Promise<void> => recordOperatorAuditEvents(tx, operator, [{ ...subject, ...event }]);

/** The organisation or brand in which something was changed; null for neither. */
interface OperatorAuditSubject {
  organisationId: number | null;
  brandId: number | null;
}

/** As `recordOperatorAuditEvent`, for any number of events in one statement. */
export async function recordOperatorAuditEvents(
  tx: Tx,
  operator: Pick<OperatorScope, 'kind' | 'id'>,
  events: readonly (OperatorAuditSubject & AuditEvent)[],
): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map((event) => ({
    organisation_id: event.organisationId,
    brand_id: event.brandId,
    action: event.action,
    subject_kind: event.subjectId === undefined ? null : getSubjectKind(event.action),
    subject_id: event.subjectId ?? null,
    before: event.before ?? null,
    after: event.after ?? null,
    request_id: event.requestId,
  }));
  await sql`
    insert into audit_event (organisation_id, brand_id, actor_kind, actor_id, action, subject_kind, subject_id, before, after, request_id)
    select n.organisation_id, n.brand_id, ${operator.kind}, ${operator.id}::bigint, n.action, n.subject_kind, n.subject_id, n.before, n.after, n.request_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n (organisation_id bigint, brand_id bigint, action text, subject_kind text, subject_id text, before jsonb, after jsonb, request_id text)`.execute(
    tx,
  );
}

/** Records what an operator did about their own account. */
export const recordOwnOperatorAuditEvent = (tx: Tx, operatorId: number, event: Omit<AuditEvent, 'subjectId'>): Promise<void> =>
  recordOperatorAuditEvent(
    tx,
    { kind: 'operator', id: operatorId },
    { organisationId: null, brandId: null },
    { ...event, subjectId: String(operatorId) },
  );

/** Records a change that was made on the command line of the server, in an organisation or a brand where it was in one. */
export async function recordSystemAuditEvent(
  tx: Tx,
  event: Omit<AuditEvent, 'requestId'> & { organisationId?: number; brandId?: number },
): Promise<void> {
  await tx
    .insertInto('audit_event')
    .values({
      organisation_id: event.organisationId ?? null,
      brand_id: event.brandId ?? null,
      actor_kind: 'system',
      action: event.action,
      subject_kind: event.subjectId === undefined ? null : getSubjectKind(event.action),
      subject_id: event.subjectId ?? null,
      before: event.before ?? null,
      after: event.after ?? null,
    })
    .execute();
}

/** Records what a person without a session did with a link of their own. */
export async function recordOwnAuditEvent(
  tx: Tx,
  person: { organisationId: number; brandId: number; customerId: number },
  event: Omit<AuditEvent, 'subjectId'>,
): Promise<void> {
  await tx
    .insertInto('audit_event')
    .values({
      organisation_id: person.organisationId,
      brand_id: person.brandId,
      actor_id: person.customerId,
      action: event.action,
      subject_kind: 'customer',
      subject_id: String(person.customerId),
      before: event.before ?? null,
      after: event.after ?? null,
      request_id: event.requestId,
    })
    .execute();
}
