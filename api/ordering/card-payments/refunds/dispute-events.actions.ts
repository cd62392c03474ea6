import { listOperatorsWithRight } from '#api/identity/operators/operator-team.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import { enqueueMails, type MailDependencies, toQueuedMail } from '#api/platform/mail/outbox.queries.ts';
import { recordOrderEvent } from '../../order-states/order-steps.queries.ts';
import type { PaymentEvent } from '../providers/payment-provider.ts';
import type { PaymentRef } from '../receipts/receipts.queries.ts';
import { disputeMail } from './dispute-mails.ts';
import { readDisputedPayment, writeDispute } from './disputes.queries.ts';
import { SYSTEM } from './finish-refund.actions.ts';
import type { LaterOutcome } from './refund-events.actions.ts';

const STATES = { dispute_opened: 'open', dispute_won: 'won', dispute_lost: 'lost' } as const;

/**
 * Applies what a provider tells about a dispute, within the caller's transaction; order and attempt must be locked. A dispute that has ended stays so, in whatever
 * order events come. The supplier sees it in the timeline of the order, and its operators are mailed once about each state; customers are told nothing.
 */
export async function applyDisputeEvent(
  tx: Tx,
  mails: MailDependencies,
  payment: PaymentRef,
  event: Pick<PaymentEvent, 'kind' | 'amountMinor' | 'disputeReference' | 'reason' | 'occurredAt'>,
): Promise<LaterOutcome> {
  const { kind, disputeReference, reason, occurredAt } = event;
  if (disputeReference === null || !(kind in STATES)) return 'superseded';
  const state = STATES[kind as keyof typeof STATES];
  const { amountMinor: paidMinor, currencyCode, brandId, paymentReference } = await readDisputedPayment(tx, payment);
  const amountMinor = event.amountMinor ?? paidMinor;
  const dispute = { disputeReference, amountMinor, reason, state, occurredAt };
  if (!(await writeDispute(tx, payment, dispute))) return state === 'open' ? 'superseded' : 'repeated';
  const { orderId, organisationId } = payment;
  await recordOrderEvent(
    tx,
    payment,
    { kind: `card_dispute_${state}`, data: { amountMinor, currencyCode, reason }, visible: false },
    SYSTEM,
  );
  const operators = await listOperatorsWithRight(tx, 'accounts', [brandId]);
  if (operators.length === 0) return 'applied';
  await enqueueMails(
    tx,
    mails,
    operators.map(({ operatorId, email, name }) =>
      toQueuedMail(disputeMail, {
        organisationId,
        brandId,
        recipient: email,
        data: { name, orderId, paymentId: payment.paymentId, state, amountMinor, currencyCode, reason, paymentReference },
        dedupeKey: `card-dispute:${payment.paymentId}:${disputeReference}:${state}:${operatorId}`,
      }),
    ),
  );
  return 'applied';
}
