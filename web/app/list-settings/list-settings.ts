import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { showError } from '#web/ui/feedback/alerts.ts';
import { api, apiQuery } from '../api.ts';

type Reply = ReplyOf<'GET /api/listsettings/:list'>;
type Arrangement = Pick<Reply['listSettings'], 'columns' | 'limit'>;

/** A list whose arrangement is stored for each person. */
export type List = 'orders' | 'people';

/** How the person who logged in has arranged a list. */
export const listSettingsQuery = (list: List) => ({
  ...apiQuery('GET /api/listsettings/:list', { params: { list } }),
  staleTime: Number.POSITIVE_INFINITY,
});

/**
 * How the person who logged in has arranged a list, on whatever device, and a function to change it. A change is shown at once.
 * Until the settings are loaded, or if they cannot be, everything is null: the default.
 */
export function useListSettings(list: List) {
  const client = useQueryClient();
  const query = listSettingsQuery(list);
  const { data, isPending } = useQuery(query);
  const { mutate } = useMutation({
    // One after the other, so that the last change is the one that stays.
    scope: { id: `list settings: ${list}` },
    mutationFn: (change: Partial<Arrangement>) =>
      api('PUT /api/listsettings/:list', { params: { list }, body: { listSettings: change } }),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey: query.queryKey });
      client.setQueryData<Reply>(query.queryKey, (old) => ({
        listSettings: { list, columns: null, limit: null, density: null, ...old?.listSettings, ...change },
      }));
    },
    onError: (error) => {
      showError(error);
      return client.invalidateQueries({ queryKey: query.queryKey });
    },
  });
  return {
    columns: data?.listSettings.columns ?? null,
    limit: data?.listSettings.limit ?? null,
    loading: isPending,
    save: mutate,
  };
}

/** The columns that a person has chosen to see, or the default ones. */
export const selectColumns = <Column extends { id: string }>(
  columns: readonly Column[],
  chosen: readonly string[] | null,
  defaults: readonly string[],
): Column[] => columns.filter(({ id }) => (chosen ?? defaults).includes(id));

/** The visible ones of the columns that the person may see, the rows per page, and functions to change them. `columns` must be memoised. */
export function useListColumns<Column extends { id: string }>(
  list: List,
  columns: readonly Column[],
  defaults: readonly string[],
) {
  const { columns: chosen, limit, loading, save } = useListSettings(list);
  // Memoised, because every row renders again when the list of columns changes.
  const shown = useMemo(() => selectColumns(columns, chosen, defaults), [columns, chosen, defaults]);
  const toggle = (id: string) => {
    const ids = chosen ?? defaults;
    save({ columns: ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id] });
  };
  return {
    shown,
    /** What the person has chosen; null for the default. */
    chosen,
    limit,
    loading,
    toggle,
    saveColumns: (ids: readonly string[] | null) => save({ columns: ids && [...ids] }),
    saveLimit: (rows: number) => save({ limit: rows }),
  };
}
