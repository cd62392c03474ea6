import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '#web/app/api.ts';
import { isAdmin, useProfile } from '#web/app/session/profile.ts';
import type { OrderFilterNames } from './order-filter-chips.ts';
import type { OrderFilters } from './order-filters.ts';

interface Option {
  id: number;
  name: string;
}

/** The options of each filter; empty if there are fewer than two to choose from. */
export interface OrderFilterOptions {
  group: readonly Option[];
  resort: readonly Option[];
  area: readonly Option[];
  season: readonly Option[];
}

/** Whether the person can see other people's orders, so that each order must name its wearer. */
export function useCanSeeOthersOrders(): boolean {
  const profile = useProfile();
  return profile !== undefined && (isAdmin(profile) || profile.roles.includes('OrganisationBuyer') || profile.allowOrderApproval);
}

/** The options of the filters. They rarely change, and are loaded only once `needed`. */
export function useOrderFilterOptions(needed: boolean): OrderFilterOptions {
  const canSeeOthers = useCanSeeOthersOrders();
  const seasonOptions = { staleTime: 30 * 60_000, enabled: needed };
  const structureOptions = { ...seasonOptions, enabled: needed && canSeeOthers };
  const groups = useQuery({ ...apiQuery('GET /api/organisationgroups'), ...structureOptions }).data?.organisationGroups;
  const resorts = useQuery({ ...apiQuery('GET /api/organisationresorts'), ...structureOptions }).data?.organisationResorts;
  const areas = useQuery({ ...apiQuery('GET /api/organisationbusinessareas'), ...structureOptions }).data
    ?.organisationBusinessAreas;
  const seasons = useQuery({ ...apiQuery('GET /api/organisationseasons'), ...seasonOptions }).data?.organisationSeasons;
  const toOptions = (list: readonly Option[] | undefined) => (list && list.length > 1 ? list : []);
  return { group: toOptions(groups), resort: toOptions(resorts), area: toOptions(areas), season: toOptions(seasons) };
}

/** The names of the IDs in the filters, as far as the options are loaded. */
export function getOrderFilterNames(filters: OrderFilters, lists: OrderFilterOptions): OrderFilterNames {
  const name = (key: keyof OrderFilterOptions) => lists[key].find(({ id }) => id === filters[key])?.name;
  return { group: name('group'), resort: name('resort'), area: name('area'), season: name('season') };
}
