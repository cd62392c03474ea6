import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../api.ts';
import { isWearer, useCaller } from '../session/profile.ts';

/**
 * Number of orders that wait for the person's decision, fetched at most once a minute; undefined for wearers who do not approve, and during
 * impersonation. Administrators and delegates can have some without being approvers themselves.
 */
export function useWaitingOrderCount(): number | undefined {
  const caller = useCaller();
  const { data } = useQuery({
    ...apiQuery('GET /api/orders', { query: { requiresApprovalOnly: true, page: 0, limit: 1, totals: false, fields: 'id' } }),
    enabled: caller?.impersonatedCustomer === null && (caller.allowOrderApproval || !isWearer(caller)),
    staleTime: 60_000,
  });
  return data?.totalCount;
}

/** Whether the person approves orders, or has some to decide on now for another reason. False during impersonation. */
export function useCanApprove(): boolean {
  const caller = useCaller();
  const waiting = useWaitingOrderCount();
  return caller?.impersonatedCustomer === null && (caller.allowOrderApproval || (waiting ?? 0) > 0);
}
