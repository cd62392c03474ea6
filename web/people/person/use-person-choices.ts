import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '#web/app/api.ts';
import { flattenWardrobes, type WardrobeOption } from '#web/organisation/wardrobes/flatten-wardrobes.ts';
import type { PersonChoice, PersonChoices, PersonFormValues } from './person-fields.ts';

const options = { staleTime: 5 * 60_000 };
const genders = [
  { id: 20, name: 'Female' },
  { id: 10, name: 'Male' },
  { id: 0, name: 'Prefer not to say' },
];
const allocations = [
  { id: 10, name: 'Fixed' },
  { id: 20, name: 'Quantity' },
  { id: 30, name: 'Points' },
  { id: 40, name: 'Money' },
  { id: 50, name: 'Unlimited' },
];

/** The allocation types that everything listed permits. */
const listCommonAllocations = (permitting: readonly Pick<WardrobeOption, 'allowedAllocationTypes'>[]) =>
  allocations.filter(({ id }) =>
    permitting.every(({ allowedAllocationTypes = allocations }) => allowedAllocationTypes.some((type) => type.id === id)),
  );

/** As many as the server sends at once. */
const MAX_COST_CENTRES = 250;

/** The options of the person form; only groups that the caller administers. `isReady` once all lists are loaded. */
export function usePersonChoices() {
  const groups = useQuery({ ...apiQuery('GET /api/organisationgroups'), ...options }).data?.organisationGroups;
  const resorts = useQuery({ ...apiQuery('GET /api/organisationresorts'), ...options }).data?.organisationResorts;
  const areas = useQuery({ ...apiQuery('GET /api/organisationbusinessareas'), ...options }).data?.organisationBusinessAreas;
  const jobs = useQuery({ ...apiQuery('GET /api/organisationjobroles'), ...options }).data?.organisationJobRoles;
  const seasons = useQuery({ ...apiQuery('GET /api/organisationseasons'), ...options }).data?.organisationSeasons;
  const roles = useQuery({ ...apiQuery('GET /api/customerroles'), ...options }).data?.customerRoles;
  const wardrobes = useQuery({ ...apiQuery('GET /api/registrationlinks/choices'), ...options }).data?.collections;
  const collections = useQuery({ ...apiQuery('GET /api/organisationcollection'), ...options }).data?.organisationCollections;
  const { data: centres } = useQuery({
    ...apiQuery('GET /api/costcentres/choices', { query: { openOnly: true, limit: MAX_COST_CENTRES } }),
    ...options,
  });
  const choices: PersonChoices = {
    gender: genders,
    organisationResortId: resorts ?? [],
    organisationBusinessAreaId: areas ?? [],
    jobRoleId: jobs ?? [],
    costCentreId: centres?.costCentres ?? [],
    organisationGroupIds: groups ?? [],
    adminableOrganisationGroupIds: groups ?? [],
    roleIds: (roles ?? []).filter(({ active }) => active),
    organisationSeasons: seasons ?? [],
    organisationCollections: wardrobes ?? [],
    allocationTypeId: allocations,
  };
  return {
    choices,
    /**
     * The allocation types to select from: those that the person's wardrobes and groups permit, as far as the caller sees these, and the
     * present one.
     */
    listAllocations: ({
      organisationCollections,
      organisationGroupIds,
      allocationTypeId,
    }: Pick<PersonFormValues, 'organisationCollections' | 'organisationGroupIds' | 'allocationTypeId'>): PersonChoice[] => {
      const permitted = listCommonAllocations([
        ...flattenWardrobes(collections ?? []).filter(({ id }) => organisationCollections.includes(id)),
        ...(groups ?? []).filter(({ id }) => organisationGroupIds.includes(id)),
      ]);
      const present = allocations.find(({ id }) => id === allocationTypeId && !permitted.some((type) => type.id === id));
      return present ? [...permitted, { id: present.id, name: `${present.name} (not permitted)` }] : permitted;
    },
    departmentsOf: (resortId: number) => resorts?.find(({ id }) => id === resortId)?.departments,
    isReady: [groups, resorts, areas, jobs, seasons, roles, wardrobes, collections].every((list) => list !== undefined),
  };
}
