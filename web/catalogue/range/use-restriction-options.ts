import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { apiQuery } from '#web/app/api.ts';
import { flattenWardrobes } from '#web/organisation/wardrobes/flatten-wardrobes.ts';

export interface RestrictionOption {
  id: number;
  name: string;
}

const queryOptions = { staleTime: 5 * 60_000 };

/** The options that a product's visibility can be restricted to, by the name of the restriction. */
export function useRestrictionOptions() {
  const areas = useQuery({ ...apiQuery('GET /api/organisationbusinessareas'), ...queryOptions }).data?.organisationBusinessAreas;
  const jobs = useQuery({ ...apiQuery('GET /api/organisationjobroles'), ...queryOptions }).data?.organisationJobRoles;
  const wardrobes = useQuery({ ...apiQuery('GET /api/organisationcollection'), ...queryOptions }).data?.organisationCollections;
  const roles = useQuery({ ...apiQuery('GET /api/customerroles'), ...queryOptions }).data?.customerRoles;
  // Memoised: every row of the range depends on it.
  return useMemo(
    () =>
      ({
        businessAreaIds: areas ?? [],
        jobRoleIds: jobs ?? [],
        collectionIds: flattenWardrobes(wardrobes ?? []),
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

/** The names of the options with these IDs; an unknown ID is shown as "no. 7". */
export const listOptionNames = (parts: readonly RestrictionOption[], ids: readonly number[]) =>
  ids.map((id) => parts.find((part) => part.id === id)?.name ?? `no. ${id}`);
