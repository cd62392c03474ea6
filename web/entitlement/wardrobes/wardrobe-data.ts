import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/index.ts';
import { apiQuery, invalidateCalls } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { showError } from '#web/ui/feedback/alerts.ts';

export type Wardrobe = ReplyOf<'GET /api/organisation/wardrobes/:id'>['wardrobe'];
export type WardrobeGroup = Wardrobe['collectionGroups'][number];
export type WardrobeProduct = WardrobeGroup['products'][number];
export type SuperGroup = Wardrobe['superGroups'][number];
export type Option = SuperGroup['options'][number];

export const wardrobesQuery = apiQuery('GET /api/organisation/wardrobes');
export const wardrobeQuery = (id: number) => apiQuery('GET /api/organisation/wardrobes/:id', { params: { id } });

/** Shows a changed wardrobe at once, and marks what depends on wardrobes as stale. */
export function storeWardrobe(client: QueryClient, wardrobe: Wardrobe): void {
  client.setQueryData(wardrobeQuery(wardrobe.id).queryKey, { wardrobe });
  void invalidateWardrobes(client);
}

/** Marks all cached data about wardrobes, except their pages, as stale. */
export const invalidateWardrobes = (client: QueryClient) =>
  invalidateCalls(
    client,
    'GET /api/organisation/wardrobes',
    'GET /api/organisation/wardrobes/:id/history',
    'GET /api/organisation/unorderablegroups',
    'GET /api/organisation/uniformbuilder/:id',
    'GET /api/productorganisation/uniformBuilderProducts/:id',
    'GET /api/organisationcollection',
    'GET /api/organisationgroups',
    'GET /api/customers',
  );

/** A change of a wardrobe, one at a time, whose failure is shown as a message; after a conflict the wardrobe is loaded again. */
export function useWardrobeChange<V>(id: number, change: (variables: V) => Promise<{ wardrobe: Wardrobe }>) {
  const client = useQueryClient();
  return useMutation({
    scope: { id: `wardrobe ${id}` },
    mutationFn: change,
    onSuccess: ({ wardrobe }) => storeWardrobe(client, wardrobe),
    onError: (error) => {
      showError(error);
      if (error instanceof ApiError && error.status === 409) void client.invalidateQueries(wardrobeQuery(id));
    },
  });
}

/** Loads a wardrobe again after a conflict. */
export const reloadWardrobe = async (client: QueryClient, id: number): Promise<Wardrobe> =>
  (await client.fetchQuery({ ...wardrobeQuery(id), staleTime: 0 })).wardrobe;
