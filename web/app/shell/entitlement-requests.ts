import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../api.ts';
import { isAdmin, useProfile } from '../session/profile.ts';

/** Number of requests for more that wait for a decision, fetched at most once a minute; undefined for non-administrators. */
export function useOpenRequestCount(): number | undefined {
  const profile = useProfile();
  const { data } = useQuery({
    ...apiQuery('GET /api/entitlement/requests', { query: { status: 'open', limit: 1 } }),
    enabled: profile !== undefined && isAdmin(profile),
    staleTime: 60_000,
  });
  return data?.totalCount;
}
