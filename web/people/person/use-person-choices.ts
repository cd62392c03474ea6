import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '#web/app/api.ts';
import type { PersonChoices } from './person-fields.ts';

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

/** The options of the person form; only groups that the caller administers. `isReady` once all lists are loaded. */
export function usePersonChoices() {
  const groups = useQuery({ ...apiQuery('GET /api/organisationgroups'), ...options }).data?.organisationGroups;
  const resorts = useQuery({ ...apiQuery('GET /api/organisationresorts'), ...options }).data?.organisationResorts;
  const areas = useQuery({ ...apiQuery('GET /api/organisationbusinessareas'), ...options }).data?.organisationBusinessAreas;
  const jobs = useQuery({ ...apiQuery('GET /api/organisationjobroles'), ...options }).data?.organisationJobRoles;
  const seasons = useQuery({ ...apiQuery('GET /api/organisationseasons'), ...options }).data?.organisationSeasons;
  const roles = useQuery({ ...apiQuery('GET /api/customerroles'), ...options }).data?.customerRoles;
  const wardrobes = useQuery({ ...apiQuery('GET /api/registrationlinks/choices'), ...options }).data?.collections;
  const choices: PersonChoices = {
    gender: genders,
    organisationResortId: resorts ?? [],
    organisationBusinessAreaId: areas ?? [],
    jobRoleId: jobs ?? [],
    organisationGroupIds: groups ?? [],
    adminableOrganisationGroupIds: groups ?? [],
    roleIds: (roles ?? []).filter(({ active }) => active),
    organisationSeasons: seasons ?? [],
    organisationCollections: wardrobes ?? [],
    allocationTypeId: allocations,
  };
  return {
    choices,
    departmentsOf: (resortId: number) => resorts?.find(({ id }) => id === resortId)?.departments,
    isReady: [groups, resorts, areas, jobs, seasons, roles, wardrobes].every((list) => list !== undefined),
  };
}
