import type { QueryOf } from '#contract/index.ts';

/** Tab, filters and order of the list of people, stored in the URL. An id of 0 and an empty text mean "no filter". */
export interface PeopleFilters {
  search: string;
  resort: number;
  area: number;
  wardrobe: number;
  season: number;
  /** The uniform status of the tab; 0 for everyone. */
  ordering: number;
  /** The tab of people who have started work and have ordered nothing; then `ordering` is "Not started". */
  withoutUniform: boolean;
  measuring: number;
  /** Applies `measuring` to what people have done since their first day of work, and leaves out those who have not started. */
  sinceStart: boolean;
  /** The order that was chosen; empty for the default, which depends on the tab. */
  sort: PeopleSort | '';
  /** Zero-based. */
  page: number;
}

export const peopleSorts = {
  '-startedWithoutUniform': 'No uniform first',
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  email: 'Email, A to Z',
  '-email': 'Email, Z to A',
  employeeNumber: 'Employee number',
  '-employeeNumber': 'Employee number, highest first',
  startDateUtc: 'First day of work',
  '-startDateUtc': 'Newest starters first',
  '-lastLoginDateUtc': 'Latest login first',
} as const;
export type PeopleSort = keyof typeof peopleSorts;

/** Whether only people who manage others can sort by it. */
export const isManagersSort = (sort: PeopleSort) => /^-?(started?|lastLogin)/.test(sort);

export const uniformStatusNames = { 10: 'Not started', 20: 'Partly ordered', 30: 'Complete', 40: 'Opted out' } as const;
export const measurementStatusNames = { 10: 'Not measured', 20: 'Measured', 30: 'Special measurements' } as const;

export const PEOPLE_PAGE_SIZE = 25;

/** No filters, whatever the tab. */
export const noPeopleFilters = {
  search: '',
  resort: 0,
  area: 0,
  wardrobe: 0,
  season: 0,
  measuring: 0,
  sinceStart: false,
} as const;

/** No filters; the tab of everyone. */
export const emptyPeopleFilters = { ...noPeopleFilters, ordering: 0, withoutUniform: false } as const;

/** Reads filters from the query string; invalid values are ignored. */
export function readPeopleFilters(search: URLSearchParams): PeopleFilters {
  const number = (name: string) => {
    const value = Number(search.get(name));
    return Number.isInteger(value) && value > 0 && value <= 2_147_483_647 ? value : 0;
  };
  const among = (name: string, values: object) => (Object.hasOwn(values, search.get(name) ?? '') ? number(name) : 0);
  const sort = search.get('sort') ?? '';
  const since = search.getAll('since');
  const ordering = among('uniform', uniformStatusNames);
  const measuring = among('measured', measurementStatusNames);
  return {
    search: (search.get('q') ?? '').slice(0, 200).trim(),
    resort: number('destination'),
    area: number('area'),
    wardrobe: number('wardrobe'),
    season: number('season'),
    ordering,
    withoutUniform: ordering === 10 && since.includes('work'),
    measuring,
    sinceStart: measuring > 0 && since.includes('start'),
    sort: Object.hasOwn(peopleSorts, sort) ? (sort as PeopleSort) : '',
    page: Math.min(10_000, Math.max(0, number('page') - 1)),
  };
}

/** The filters without those that only people who manage others can use, for example from a link that a manager passed on. */
export const withoutManagersFilters = (filters: PeopleFilters): PeopleFilters => ({
  ...filters,
  measuring: 0,
  sinceStart: false,
  withoutUniform: false,
  sort: filters.sort === '' || isManagersSort(filters.sort) ? 'name' : filters.sort,
});

/** Whether the list can begin with people who have started without a uniform: not in a search, and where the tab contains them among others. */
export const canSortByStarted = ({ search, wardrobe, ordering, withoutUniform }: PeopleFilters) =>
  search === '' && wardrobe === 0 && ordering <= 10 && !withoutUniform;

/** The order of the list: the chosen one, or that of the tab. */
export function getPeopleSort(filters: PeopleFilters): PeopleSort {
  const { sort, withoutUniform } = filters;
  const isPossible = sort !== '-startedWithoutUniform' || canSortByStarted(filters);
  if (sort !== '' && isPossible) return sort;
  if (canSortByStarted(filters)) return '-startedWithoutUniform';
  return withoutUniform ? 'startDateUtc' : 'name';
}

/** Writes filters to a query string, with pages counted from 1. */
export function writePeopleFilters(filters: PeopleFilters): URLSearchParams {
  const { search, resort, area, wardrobe, season, ordering, withoutUniform, measuring, sinceStart, sort, page } = filters;
  const params = new URLSearchParams();
  if (search !== '') params.set('q', search);
  for (const [name, value] of Object.entries({
    destination: resort,
    area,
    wardrobe,
    season,
    uniform: ordering,
    measured: measuring,
  }))
    if (value > 0) params.set(name, String(value));
  if (withoutUniform && ordering === 10) params.append('since', 'work');
  if (sinceStart && measuring > 0) params.append('since', 'start');
  if (sort !== '') params.set('sort', sort);
  if (page > 0) params.set('page', String(page + 1));
  return params;
}

/** Whether any filter is set; tab, order and page do not count. */
export const hasPeopleFilters = ({ search, resort, area, wardrobe, season, measuring }: PeopleFilters) =>
  search !== '' || [resort, area, wardrobe, season, measuring].some((value) => value > 0);

const fields = [
  [
    'id',
    'firstName',
    'lastName',
    'email',
    'employeeNumber',
    'roles',
    'active',
    'startDateUtc',
    'endDateUtc',
    'organisationCollections',
  ],
  ['organisationGroups', 'organisationGroupIds', 'organisationResortId', 'lastLoginDateUtc'],
  ['adminableOrganisationGroupIds', 'wardrobeOptOut'],
  ['orderingStatusId', 'orderingBodiMeStatusId', 'orderingProgress', 'impersonationBlocker'],
]
  .flat()
  .join();

/** The query of the counts on the tabs: all filters but the tab. */
export const toPeopleCountsQuery = (filters: PeopleFilters): QueryOf<'GET /api/customers/counts'> => {
  const { search, resort, area, wardrobe, season, measuring, sinceStart } = filters;
  return {
    ...(search && { query: search }),
    ...(resort && { resortId: resort }),
    ...(area && { businessAreaId: area }),
    ...(wardrobe && { collectionId: wardrobe }),
    ...(season && { seasonId: season }),
    ...(measuring && { [sinceStart ? 'orderingAfterStartDateBodiMeStatusId' : 'orderingBodiMeStatusId']: measuring }),
  };
};

/** The query of the export (call 34): tab, filters and order, without page. */
export const toPeopleExportQuery = (filters: PeopleFilters): QueryOf<'GET /api/customers/exportToExcel'> => {
  const { ordering, withoutUniform } = filters;
  const sort = getPeopleSort(filters);
  return {
    order: sort.startsWith('-') ? `${sort.slice(1)} desc` : `${sort} asc`,
    ...toPeopleCountsQuery(filters),
    ...(ordering && { orderingStatusId: ordering }),
    ...(withoutUniform && { orderingAfterStartDateStatusId: ordering }),
  };
};

/** The query of the list (call 17). */
export const toPeopleQuery = (filters: PeopleFilters): QueryOf<'GET /api/customers'> => ({
  page: filters.page,
  limit: PEOPLE_PAGE_SIZE,
  fields,
  ...toPeopleExportQuery(filters),
});
