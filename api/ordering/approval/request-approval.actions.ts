import { toActor } from '#api/identity/sessions/access.queries.ts';
import type { Clock } from '#api/platform/clock.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { formatDay } from '#api/platform/local-day.ts';
import { type QueuedMail, toQueuedMail } from '#api/platform/mail/outbox.queries.ts';
import { toMailedOrder } from '../mails/mailed-order.rules.ts';
import type { OrderRef } from '../order-states/order-steps.queries.ts';
import { approvalRequestedMail } from './approval-mails.ts';
import { describeApprovalReason } from './approval-reasons.rules.ts';
import { findWaitingOrder } from './request-approval.queries.ts';

/**
 * The mails to those who can decide on an order that waits for approval, at most 50 people, each once for each request; in one statement. None when
 * the order does not wait.
 */
export async function listApprovalMails(tx: Tx, { clock }: { clock: Clock }, ref: OrderRef): Promise<QueuedMail[]> {
  const waiting = await findWaitingOrder(tx, ref, new Date(clock.now()));
  if (!waiting) return [];
  const { approvalId, reasons, expiresOn, explanations, order } = waiting;
  const { currencyCode, personName, placedBy } = order;
  return waiting.deciders.map(toActor).map((person) =>
    toQueuedMail(approvalRequestedMail, {
      organisationId: ref.organisationId,
      brandId: person.brandId,
      recipient: person.email,
      data: {
        orderId: ref.orderId,
        firstName: person.firstName,
        personName,
        placedBy,
        reasons: reasons.map((reason) => describeApprovalReason(reason, person.pricesVisible ? currencyCode : null)),
        explanations,
        expiresOn: formatDay(expiresOn),
        ...toMailedOrder(order, person),
      },
      dedupeKey: `approval-requested:${approvalId}:${person.customerId}`,
    }),
  );
}
