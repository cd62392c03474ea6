import type { QueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/index.ts';
import { apiQuery, invalidateCalls } from '#web/app/api.ts';

export type Wardrobe = ReplyOf<'GET /api/organisation/wardrobes/:id'>['wardrobe'];

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

/** Loads a wardrobe again after a conflict. */
export const reloadWardrobe = async (client: QueryClient, id: number): Promise<Wardrobe> =>
  (await client.fetchQuery({ ...wardrobeQuery(id), staleTime: 0 })).wardrobe;
