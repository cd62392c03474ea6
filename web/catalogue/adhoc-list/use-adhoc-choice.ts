import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { api, apiQuery } from '#web/app/api.ts';
import { type Profile, profileQuery, useCaller, useProfile } from '#web/app/session/profile.ts';
import type { AdhocChoice } from './adhoc-queries.ts';

/** Values and names of the options of a field. */
export type ChoiceOptions = readonly (readonly [id: number, name: string])[];

type Wardrobe = Pick<ReplyOf<'GET /api/organisationcollection'>['organisationCollections'][number], 'id' | 'name'> & {
  childCollections?: readonly Wardrobe[];
};

/** The wardrobes with their variants below them, indented. */
const flatten = (wardrobes: readonly Wardrobe[], depth = 0): (readonly [number, string])[] =>
  wardrobes.flatMap(({ id, name, childCollections = [] }) => [
    [id, `${'\u2003'.repeat(depth)}${name}`] as const,
    ...flatten(childCollections, depth + 1),
  ]);

/**
 * The business area and wardrobe of the ad hoc lists, remembered on the server for the person who is logged in. What was chosen while
 * ordering for someone else is forgotten afterwards.
 */
export function useAdhocChoice() {
  const client = useQueryClient();
  const caller = useCaller();
  const profile = useProfile();
  const isLimited = profile?.limitAdhocToCustomerCollection ?? false;
  const areas = useQuery({ ...apiQuery('GET /api/organisationbusinessareas'), staleTime: 5 * 60_000 });
  const wardrobes = useQuery({
    ...apiQuery('GET /api/organisationcollection', { query: { restrictToCustomer: isLimited } }),
    staleTime: 5 * 60_000,
  });
  const [chosen, setChosen] = useState<AdhocChoice>(() => ({
    businessAreaId: profile?.adhocSelectedBusinessAreaId ?? 0,
    collectionId: profile?.adhocSelectedCollectionId ?? 0,
  }));
  const areaOptions = areas.data?.organisationBusinessAreas.map(({ id, name }) => [id, name] as const);
  const wardrobeOptions = wardrobes.data && flatten(wardrobes.data.organisationCollections);
  // What was remembered may have been deleted, or be someone else's by now.
  const known = (id: number, options: ChoiceOptions | undefined) => (options?.some(([one]) => one === id) ? id : 0);
  const isKnown = !(areas.isPending || wardrobes.isPending);

  const choose = (change: Partial<AdhocChoice>) => {
    const next = { ...chosen, ...change };
    setChosen(next);
    if (!caller || caller.impersonatedCustomer) return;
    const adhocSelectedBusinessAreaId = next.businessAreaId || null;
    const adhocSelectedCollectionId = next.collectionId || null;
    const remembered = { adhocSelectedBusinessAreaId, adhocSelectedCollectionId };
    client.setQueryData<Profile>(profileQuery.queryKey, (before) => before && { ...before, ...remembered });
    // Nothing is lost but the memory: the list shows the choice already.
    void api('PUT /api/customers/:id', { params: { id: caller.id }, body: { customer: remembered } }).catch(() => {});
  };

  return {
    /** Undefined until it is known what can be chosen. */
    choice: isKnown
      ? { businessAreaId: known(chosen.businessAreaId, areaOptions), collectionId: known(chosen.collectionId, wardrobeOptions) }
      : undefined,
    choose,
    isLimited,
    areaOptions: areaOptions ?? [],
    wardrobeOptions: wardrobeOptions ?? [],
  };
}
