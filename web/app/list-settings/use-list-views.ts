import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/index.ts';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { api, apiQuery } from '../api.ts';
import type { List } from './list-settings.ts';

type Reply = ReplyOf<'GET /api/listviews/:list'>;
/** A view of a list that the person has saved. */
export type ListView = Reply['listViews'][number];
/** What a view consists of, besides its name. */
export type ListViewContent = Pick<ListView, 'filters' | 'columns'>;

/** A view to save; for the person alone unless it is shared. */
type NewListView = ListViewContent & Pick<ListView, 'name'> & Partial<Pick<ListView, 'isShared'>>;

/** The person's saved views of a list, and functions to change them. */
export function useListViews(list: List) {
  const client = useQueryClient();
  const params = { list };
  const query = { ...apiQuery('GET /api/listviews/:list', { params }), staleTime: 5 * 60_000 };
  const { data } = useQuery(query);
  const onSuccess = (reply: Reply) => client.setQueryData(query.queryKey, reply);
  // The view may have been changed on another device.
  const onError = (error: Error) => {
    showError(error);
    return client.invalidateQueries({ queryKey: query.queryKey });
  };
  const add = ({ name, filters, columns, isShared = false }: NewListView) =>
    api('POST /api/listviews/:list', {
      params,
      body: { listView: { name, filters, columns, isShared } },
      headers: { 'Idempotency-Key': crypto.randomUUID() },
    });
  const restore = useMutation({ mutationFn: add, onSuccess, onError });
  const change = useMutation({
    mutationFn: ({ id, filters, columns }: ListViewContent & { id: number }) =>
      api('PUT /api/listviews/:list/:id', { params: { list, id }, body: { listView: { filters, columns } } }),
    onSuccess,
    onError,
  });
  const remove = useMutation({
    mutationFn: ({ id }: ListView) => api('DELETE /api/listviews/:list/:id', { params: { list, id } }),
    onSuccess: (reply, { id: _, ...view }) => {
      onSuccess(reply);
      showSuccess(
        `View “${view.name}” deleted.`,
        undo(() => restore.mutate(view)),
      );
    },
    onError,
  });
  return {
    /** Undefined until they are loaded. */
    views: data?.listViews,
    busy: restore.isPending || change.isPending || remove.isPending,
    /** Saves a new view. Rejects with the server's error. */
    add: async (view: NewListView) => {
      const reply = await add(view);
      onSuccess(reply);
      return reply.listViews.find(({ name }) => name === view.name);
    },
    /** Renames a view. Rejects with the server's error. */
    rename: async (id: number, name: string) => {
      const reply = await api('PUT /api/listviews/:list/:id', { params: { list, id }, body: { listView: { name } } });
      onSuccess(reply);
      return reply.listViews.find((view) => view.id === id);
    },
    /** Replaces the content of a view; offers to undo it. */
    update: (view: ListView, content: ListViewContent) =>
      change.mutate(
        { id: view.id, ...content },
        {
          onSuccess: () =>
            showSuccess(
              `View “${view.name}” updated.`,
              undo(() => change.mutate(view)),
            ),
        },
      ),
    /** Deletes a view; offers to undo it. */
    remove: (view: ListView) => remove.mutate(view),
  };
}

const undo = (run: () => void) => ({ action: { label: 'Undo', run } });
