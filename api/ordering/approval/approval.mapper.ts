import type { ReplyOf } from '#contract/index.ts';
import { toUtcString } from '../order-states/order-states.rules.ts';
import type { ApprovalRow } from './approval.queries.ts';
import { describeApprovalReason } from './approval-reasons.rules.ts';

type Approval = NonNullable<ReplyOf<'GET /api/orders/:id'>['orders'][number]['approval']>;

const ACTIONS: Partial<Record<ApprovalRow['status'], string>> = { approved: 'approve', rejected: 'reject', sent_back: 'amend' };

/** The approval of an order, as the wire describes it. */
export function toApproval(row: ApprovalRow, currencyCode: string): Approval {
  const closedAt = row.closed_at && toUtcString(row.closed_at);
  return {
    required: true,
    reasons: row.reasons.map((reason) => describeApprovalReason(reason, currencyCode)),
    action: ACTIONS[row.status] ?? null,
    approvedOnUtc: row.status === 'approved' ? closedAt : null,
    rejectedOnUtc: row.status === 'rejected' ? closedAt : null,
    byCustomerId: row.decided_by_id,
    byName: row.decided_by,
    rejectReason: row.reason,
  };
}
