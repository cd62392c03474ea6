import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/index.ts';
import { showError } from '#web/ui/feedback/alerts.ts';
import { apiQuery } from '../api.ts';
import { type ListName, useListClient } from './list-client.ts';

type Reply = ReplyOf<'GET /api/listsettings/:list'>;

/** How someone has arranged a list; null for the usual. */
export type ListArrangement = Pick<Reply['listSettings'], 'columns' | 'density' | 'limit'>;

const RARELY = { staleTime: Number.POSITIVE_INFINITY };

/** How the customer who logged in has arranged a list. */
export const listSettingsQuery = (list: ListName) => ({
  ...apiQuery('GET /api/listsettings/:list', { params: { list } }),
  ...RARELY,
});

/**
 * How the person who logged in has arranged a list, on whatever device, and a function to change it. A change is shown at once.
 * Until the settings are loaded, or if they cannot be, everything is null: the usual.
 */
export function useListSettings(list: ListName) {
  const queries = useQueryClient();
  const { api, apiQuery: toQuery, calls } = useListClient();
  const query = { ...toQuery(calls.getSettings, { params: { list } }), ...RARELY };
  const { data, isPending } = useQuery(query);
  const { mutate } = useMutation({
    // One after the other, so that the last change is the one that stays.
    scope: { id: `list settings: ${list}` },
    mutationFn: (change: Partial<ListArrangement>) =>
      api(calls.saveSettings, { params: { list }, body: { listSettings: change } }),
    onMutate: async (change) => {
      await queries.cancelQueries({ queryKey: query.queryKey });
      queries.setQueryData<Reply>(query.queryKey, (old) => ({
        listSettings: { list, columns: null, limit: null, density: null, ...old?.listSettings, ...change },
      }));
    },
    onError: (error) => {
      showError(error);
      return queries.invalidateQueries({ queryKey: query.queryKey });
    },
  });
  const { columns = null, limit = null, density = null } = data?.listSettings ?? {};
  return { columns, limit, density, isLoading: isPending, save: mutate };
}
