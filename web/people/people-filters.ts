import type { QueryOf } from '#contract/index.ts';

/** Filters and order of the list of people, stored in the URL. An id of 0 and an empty text mean "no filter". */
export interface PeopleFilters {
  search: string;
  resort: number;
  area: number;
  wardrobe: number;
  season: number;
  ordering: number;
  measuring: number;
  /**
   * Limits the list to people who have started work: `start` applies the status to what they have done since their first
   * day, `work` to what they have done at any time (only with "Not started").
   */
  since: '' | 'start' | 'work';
  sort: PeopleSort;
  /** Zero-based. */
  page: number;
}

export const peopleSorts = {
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
export const isManagersSort = (sort: PeopleSort) => /startDate|lastLogin/.test(sort);

export const uniformStatusNames = { 10: 'Not started', 20: 'Partly ordered', 30: 'Complete', 40: 'Opted out' } as const;
export const measurementStatusNames = { 10: 'Not measured', 20: 'Measured', 30: 'Special measurements' } as const;

export const PEOPLE_PAGE_SIZE = 25;

/** No filters. */
export const emptyPeopleFilters = {
  search: '',
  resort: 0,
  area: 0,
  wardrobe: 0,
  season: 0,
  ordering: 0,
  measuring: 0,
  since: '',
} as const;

/** Reads filters from the query string; invalid values are ignored. */
export function readPeopleFilters(search: URLSearchParams): PeopleFilters {
  const number = (name: string) => {
    const value = Number(search.get(name));
    return Number.isInteger(value) && value > 0 && value <= 2_147_483_647 ? value : 0;
  };
  const among = (name: string, values: object) => (Object.hasOwn(values, search.get(name) ?? '') ? number(name) : 0);
  const sort = search.get('sort') ?? '';
  const ordering = among('uniform', uniformStatusNames);
  const measuring = among('measured', measurementStatusNames);
  return {
    search: (search.get('q') ?? '').slice(0, 200).trim(),
    resort: number('destination'),
    area: number('area'),
    wardrobe: number('wardrobe'),
    season: number('season'),
    ordering,
    measuring,
    since: readSince(search.get('since'), ordering, measuring),
    sort: Object.hasOwn(peopleSorts, sort) ? (sort as PeopleSort) : 'name',
    page: Math.min(10_000, Math.max(0, number('page') - 1)),
  };
}

/** The filters without those that only people who manage others can use, for example from a link that a manager passed on. */
export const withoutManagersFilters = (filters: PeopleFilters): PeopleFilters => ({
  ...filters,
  measuring: 0,
  since: '',
  sort: isManagersSort(filters.sort) ? 'name' : filters.sort,
});

function readSince(value: string | null, ordering: number, measuring: number): PeopleFilters['since'] {
  if (value === 'start' && ordering + measuring > 0) return 'start';
  return value === 'work' && ordering === 10 && measuring === 0 ? 'work' : '';
}

/** Writes filters to a query string, with pages counted from 1. */
export function writePeopleFilters(filters: PeopleFilters): URLSearchParams {
  const { search, resort, area, wardrobe, season, ordering, measuring, since, sort, page } = filters;
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
  const validSince = readSince(since, ordering, measuring);
  if (validSince) params.set('since', validSince);
  if (sort !== 'name') params.set('sort', sort);
  if (page > 0) params.set('page', String(page + 1));
  return params;
}

/** Whether any filter is set; sort order and page do not count. */
export const hasPeopleFilters = (filters: PeopleFilters) =>
  filters.search !== '' ||
  [filters.resort, filters.area, filters.wardrobe, filters.season, filters.ordering, filters.measuring].some(
    (value) => value > 0,
  );

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
  ['orderingStatusId', 'orderingBodiMeStatusId', 'orderingProgress', 'impersonationBlocker'],
]
  .flat()
  .join();

/** The query of the export (call 34): filters and order, without page. */
export const toPeopleExportQuery = (filters: PeopleFilters): QueryOf<'GET /api/customers/exportToExcel'> => {
  const { search, resort, area, wardrobe, season, ordering, measuring, since, sort } = filters;
  return {
    order: sort.startsWith('-') ? `${sort.slice(1)} desc` : `${sort} asc`,
    ...(search && { query: search }),
    ...(resort && { resortId: resort }),
    ...(area && { businessAreaId: area }),
    ...(wardrobe && { collectionId: wardrobe }),
    ...(season && { seasonId: season }),
    ...(ordering && since !== 'start' && { orderingStatusId: ordering }),
    ...(ordering && since !== '' && { orderingAfterStartDateStatusId: ordering }),
    ...(measuring && { [since === 'start' ? 'orderingAfterStartDateBodiMeStatusId' : 'orderingBodiMeStatusId']: measuring }),
  };
};

/** The query of the list (call 17). */
export const toPeopleQuery = (filters: PeopleFilters): QueryOf<'GET /api/customers'> => ({
  page: filters.page,
  limit: PEOPLE_PAGE_SIZE,
  fields,
  ...toPeopleExportQuery(filters),
});
