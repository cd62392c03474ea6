import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../api.ts';
import { isAdmin, useProfile } from '../session/profile.ts';

/** Number of registration requests that wait for a decision, fetched at most once a minute; undefined for non-administrators. */
export function useWaitingRegistrationCount(): number | undefined {
  const profile = useProfile();
  const { data } = useQuery({
    ...apiQuery('GET /api/registrationrequests', { query: { state: 'waiting', limit: 1 } }),
    enabled: profile !== undefined && isAdmin(profile),
    staleTime: 60_000,
  });
  return data?.totalCount;
}
