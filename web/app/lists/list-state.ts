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

type Definition<C extends ListCall, Context = never> = Pick<
  ListDefinition<C, never, Context>,
  | 'call'
  | 'combinedFilters'
  | 'fields'
  | 'filters'
  | 'firstPage'
  | 'fixedQuery'
  | 'getUsualSort'
  | 'isSortPossible'
  | 'rows'
  | 'search'
  | 'sorts'
  | 'toSortQuery'
  | 'whole'
>;

/** No call takes less. */
const MAX_SEARCH = 100;
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
    const isAllowed = isFilterAllowed(filter);
    const value = isAllowed
      ? ((text === null ? undefined : filter.read(text.slice(0, filter.maxLength ?? MAX_SEARCH))) ?? filter.absent)
      : undefined;
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
    set(filter.url, value === undefined || value === filter.absent ? undefined : filter.write(value));
  }
  set('sort', sort);
  set('rows', rows === undefined ? undefined : String(rows));
  set('page', page > 0 ? String(page + 1) : undefined);
  return params;
}

/** The order in which the list is shown; undefined for a list that has only one. */
export function getSort<C extends ListCall, Context>(
  list: Definition<C, Context>,
  state: ListState<C>,
  context: Context,
): string | undefined {
  const conditions = toConditions(list, state);
  const isPossible = state.sort !== undefined && (list.isSortPossible?.(state.sort, conditions) ?? true);
  return isPossible ? state.sort : list.getUsualSort?.(conditions, context);
}

/** The query without page and number of rows, as exports take it. */
export function toFilterQuery<C extends ListCall, Context>(
  list: Definition<C, Context>,
  state: ListState<C>,
  context: Context,
): Partial<ListQuery<C>> {
  const sort = getSort(list, state, context);
  return { ...toConditions(list, state), ...(sort !== undefined && list.toSortQuery?.(sort)) };
}

/** The parameters of search and filters alone, which decide what is listed. */
export function toConditions<C extends ListCall>(
  list: Definition<C>,
  state: Pick<ListState<C>, 'filters' | 'search'>,
): Partial<ListQuery<C>> {
  const set = Object.entries(state.filters as Record<string, unknown>).map(([name, value]) => {
    const combined = list.combinedFilters?.[name];
    return combined ? combined.toQuery(value) : { [name]: value };
  });
  return {
    ...joinParameters(set),
    ...(list.search?.param !== undefined && state.search !== '' && { [list.search.param]: state.search }),
  } as Partial<ListQuery<C>>;
}

/** One query of several; a list that several of them have is joined. */
function joinParameters(queries: readonly object[]): Record<string, unknown> {
  const joined: Record<string, unknown> = {};
  for (const [name, value] of queries.flatMap((query) => Object.entries(query))) {
    const before = joined[name];
    joined[name] = Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value;
  }
  return joined;
}

/** The query of a page of the list, with what the columns need of calls that send only the fields asked for. */
export const toListQuery = <C extends ListCall, Context>(
  list: Definition<C, Context>,
  state: ListState<C>,
  { limit, columns, context }: { limit: number; columns: readonly { fields?: readonly string[] }[]; context: Context },
): Partial<ListQuery<C>> => ({
  ...toFilterQuery(list, state, context),
  ...list.fixedQuery,
  ...(list.fields && { fields: [...new Set([...list.fields, ...columns.flatMap(({ fields = [] }) => fields)])].join() }),
  ...(!list.whole && { page: state.page + (list.firstPage ?? 0), limit }),
});

/** The filters that are set by tabs. */
export const selectTabFilters = <C extends ListCall>(list: Definition<C>, { filters }: Pick<ListState<C>, 'filters'>) => {
  const tabs = new Set(listFilters(list).flatMap(([name, { isTab }]) => (isTab ? [name] : [])));
  return Object.fromEntries(Object.entries(filters).filter(([name]) => tabs.has(name))) as ListState<C>['filters'];
};

/** Whether another tab than the first is open. */
export const isOtherTab = <C extends ListCall>(list: Definition<C>, { filters }: Pick<ListState<C>, 'filters'>) =>
  listFilters(list).some(([name, { isTab, absent }]) => isTab && (filters as Record<string, unknown>)[name] !== absent);

/** Whether something is searched for or filtered, within the tab. */
export const isNarrowed = <C extends ListCall>(list: Definition<C>, state: ListState<C>) =>
  state.search !== '' || Object.keys(state.filters).length > Object.keys(selectTabFilters(list, state)).length;
