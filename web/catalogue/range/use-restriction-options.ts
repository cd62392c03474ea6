import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { apiQuery } from '#web/app/api.ts';

export interface RestrictionOption {
  id: number;
  name: string;
}

type Wardrobe = ReplyOf<'GET /api/organisationcollection'>['organisationCollections'][number];

/** A wardrobe with its children behind it. */
const flat = ({ id, name, childCollections }: Wardrobe): RestrictionOption[] => [
  { id, name },
  ...((childCollections ?? []) as Wardrobe[]).flatMap(flat),
];

const rare = { staleTime: 5 * 60_000 };

/** What a product can be limited to, by the name of its list. */
export function useRestrictionOptions() {
  const areas = useQuery({ ...apiQuery('GET /api/organisationbusinessareas'), ...rare }).data?.organisationBusinessAreas;
  const jobs = useQuery({ ...apiQuery('GET /api/organisationjobroles'), ...rare }).data?.organisationJobRoles;
  const wardrobes = useQuery({ ...apiQuery('GET /api/organisationcollection'), ...rare }).data?.organisationCollections;
  const roles = useQuery({ ...apiQuery('GET /api/customerroles'), ...rare }).data?.customerRoles;
  // The same until one of them changes: every row of the range is rendered by it.
  return useMemo(
    () =>
      ({
        businessAreaIds: areas ?? [],
        jobRoleIds: jobs ?? [],
        collectionIds: (wardrobes ?? []).flatMap(flat),
        customerRoleIds: roles ?? [],
      }) satisfies Record<string, readonly RestrictionOption[]>,
    [areas, jobs, wardrobes, roles],
  );
}

export type RestrictionOptions = ReturnType<typeof useRestrictionOptions>;
export type RestrictionName = keyof RestrictionOptions;

export const restrictionLabels: Record<RestrictionName, string> = {
  businessAreaIds: 'Business areas',
  jobRoleIds: 'Job roles',
  collectionIds: 'Wardrobes',
  customerRoleIds: 'Roles',
};
export const restrictionNames = Object.keys(restrictionLabels) as RestrictionName[];

export const listOptionNames = (parts: readonly RestrictionOption[], ids: readonly number[]) =>
  ids.map((id) => parts.find((part) => part.id === id)?.name ?? `no. ${id}`);
