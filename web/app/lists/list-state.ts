import type { ListCall, ListDefinition, ListQuery } from './define-list.ts';
import type { ListFilter } from './list-filter.ts';

/** What the URL says about a list. */
export interface ListState<C extends ListCall> {
  search: string;
  /** What is set, by the parameter of the call, or by the name of a filter that sets several. */
  filters: Partial<ListQuery<C>>;
  /** Undefined for the usual order. */
  sort: string | undefined;
  /** Zero-based. */
  page: number;
  /** Rows per page; undefined for the person's usual number. */
  rows: number | undefined;
}

type Definition<C extends ListCall> = Pick<
  ListDefinition<C, never, never>,
  'call' | 'combinedFilters' | 'fields' | 'filters' | 'fixedQuery' | 'getUsualSort' | 'rows' | 'search' | 'sorts' | 'toSortQuery'
>;

const MAX_SEARCH = 200;
const MAX_PAGE = 10_000;

/** The filters of a list, by the parameter that each sets, or by its name if it sets several. */
export const listFilters = ({
  filters,
  combinedFilters = {},
}: {
  filters: object;
  combinedFilters?: Readonly<Record<string, ListFilter<unknown>>>;
}): [name: string, filter: ListFilter<unknown>][] =>
  Object.entries({ ...(filters as Record<string, ListFilter<unknown>>), ...combinedFilters });

const readNumber = (text: string | null, max: number): number | undefined =>
  text !== null && /^\d{1,6}$/.test(text) && Number(text) >= 1 && Number(text) <= max ? Number(text) : undefined;

/** Reads the state from the URL. What is not valid, and what the reader may not filter or sort by, is left out. */
export function readListState<C extends ListCall>(
  list: Definition<C>,
  params: URLSearchParams,
  { isFilterAllowed = () => true, isSortAllowed = () => true }: ListRights = {},
): ListState<C> {
  const filters: Record<string, unknown> = {};
  for (const [param, filter] of listFilters(list)) {
    const text = params.get(filter.url);
    const value = text === null || !isFilterAllowed(filter) ? undefined : filter.read(text.slice(0, MAX_SEARCH));
    if (value !== undefined) filters[param] = value;
  }
  const sort = params.get('sort') ?? '';
  return {
    search: list.search ? (params.get(list.search.url) ?? '').trim().slice(0, MAX_SEARCH) : '',
    filters: filters as Partial<ListQuery<C>>,
    sort: list.sorts && Object.hasOwn(list.sorts, sort) && isSortAllowed(sort) ? sort : undefined,
    page: (readNumber(params.get('page'), MAX_PAGE) ?? 1) - 1,
    rows: list.rows.choices?.find((rows) => rows === readNumber(params.get('rows'), 250)),
  };
}

/** What a reader may filter and sort by. */
export interface ListRights {
  isFilterAllowed?: (filter: ListFilter<unknown>) => boolean;
  isSortAllowed?: (sort: string) => boolean;
}

/** Writes the state into parameters of the URL; those that do not belong to the list stay. */
export function writeListState<C extends ListCall>(
  list: Definition<C>,
  { search, filters, sort, page, rows }: ListState<C>,
  others: URLSearchParams = new URLSearchParams(),
): URLSearchParams {
  const params = new URLSearchParams(others);
  const set = (name: string, value: string | undefined) => (value ? params.set(name, value) : params.delete(name));
  if (list.search) set(list.search.url, search);
  for (const [param, filter] of listFilters(list)) {
    const value = (filters as Record<string, unknown>)[param];
    set(filter.url, value === undefined ? undefined : filter.write(value));
  }
  set('sort', sort === getUsualSort(list, filters) ? undefined : sort);
  set('rows', rows === undefined ? undefined : String(rows));
  set('page', page > 0 ? String(page + 1) : undefined);
  return params;
}

const getUsualSort = <C extends ListCall>(list: Definition<C>, filters: Partial<ListQuery<C>>) => list.getUsualSort?.(filters);

/** The order in which the list is shown; undefined for a list that has only one. */
export const getSort = <C extends ListCall>(list: Definition<C>, { filters, sort }: Pick<ListState<C>, 'filters' | 'sort'>) =>
  sort ?? getUsualSort(list, filters);

/** The query without page and number of rows, as exports take it. */
export function toFilterQuery<C extends ListCall>(list: Definition<C>, state: ListState<C>): Partial<ListQuery<C>> {
  const sort = getSort(list, state);
  const set = Object.entries(state.filters as Record<string, unknown>).map(([name, value]) => {
    const combined = list.combinedFilters?.[name];
    return combined ? combined.toQuery(value) : { [name]: value };
  });
  return {
    ...Object.assign({}, ...set),
    ...(list.search && state.search !== '' && { [list.search.param]: state.search }),
    ...(sort !== undefined && list.toSortQuery?.(sort)),
  } as Partial<ListQuery<C>>;
}

/** The query of a page of the list, with what the columns need of calls that send only the fields asked for. */
export const toListQuery = <C extends ListCall>(
  list: Definition<C>,
  state: ListState<C>,
  { limit, columns }: { limit: number; columns: readonly { fields?: readonly string[] | undefined }[] },
): Partial<ListQuery<C>> => ({
  ...toFilterQuery(list, state),
  ...list.fixedQuery,
  ...(list.fields && { fields: [...new Set([...list.fields, ...columns.flatMap(({ fields = [] }) => fields)])].join() }),
  page: state.page,
  limit,
});

/** Whether something is searched for or filtered. */
export const isNarrowed = <C extends ListCall>({ search, filters }: ListState<C>) =>
  search !== '' || Object.keys(filters).length > 0;
