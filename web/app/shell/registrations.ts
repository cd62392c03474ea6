import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../api.ts';
import { isAdmin, useProfile } from '../session/profile.ts';

/** How many people wait for an administrator, asked once a minute at most; undefined for people who do not decide. */
export function useWaitingRegistrationCount(): number | undefined {
  const profile = useProfile();
  const { data } = useQuery({
    ...apiQuery('GET /api/registrationrequests', { query: { state: 'waiting', limit: 1 } }),
    enabled: profile !== undefined && isAdmin(profile),
    staleTime: 60_000,
  });
  return data?.totalCount;
}
