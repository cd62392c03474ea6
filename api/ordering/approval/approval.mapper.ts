import type { Scope } from '#api/platform/http/scope.ts';
import type { ReplyOf } from '#contract/index.ts';
import { toUtcString } from '../order-states/order-states.rules.ts';
import type { ApprovalRow } from './approval.queries.ts';
import { describeApprovalReason } from './approval-reasons.rules.ts';

type Approval = NonNullable<ReplyOf<'GET /api/orders/:id'>['orders'][number]['approval']>;

const ACTIONS: Partial<Record<ApprovalRow['status'], Approval['action']>> = {
  approved: 'approve',
  rejected: 'reject',
  sent_back: 'amend',
};

const STATUSES: Record<ApprovalRow['status'], Approval['status']> = {
  requested: 'requested',
  approved: 'approved',
  rejected: 'rejected',
  sent_back: 'sentBack',
  expired: 'expired',
  withdrawn: 'withdrawn',
};

/** The approval of an order, as the wire describes it; without amounts for people who see no prices. */
export function toApproval(
  row: ApprovalRow,
  { currencyCode, deciderNames }: { currencyCode: string; deciderNames: string[] },
  { pricesVisible }: Pick<Scope, 'pricesVisible'>,
): Approval {
  const closedAt = row.closed_at && toUtcString(row.closed_at);
  return {
    required: true,
    reasons: row.reasons.map((reason) => describeApprovalReason(reason, pricesVisible ? currencyCode : null)),
    action: ACTIONS[row.status] ?? null,
    status: STATUSES[row.status],
    requestedOnUtc: toUtcString(row.requested_at),
    expiresOnUtc: row.status === 'requested' ? toUtcString(row.expires_at) : null,
    closedOnUtc: closedAt,
    deciderNames,
    approvedOnUtc: row.status === 'approved' ? closedAt : null,
    rejectedOnUtc: row.status === 'rejected' ? closedAt : null,
    byCustomerId: row.decided_by_id,
    byName: row.decided_by,
    rejectReason: row.reason,
  };
}
