import type { AuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Clock } from '#api/platform/clock.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { formatPersonName } from '#api/platform/http/impersonation.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import { enqueueMail, type MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { type ApprovalReason, describeApprovalReason } from '../approval/approval-reasons.rules.ts';
import { type Decider, listDeciders } from '../approval/approvers.queries.ts';
import { type Acting, recordAct } from '../order-acts/record-act.actions.ts';
import type { OrderEvent, OrderRef } from '../order-states/order-steps.queries.ts';
import { type approvalRequestedAgainMail, orderCancelledMail, orderChangedMail } from './order-change-mails.ts';
import type { ChangedOrder } from './order-changes.queries.ts';
import { describeOutcome, type Outcome } from './order-changes.rules.ts';

/** Dependencies of changing an order. */
export interface ChangeDependencies extends MailDependencies {
  clock: Clock;
}

/** A change of an order: who makes it, of which order. */
export interface OrderChange {
  context: RequestContext;
  acting: Acting;
  ref: OrderRef;
  order: ChangedOrder;
}

/** Records a change with its event and mail; `events` follow from it. */
export const recordChange = (
  tx: Tx,
  { context: { caller }, acting, ref, order }: OrderChange,
  {
    kind,
    data,
    events = [],
    audit,
    outcome,
    reason,
  }: {
    kind: string;
    data: Record<string, unknown>;
    events?: readonly OrderEvent[];
    audit: Pick<AuditEvent, 'action' | 'before' | 'after'>;
    outcome: Outcome;
    reason: string | null;
  },
): Promise<void> =>
  recordAct(
    tx,
    acting,
    { ...ref, brandId: order.brandId },
    {
      events: [{ kind, data }, ...events],
      audits: [{ ...audit, subjectId: String(ref.orderId) }],
      mail: {
        definition: outcome.isEmpty ? orderCancelledMail : orderChangedMail,
        people: order,
        occasion: acting.requestId ?? '',
        toData: ({ customerId, pricesVisible }) => ({
          changedBy: customerId === caller.customerId ? null : formatPersonName(caller),
          reason,
          outcome: describeOutcome(outcome, order.currencyCode, pricesVisible),
        }),
      },
    },
  );

/** Those who can decide on the order now. */
export const listDecidersOf = (tx: Tx, { clock }: ChangeDependencies, { ref }: OrderChange): Promise<Decider[]> =>
  listDeciders(tx, { organisationId: ref.organisationId, orderIds: [ref.orderId], at: new Date(clock.now()) });

/** Queues a mail about the changed order to those who can decide on it, each with the amounts that they may see. */
export async function mailDeciders(
  tx: Tx,
  dependencies: ChangeDependencies,
  { context: { caller }, acting, ref, order }: OrderChange,
  {
    mail,
    deciders,
    reasons,
  }: { mail: typeof approvalRequestedAgainMail; deciders: Decider[]; reasons: readonly ApprovalReason[] },
): Promise<void> {
  for (const { person } of deciders)
    await enqueueMail(tx, dependencies, mail, {
      organisationId: person.organisationId,
      brandId: person.brandId,
      recipient: person.email,
      data: {
        orderId: ref.orderId,
        firstName: person.firstName,
        personName: order.personName,
        changedBy: formatPersonName(caller),
        reasons: reasons.map((reason) => describeApprovalReason(reason, person.pricesVisible ? order.currencyCode : null)),
      },
      dedupeKey: `${mail.name}:${ref.orderId}:${person.customerId}:${acting.requestId}`,
    });
}
