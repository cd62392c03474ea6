import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../api.ts';
import { isAdmin, useProfile } from '../hooks/profile.ts';
import type { FilterNames } from './filter-chips.ts';
import type { OrderFilters } from './order-filters.ts';

export interface Choice {
  id: number;
  name: string;
}

/** What orders can be narrowed to, where there is more than one to choose from. */
export interface FilterLists {
  group: readonly Choice[];
  resort: readonly Choice[];
  area: readonly Choice[];
  season: readonly Choice[];
}

/** Whether a person sees the orders of others, so that it matters whose an order is. */
export function useSeesOthers(): boolean {
  const profile = useProfile();
  return profile !== undefined && (isAdmin(profile) || profile.roles.includes('OrganisationBuyer') || profile.allowOrderApproval);
}

/** The names to choose from. They change a few times a year, and are asked for when first needed. */
export function useFilterLists(needed: boolean): FilterLists {
  const others = useSeesOthers();
  const rare = { staleTime: 30 * 60_000, enabled: needed };
  const ofOthers = { ...rare, enabled: needed && others };
  const groups = useQuery({ ...apiQuery('GET /api/organisationgroups'), ...ofOthers }).data?.organisationGroups;
  const resorts = useQuery({ ...apiQuery('GET /api/organisationresorts'), ...ofOthers }).data?.organisationResorts;
  const areas = useQuery({ ...apiQuery('GET /api/organisationbusinessareas'), ...ofOthers }).data?.organisationBusinessAreas;
  const seasons = useQuery({ ...apiQuery('GET /api/organisationseasons'), ...rare }).data?.organisationSeasons;
  const choice = (list: readonly Choice[] | undefined) => (list && list.length > 1 ? list : []);
  return { group: choice(groups), resort: choice(resorts), area: choice(areas), season: choice(seasons) };
}

export function namesOf(filters: OrderFilters, lists: FilterLists): FilterNames {
  const name = (key: keyof FilterLists) => lists[key].find(({ id }) => id === filters[key])?.name;
  return { group: name('group'), resort: name('resort'), area: name('area'), season: name('season') };
}
