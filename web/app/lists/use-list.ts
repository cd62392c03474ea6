import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { ParamsOf, ReplyOf } from '#contract/index.ts';
import { useIsNarrow } from '#web/ui/browser/use-is-narrow.ts';
import type { ApiArguments } from '../api-client.ts';
import { saveTrail } from '../list-trail.ts';
import { arrangeRows } from './arrange-rows.ts';
import type { List, ListCall, ListQuery, ListRow } from './define-list.ts';
import { useListClient } from './list-client.ts';
import { getLimit, getListRights, listAllowedColumns, selectShownColumns } from './list-columns.ts';
import { useListSettings } from './list-settings.ts';
import {
  getSort,
  isNarrowed,
  isOtherTab,
  type ListState,
  readListState,
  selectTabFilters,
  toConditions,
  toFilterQuery,
  toListQuery,
  writeListState,
} from './list-state.ts';
import type { ListView } from './list-views.ts';
import { useRowSelection } from './use-row-selection.ts';

/** Width of the window in pixels from which there is room for all usual columns. */
const ROOMY_FROM = 1310;

/** A list on a page: its rows, what is searched and shown, and functions to change that. */
export type ListModel<C extends ListCall, Row extends ListRow, Context> = ReturnType<typeof useList<C, Row, Context>>;

interface Options<C extends ListCall> {
  /** Whether what the query depends on has been loaded. */
  isReady?: boolean;
  /** The parameters in the path of the call. */
  pathParams?: ParamsOf<C>;
  /** Milliseconds after which the list is read again, by what was read last; false for not by itself. */
  refetchInterval?: number | false | ((reply: ReplyOf<C> | undefined) => number | false);
}

/**
 * A list as the URL and the person's settings arrange it. `context` is what its columns and filters need besides the rows; it must be memoised, because every row renders again
 * when it changes.
 */
