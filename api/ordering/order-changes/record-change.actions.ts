import type { AuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Clock } from '#api/platform/clock.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { formatPersonName } from '#api/platform/http/impersonation.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import { enqueueMail, type MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { type ApprovalReason, describeApprovalReason } from '../approval/approval-reasons.rules.ts';
import { type Decider, listDeciders } from '../approval/approvers.queries.ts';
import { describeSeenChanges, type SeenOrder } from '../approval/seen-order.rules.ts';
import { readOrderForMail } from '../mails/mailed-order.queries.ts';
import { type OrderForMail, toMailedOrder } from '../mails/mailed-order.rules.ts';
import { type Acting, recordAct } from '../order-acts/record-act.actions.ts';
import { nameLine } from '../order-states/line-names.rules.ts';
import type { OrderEvent, OrderRef } from '../order-states/order-steps.queries.ts';
import { expectedArrival } from '../orders/arrival-day.queries.ts';
import {
  approvalDearerMail,
  type approvalRequestedAgainMail,
  orderCancelledMail,
  orderChangedMail,
} from './order-change-mails.ts';
import type { ChangedOrder } from './order-changes.queries.ts';
import { describeOutcome, listLinesOfOutcome, narrowOutcome, type Outcome } from './order-changes.rules.ts';

/** Dependencies of changing an order. */
export interface ChangeDependencies extends MailDependencies {
  clock: Clock;
}

/** A change of an order: who makes it, of which order. */
export interface OrderChange {
  context: RequestContext;
  acting: Acting;
  clock: Clock;
  ref: OrderRef;
  order: ChangedOrder;
}

/** What of an order those who decide on it are shown. */
export const toSeenOrder = ({ totalMinor, pendingMinor, lines }: ChangedOrder): SeenOrder => ({
  totalMinor,
  pendingMinor,
  lines: lines.map((line) => ({ id: line.id, name: nameLine(line), pending: line.pending, unitMinor: line.unitMinor })),
});

/**
 * Records a change with its event and mail; `events` follow from it. The event keeps what of an order that waits was shown before, for those who decide on
 * what they saw then; they are told when it becomes dearer.
 */
export async function recordChange(
  tx: Tx,
  change: OrderChange,
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
): Promise<void> {
  const { context, acting, ref, order } = change;
  const { caller } = context;
  const { remainder, shown } = outcome;
  const isDearer = remainder !== null && remainder.after.totalMinor > remainder.before.totalMinor;
  const now = outcome.isEmpty ? undefined : await readOrderForMail(tx, ref, expectedArrival(context.effective));
  const told = shown && isDearer && now ? await mailDearer(tx, change, shown, now) : 0;
  await recordAct(
    tx,
    acting,
    { ...ref, brandId: order.brandId },
    {
      events: [
        { kind, data: shown ? { ...data, seen: shown.before } : data },
        ...(told > 0 ? [{ kind: 'approvers_told' }] : []),
        ...events,
      ],
      audits: [{ ...audit, subjectId: String(ref.orderId) }],
      mail: {
        definition: outcome.isEmpty ? orderCancelledMail : orderChangedMail,
        people: order,
        lines: listLinesOfOutcome(outcome),
        occasion: acting.requestId ?? '',
        toData: (recipient) => ({
          changedBy: recipient.customerId === caller.customerId ? null : formatPersonName(caller),
          reason,
          outcome: describeOutcome(narrowOutcome(outcome, recipient), order.currencyCode, recipient),
          ...(now && { order: toMailedOrder(now, recipient) }),
        }),
      },
    },
  );
}

/** Queues a mail about an order that waits and has become dearer to those who can decide on it, except the person who changed it. Returns how many are told. */
async function mailDearer(
  tx: Tx,
  change: OrderChange,
  { before, now }: NonNullable<Outcome['shown']>,
  changed: OrderForMail,
): Promise<number> {
  const { context, acting, ref, order } = change;
  const deciders = await listDecidersOf(tx, change, change);
  const told = deciders.filter(({ person }) => person.customerId !== context.caller.customerId);
  for (const { person } of told)
    await enqueueMail(tx, acting.mails, approvalDearerMail, {
      organisationId: person.organisationId,
      brandId: person.brandId,
      recipient: person.email,
      data: {
        orderId: ref.orderId,
        firstName: person.firstName,
        personName: order.personName,
        changedBy: formatPersonName(context.caller),
        changes: describeSeenChanges(before, now, { currencyCode: order.currencyCode, pricesVisible: person.pricesVisible }),
        order: toMailedOrder(changed, person),
      },
      dedupeKey: `${approvalDearerMail.name}:${ref.orderId}:${person.customerId}:${acting.requestId}`,
    });
  return told.length;
}

/** Those who can decide on the order now. */
export const listDecidersOf = (tx: Tx, { clock }: Pick<ChangeDependencies, 'clock'>, { ref }: OrderChange): Promise<Decider[]> =>
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
  const now = reasons.length > 0 ? await readOrderForMail(tx, ref) : undefined;
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
        ...(now && { order: toMailedOrder(now, person) }),
      },
      dedupeKey: `${mail.name}:${ref.orderId}:${person.customerId}:${acting.requestId}`,
    });
}
