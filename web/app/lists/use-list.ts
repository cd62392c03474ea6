import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { useIsNarrow } from '#web/ui/browser/use-is-narrow.ts';
import type { ApiArguments } from '../api-client.ts';
import type { List, ListCall, ListRow } from './define-list.ts';
import { useListClient } from './list-client.ts';
import { getLimit, getListRights, listAllowedColumns, selectShownColumns } from './list-columns.ts';
import { useListSettings } from './list-settings.ts';
import {
  getSort,
  isNarrowed,
  type ListState,
  readListState,
  selectTabFilters,
  toConditions,
  toFilterQuery,
  toListQuery,
  writeListState,
} from './list-state.ts';
import { saveTrail } from './list-trail.ts';
import type { ListView } from './list-views.ts';
import { useRowSelection } from './use-row-selection.ts';

/** Width of the window in pixels from which there is room for all usual columns. */
const ROOMY_FROM = 1310;

/** A list on a page: its rows, what is searched and shown, and functions to change that. */
export type ListModel<C extends ListCall, Row extends ListRow, Context> = ReturnType<typeof useList<C, Row, Context>>;

/**
 * A list as the URL and the person's settings arrange it. `context` is what its columns and filters need besides the rows; it must be memoised, because every row renders again
 * when it changes. `isReady`: whether what the query depends on has been loaded.
 */
export function useList<C extends ListCall, Row extends ListRow, Context>(
  list: List<C, Row, Context>,
  context: Context,
  { isReady = true }: { isReady?: boolean } = {},
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
  const { data, error, refetch, isPlaceholderData, isFetching } = useQuery({
    ...client.apiQuery(list.call, ...([{ query }] as unknown as ApiArguments<C>)),
    enabled: isReady && !settings.isLoading,
    placeholderData: keepPreviousData,
  });
  const reply = data as ReplyOf<C> | undefined;
  const rows = (reply?.[list.rowsKey] ?? []) as unknown as readonly Row[];
  const totalCount = reply?.totalCount ?? 0;
  const selection = useRowSelection(list, { rows, context, totalCount, filters: JSON.stringify(conditions), page: state.page });

  const asked = JSON.stringify(query);
  const ids = rows.map((row) => row.id).join();
  useEffect(() => {
    if (ids === '' || isPlaceholderData) return;
    const { page = 0, limit: perPage = 0, ...others }: { page?: number; limit?: number } = JSON.parse(asked);
    const { name, call, rowsKey } = list;
    const before = page * perPage;
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
    sort: getSort(list, state, context),
    isNarrowed: isNarrowed(list, state),
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
