import { sql } from 'kysely';
import type { ApprovalState } from '../order-states/order-states.rules.ts';
import type { ApprovalReason } from './approval-reasons.rules.ts';

/** A request for approval with its decision, as JSON of PostgreSQL. */
export interface ApprovalRow {
  status: ApprovalState;
  reasons: ApprovalReason[];
  requested_at: string;
  expires_at: string;
  closed_at: string | null;
  decided_by_id: number | null;
  decided_by: string | null;
  reason: string | null;
}

/** The newest request for approval of an order `o`, as JSON; null when it has never needed any. */
export const latestApproval = sql`(
  select json_build_object('status', a.status, 'reasons', a.reasons, 'requested_at', a.requested_at, 'expires_at', a.expires_at,
    'closed_at', a.closed_at, 'decided_by_id', a.decided_by_id, 'reason', a.reason,
    'decided_by', (select d.first_name || ' ' || d.last_name from customer d where d.organisation_id = a.organisation_id and d.id = a.decided_by_id))
  from approval a where a.organisation_id = o.organisation_id and a.order_id = o.id
  order by a.id desc limit 1) as approval`;
