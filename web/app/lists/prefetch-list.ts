import type { List, ListCall, ListQuery, ListRow } from './define-list.ts';
import { getLimit, getListRights, listAllowedColumns, selectShownColumns } from './list-columns.ts';
import { readListState, toListQuery } from './list-state.ts';

interface Arranged<Context> {
  params: URLSearchParams;
  settings: { columns: readonly string[] | null; limit: number | null };
  context: Context;
}

/** The query that `useList` will make of a URL, for loading it before the page is drawn. */
export function toPrefetchQuery<C extends ListCall, Row extends ListRow, Context>(
  list: List<C, Row, Context>,
  { params, settings, context }: Arranged<Context>,
): Partial<ListQuery<C>> {
  const columns = listAllowedColumns(list, context);
  const state = readListState(list, params, getListRights(columns, context));
  return toListQuery(list, state, {
    limit: getLimit(list, state, settings.limit),
    columns: selectShownColumns(columns, settings.columns),
    context,
  });
}
