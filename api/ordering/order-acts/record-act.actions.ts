import {
  type AuditEvent,
  recordAuditEvents,
  recordOperatorAuditEvent,
  recordSystemAuditEvent,
} from '#api/platform/audit/audit.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import type { MailDefinition } from '#api/platform/mail/mail-definition.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { mailOrderPeople, type OrderMail, type OrderMailData } from '../mails/mail-order-people.actions.ts';
import { type OrderEvent, type OrderRef, recordOrderEvents } from '../order-states/order-steps.queries.ts';

/**
 * What everything that acts on an order does in the same way. An act locks the order, plans what follows with a pure rule, or refuses it, writes that,
 * and records it with its event, its audit event and its mails; then the route replies.
 */

/** Who acts: someone, perhaps on behalf of someone else; the supplier; or the system, where it follows from time alone. */
type ActorOfOrder =
  | { kind: 'customer'; id: number; context: RequestContext }
  | Pick<OperatorScope, 'kind' | 'id'>
  | { kind: 'system'; id: null };

/** Who acts, in which request, and what the mails about it need. */
export interface Acting {
  actor: ActorOfOrder;
  /** Null where no request leads to it. */
  requestId: string | null;
  mails: MailDependencies;
}

/** A person acts in a request, as themselves or for someone else. */
export const actAsPerson = (context: RequestContext, mails: MailDependencies, requestId: string): Acting => ({
  actor: { kind: 'customer', id: context.caller.customerId, context },
  requestId,
  mails,
});

/** An operator or API key of the supplier acts in a request. */
export const actAsSupplier = (
  { kind, id }: Pick<OperatorScope, 'kind' | 'id'>,
  mails: MailDependencies,
  requestId: string,
): Acting => ({
  actor: { kind, id },
  requestId,
  mails,
});

/** A job acts. */
export const actAsSystem = (mails: MailDependencies): Acting => ({ actor: { kind: 'system', id: null }, requestId: null, mails });

/** What was done to an order. */
export interface OrderAct<Data extends OrderMailData> {
  /** Events in their order, of this order unless they name another one. */
  events: readonly (OrderEvent & { orderId?: number })[];
  audits: readonly Omit<AuditEvent, 'requestId'>[];
  /** The mail to the people of the order; none where it is left out. */
  mail?: { definition: MailDefinition<Data> } & OrderMail<Data>;
}

/**
 * Records an act in the transaction that writes it: events, audit events and the mail to the order's people. `brandId` is that of the order, for the
 * audit events of the supplier and the system.
 */
export async function recordAct<Data extends OrderMailData>(
  tx: Tx,
  acting: Acting,
  order: OrderRef & { brandId: number },
  { events, audits, mail }: OrderAct<Data>,
): Promise<void> {
  await Promise.all([recordOrderEvents(tx, order, events, acting.actor), recordAudits(tx, acting, order, audits)]);
  if (mail) await mailOrderPeople(tx, acting.mails, mail.definition, order, mail);
}

async function recordAudits(
  tx: Tx,
  { actor, requestId }: Acting,
  subject: { organisationId: number; brandId: number },
  audits: OrderAct<OrderMailData>['audits'],
): Promise<void> {
  const events = audits.map((audit) => ({ ...audit, requestId: requestId ?? '' }));
  if (actor.kind === 'customer') return recordAuditEvents(tx, actor.context, events);
  for (const event of events)
    if (actor.kind === 'system') await recordSystemAuditEvent(tx, { ...event, ...subject });
    else await recordOperatorAuditEvent(tx, actor, subject, event);
}
