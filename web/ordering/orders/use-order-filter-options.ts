import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '#web/app/api.ts';
import { hasAnyPermission, isAdmin, type Profile, productListPermissions, useProfile } from '#web/app/session/profile.ts';
import { flattenWardrobes } from '#web/organisation/wardrobes/flatten-wardrobes.ts';
import type { OrderFilterNames } from './order-filter-chips.ts';
import type { OrderFilters } from './order-filters.ts';

interface Option {
  id: number;
  name: string;
}

/** The groups, destinations, business areas, wardrobes and seasons of the organisation; empty until they are loaded. */
export interface OrderFilterOptions {
  group: readonly Option[];
  resort: readonly Option[];
  area: readonly Option[];
  wardrobe: readonly Option[];
  season: readonly Option[];
}

/** Whether the person can see other people's orders, so that each order must name its wearer. */
export const canSeeOthersOrders = (profile: Profile) =>
  isAdmin(profile) || profile.roles.includes('OrganisationBuyer') || profile.allowOrderApproval;

/** Whether the person whose pages are shown can see other people's orders. */
export function useCanSeeOthersOrders(): boolean {
  const profile = useProfile();
  return profile !== undefined && canSeeOthersOrders(profile);
}

/** The options of the filters. They rarely change, and are loaded only once `needed`. */
export function useOrderFilterOptions(needed: boolean): OrderFilterOptions {
  const canSeeOthers = useCanSeeOthersOrders();
  const options = { staleTime: 30 * 60_000, enabled: needed };
  const structureOptions = { ...options, enabled: needed && canSeeOthers };
  const groups = useQuery({ ...apiQuery('GET /api/organisationgroups'), ...structureOptions }).data?.organisationGroups;
  const resorts = useQuery({ ...apiQuery('GET /api/organisationresorts'), ...structureOptions }).data?.organisationResorts;
  const areas = useQuery({ ...apiQuery('GET /api/organisationbusinessareas'), ...structureOptions }).data
    ?.organisationBusinessAreas;
  const wardrobes = useQuery({ ...apiQuery('GET /api/organisationcollection'), ...options }).data?.organisationCollections;
  const seasons = useQuery({ ...apiQuery('GET /api/organisationseasons'), ...options }).data?.organisationSeasons;
  return {
    group: groups ?? [],
    resort: resorts ?? [],
    area: areas ?? [],
    wardrobe: flattenWardrobes(wardrobes ?? []),
    season: seasons ?? [],
  };
}

/** The product of the filter with its name, once that is loaded; undefined for people who see no products. */
export function useFilteredProduct(product: number): Option | undefined {
  const profile = useProfile();
  const seesProducts = profile !== undefined && hasAnyPermission(profile, productListPermissions);
  const { data } = useQuery({
    ...apiQuery('GET /api/products/:id', { params: { id: product } }),
    enabled: product > 0 && seesProducts,
    retry: false,
  });
  const found = data?.products[0];
  return found && { id: product, name: found.name };
}

/** The names of the IDs in the filters, as far as the options are loaded. */
export function getOrderFilterNames(
  filters: OrderFilters,
  options: OrderFilterOptions,
  product: Option | undefined,
): OrderFilterNames {
  const name = (key: keyof OrderFilterOptions) => options[key].find(({ id }) => id === filters[key])?.name;
  return {
    group: name('group'),
    resort: name('resort'),
    area: name('area'),
    wardrobe: name('wardrobe'),
    season: name('season'),
    product: product?.name,
  };
}
