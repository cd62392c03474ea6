import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../api.ts';
import { decidesOnOrders, isWearer, useCaller } from '../session/profile.ts';

/**
 * Number of orders that wait for the person's decision, fetched at most once a minute; undefined for wearers who neither approve nor decide in an
 * approver's place, and during impersonation. Administrators can have some without being approvers themselves.
 */
export function useWaitingOrderCount(): number | undefined {
  const caller = useCaller();
  const { data } = useQuery({
    ...apiQuery('GET /api/orders', { query: { requiresApprovalOnly: true, page: 0, limit: 1, totals: false, fields: 'id' } }),
    enabled: caller?.impersonatedCustomer === null && (decidesOnOrders(caller) || !isWearer(caller)),
    staleTime: 60_000,
  });
  return data?.totalCount;
}

/** Whether the person approves orders or does so in an approver's place, or has some to decide on now for another reason. False during impersonation. */
export function useCanApprove(): boolean {
  const caller = useCaller();
  const waiting = useWaitingOrderCount();
  return caller?.impersonatedCustomer === null && (decidesOnOrders(caller) || (waiting ?? 0) > 0);
}
