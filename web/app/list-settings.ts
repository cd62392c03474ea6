import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/index.ts';
import { showError } from '#web/ui/feedback/alerts.ts';
import { api, apiQuery } from './api.ts';

type Reply = ReplyOf<'GET /api/listsettings/:list'>;
type Arrangement = Pick<Reply['listSettings'], 'columns' | 'limit'>;

/**
 * How the person who logged in has arranged a list, on whatever device, and a function to change it. A change is shown at once.
 * Until the settings are loaded, or if they cannot be, everything is null: the default.
 */
export function useListSettings(list: 'people') {
  const client = useQueryClient();
  const query = { ...apiQuery('GET /api/listsettings/:list', { params: { list } }), staleTime: Number.POSITIVE_INFINITY };
  const { data, isPending } = useQuery(query);
  const { mutate } = useMutation({
    // One after the other, so that the last change is the one that stays.
    scope: { id: `list settings: ${list}` },
    mutationFn: (change: Partial<Arrangement>) =>
      api('PUT /api/listsettings/:list', { params: { list }, body: { listSettings: change } }),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey: query.queryKey });
      client.setQueryData<Reply>(query.queryKey, (old) => ({
        listSettings: { list, columns: null, limit: null, ...old?.listSettings, ...change },
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
