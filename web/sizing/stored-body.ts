import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { invalidateCalls } from '#web/app/api.ts';
import { useCaller } from '#web/app/session/profile.ts';
import { sizingApi } from './sizing-api.ts';

/** Whose bodies the service knows, and what was agreed to. Asked anew when somebody else's pages are shown. */
const clientQuery = (personId: number | undefined) =>
  queryOptions({
    queryKey: ['GET /sizing/client', personId],
    queryFn: async () => (await sizingApi('GET /sizing/client')).client,
    enabled: personId !== undefined,
    staleTime: 5 * 60_000,
    retry: false,
  });

/** The wearer's own body as it was said; of somebody who is acted for there is none to see. */
export const storedBodyQuery = (bodyId: string | null | undefined) =>
  queryOptions({
    queryKey: ['GET /sizing/body/:id', bodyId],
    queryFn: async () => (await sizingApi('GET /sizing/body/:id', { params: { id: Number(bodyId) } })).body,
    enabled: Boolean(bodyId),
    staleTime: 5 * 60_000,
  });

/** Whose pages are shown, and whether that is the person who logged in. */
export function useWearer() {
  const caller = useCaller();
  const wearer = caller && (caller.impersonatedCustomer ?? caller);
  return { wearer, isOwn: caller !== undefined && caller.impersonatedCustomer === null };
}

/** The service's word on whose body it is. */
export function useSizingClient() {
  const { wearer } = useWearer();
  return useQuery(clientQuery(wearer?.id));
}

/** Everything that follows from a body is worked out anew. */
export const invalidateSizeAdvice = async (client: QueryClient) => {
  client.removeQueries({ queryKey: ['GET /sizing/body/:id'] });
  await Promise.all([
    client.invalidateQueries({ queryKey: ['GET /sizing/client'] }),
    client.invalidateQueries({ queryKey: ['size advice'] }),
    invalidateCalls(client, 'GET /api/customerprofile'),
  ]);
};
