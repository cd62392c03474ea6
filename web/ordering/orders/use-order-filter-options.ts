import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '#web/app/api.ts';
import { isAdmin, useProfile } from '#web/app/session/profile.ts';
import type { OrderFilterNames } from './order-filter-chips.ts';
import type { OrderFilters } from './order-filters.ts';

interface Choice {
  id: number;
  name: string;
}

/** What orders can be narrowed to, where there is more than one to choose from. */
export interface OrderFilterOptions {
  group: readonly Choice[];
  resort: readonly Choice[];
  area: readonly Choice[];
  season: readonly Choice[];
}

/** Whether a person sees the orders of others, so that it matters whose an order is. */
export function useCanSeeOthersOrders(): boolean {
  const profile = useProfile();
  return profile !== undefined && (isAdmin(profile) || profile.roles.includes('OrganisationBuyer') || profile.allowOrderApproval);
}

/** The names to choose from. They change a few times a year, and are asked for when first needed. */
export function useOrderFilterOptions(needed: boolean): OrderFilterOptions {
  const others = useCanSeeOthersOrders();
  const rare = { staleTime: 30 * 60_000, enabled: needed };
  const ofOthers = { ...rare, enabled: needed && others };
  const groups = useQuery({ ...apiQuery('GET /api/organisationgroups'), ...ofOthers }).data?.organisationGroups;
  const resorts = useQuery({ ...apiQuery('GET /api/organisationresorts'), ...ofOthers }).data?.organisationResorts;
  const areas = useQuery({ ...apiQuery('GET /api/organisationbusinessareas'), ...ofOthers }).data?.organisationBusinessAreas;
  const seasons = useQuery({ ...apiQuery('GET /api/organisationseasons'), ...rare }).data?.organisationSeasons;
  const choice = (list: readonly Choice[] | undefined) => (list && list.length > 1 ? list : []);
  return { group: choice(groups), resort: choice(resorts), area: choice(areas), season: choice(seasons) };
}

export function getOrderFilterNames(filters: OrderFilters, lists: OrderFilterOptions): OrderFilterNames {
  const name = (key: keyof OrderFilterOptions) => lists[key].find(({ id }) => id === filters[key])?.name;
  return { group: name('group'), resort: name('resort'), area: name('area'), season: name('season') };
}