export function useList<C extends ListCall, Row extends ListRow, Context>(
  list: List<C, Row, Context>,
  context: Context,
  { isReady = true, pathParams, refetchInterval = false }: Options<C> = {},
) {
  const [params, setParams] = useSearchParams();
  const client = useListClient();
  const settings = useListSettings(list.name);
  const columns = useMemo(() => listAllowedColumns(list, context), [list, context]);
  const hasRoom = !useIsNarrow(ROOMY_FROM);
  const shown = useMemo(() => selectShownColumns(columns, settings.columns, hasRoom), [columns, settings.columns, hasRoom]);
  const rights = getListRights(columns, context);
  const state = readListState(list, params, rights);
  const limit = getLimit(list, state, settings.limit);
  const conditions = toConditions(list, state);
  const filterQuery = toFilterQuery(list, state, context);
  const query = toListQuery(list, state, { limit, columns: shown, context });
  const sort = getSort(list, state, context);
  const { data, error, refetch, isPlaceholderData, isFetching } = useQuery({
    ...client.apiQuery(list.call, ...toArguments<C>(pathParams, query)),
    enabled: isReady && !settings.isLoading,
    placeholderData: keepPreviousData,
    refetchInterval:
      typeof refetchInterval === 'function'
        ? ({ state: { data: last } }) => refetchInterval(last as ReplyOf<C>)
        : refetchInterval,
  });
  const reply = data as (ReplyOf<C> & { totalCount?: number }) | undefined;
  const { rowsKey, idKey = 'id' } = list;
  const replied = reply?.[rowsKey] as readonly Row[] | undefined;
  // Rows stay the same objects, because each is drawn again when it changes.
  const sent = useMemo(
    () => (idKey === 'id' ? replied : replied?.map((row) => ({ ...row, id: row[idKey as 'id'] }))),
    [replied, idKey],
  );
  const found = list.whole ? arrangeRows(list.whole, sent ?? [], { state, sort, context }) : (sent ?? []);
  const rows = list.whole ? found.slice(state.page * limit, (state.page + 1) * limit) : found;
  const totalCount = reply?.totalCount ?? found.length;
  const filters = JSON.stringify([conditions, state.search]);
  const selection = useRowSelection(list, { rows, context, totalCount, filters, page: state.page });

  const asked = JSON.stringify(query);
  const ids = pathParams ? '' : found.map((row) => row.id).join();
  useEffect(() => {
    if (ids === '' || isPlaceholderData) return;
    // A list that is known as a whole has no pages to be read.
    const { page = 0, limit: perPage = 0, ...others }: { page?: number; limit?: number } = JSON.parse(asked);
    const { name, call, rowsKey, firstPage = 0 } = list;
    const before = Math.max(0, page - firstPage) * perPage;
    saveTrail(name, {
      call,
      rowsKey,
      query: others,
      search: params.toString(),
      ids: ids.split(',').map(Number),
      before,
      totalCount,
    });
  }, [list, ids, isPlaceholderData, asked, params, totalCount]);

  const viewId = Number(params.get('view')) || 0;
  const openView = (view: ListView | undefined) => {
    const others = new URLSearchParams(params);
    if (view) others.set('view', String(view.id));
    else others.delete('view');
    // Read and written again, so that a view has nothing of what its reader may not filter by.
    const opened = readListState(list, new URLSearchParams(view?.filters), rights);
    setParams(writeListState(list, opened, others));
    const chosen = view?.columns ?? null;
    if (JSON.stringify(chosen) !== JSON.stringify(settings.columns)) settings.save({ columns: chosen && [...chosen] });
  };
  const toSearch = (changed: Partial<ListState<C>>) => writeListState(list, { ...state, page: 0, ...changed }, params).toString();
  const change = (changed: Partial<ListState<C>>, options?: { replace: boolean }) =>
    setParams(toSearch(changed), { ...options, preventScrollReset: true });

  return {
    list,
    context,
    state,
    /** The order in which it is shown. */
    sort,
    isNarrowed: isNarrowed(list, state),
    isOtherTab: isOtherTab(list, state),
    /** The parameters of search and filters alone. */
    conditions,
    /** The parameters of an export of what is listed. */
    filterQuery,
    query,
    /** Undefined until it is loaded. */
    reply,
    rows,
    totalCount,
    /** Undefined where the reader cannot select rows. */
    selection: list.selection && (list.selection.isAllowed?.(context) ?? true) ? selection : undefined,
    limit,
    error,
    refetch: () => void refetch(),
    /** Whether the rows of another state are shown until those of this one arrive. */
    isStale: isPlaceholderData && isFetching,
    columns,
    shown,
    settings,
    params,
    /** The view that was opened last; 0 for none. */
    viewId,
    /** What a view of the list as it is would keep. */
    viewContent: { filters: writeListState(list, { ...state, page: 0, rows: undefined }).toString(), columns: settings.columns },
    openView,
    toSearch,
    change,
    setFilter: (param: string, value: unknown) => {
      const { [param]: _, ...others } = state.filters as Record<string, unknown>;
      change({ filters: (value === undefined ? others : { ...others, [param]: value }) as ListState<C>['filters'] });
    },
    clear: () => change({ search: '', filters: selectTabFilters(list, state) }),
    showAll: () => change({ search: '', filters: {} }),
    showPage: (page: number) => {
      change({ page });
      scrollTo({ top: 0 });
    },
    showRows: (rows: number) => {
      settings.save({ limit: rows });
      change({ rows });
    },
  };
}

/** What the list's call is given; nothing at all for a call that takes neither, as everyone makes it who needs its rows. */
function toArguments<C extends ListCall>(pathParams: ParamsOf<C> | undefined, query: Partial<ListQuery<C>>): ApiArguments<C> {
  const request = { ...(pathParams && { params: pathParams }), ...(Object.keys(query).length > 0 && { query }) };
  return (Object.keys(request).length > 0 ? [request] : []) as ApiArguments<C>;
}
