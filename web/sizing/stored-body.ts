import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { invalidateCalls } from '#web/app/api.ts';
import { useCaller } from '#web/app/session/profile.ts';
import { sizingApi } from './sizing-api.ts';

/** The person's consent and body ID at the sizing service. Keyed by person, so that it is reloaded during impersonation. */
const clientQuery = (personId: number | undefined) =>
  queryOptions({
    queryKey: ['GET /sizing/client', personId],
    queryFn: async () => (await sizingApi('GET /sizing/client')).client,
    enabled: personId !== undefined,
    staleTime: 5 * 60_000,
    retry: false,
  });

/** The wearer's own saved body. It is never visible during impersonation. */
export const storedBodyQuery = (bodyId: string | null | undefined) =>
  queryOptions({
    queryKey: ['GET /sizing/body/:id', bodyId],
    queryFn: async () => (await sizingApi('GET /sizing/body/:id', { params: { id: Number(bodyId) } })).body,
    enabled: Boolean(bodyId),
    staleTime: 5 * 60_000,
  });

/** The person whose pages are shown, and whether they are signed in themselves (no impersonation). */
export function useWearer() {
  const caller = useCaller();
  const wearer = caller && (caller.impersonatedCustomer ?? caller);
  return { wearer, isOwn: caller !== undefined && caller.impersonatedCustomer === null };
}

/** The wearer's consent and body ID at the sizing service. */
export function useSizingClient() {
  const { wearer } = useWearer();
  return useQuery(clientQuery(wearer?.id));
}

/** Invalidates everything that depends on the body. */
export const invalidateSizeAdvice = async (client: QueryClient) => {
  client.removeQueries({ queryKey: ['GET /sizing/body/:id'] });
  await Promise.all([
    client.invalidateQueries({ queryKey: ['GET /sizing/client'] }),
    client.invalidateQueries({ queryKey: ['size advice'] }),
    invalidateCalls(client, 'GET /api/customerprofile'),
  ]);
};
