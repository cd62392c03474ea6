import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../api.ts';
import { useProfile } from '../session/profile.ts';

/**
 * Number of orders that wait for approval among those that an approver can see, fetched at most once a minute; undefined for people who
 * may not approve. No one may during impersonation.
 */
export function useWaitingOrderCount(): number | undefined {
  const profile = useProfile();
  const { data } = useQuery({
    ...apiQuery('GET /api/orders', { query: { requiresApprovalOnly: true, page: 0, limit: 1, fields: 'id' } }),
    enabled: profile?.allowOrderApproval === true,
    staleTime: 60_000,
  });
  return data?.totalCount;
}
