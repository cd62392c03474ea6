import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/index.ts';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { createIdempotencyKey } from '../idempotency-key.ts';
import { type ListName, useListClient } from './list-client.ts';

type Reply = ReplyOf<'GET /api/listviews/:list'>;
/** A saved view of a list: the person's own, or shared in the organisation. */
export type ListView = Reply['listViews'][number];
/** What a view consists of, besides its name. */
export type ListViewContent = Pick<ListView, 'filters' | 'columns'>;
/** What can be changed of a view. */
export type ListViewChange = Partial<Pick<ListView, 'columns' | 'filters' | 'isShared' | 'name'>>;

/** A view to save; for the person alone unless it is shared. */
type NewListView = ListViewContent & Pick<ListView, 'name'> & Partial<Pick<ListView, 'isShared'>>;

/** The saved views of a list, and functions to change them. */
export function useListViews(list: ListName) {
  const queries = useQueryClient();
  const { api, apiQuery, calls } = useListClient();
  const params = { list };
  const query = { ...apiQuery(calls.listViews, { params }), staleTime: 5 * 60_000 };
  const { data } = useQuery(query);
  const onSuccess = (reply: Reply) => queries.setQueryData(query.queryKey, reply);
  // The view may have been changed on another device, or by someone else.
  const onError = (error: Error) => {
    showError(error);
    return queries.invalidateQueries({ queryKey: query.queryKey });
  };
  const add = ({ name, filters, columns, isShared }: NewListView) =>
    api(calls.addView, {
      params,
      body: { listView: { name, filters, columns, ...(isShared && { isShared }) } },
      headers: { 'Idempotency-Key': createIdempotencyKey() },
    });
  const change = ({ id, version }: ListView, listView: ListViewChange) =>
    api(calls.changeView, { params: { list, id }, body: { listView: { ...listView, version } } });
  const restore = useMutation({ mutationFn: add, onSuccess, onError });
  const update = useMutation({
    mutationFn: ({ view, content }: { view: ListView; content: ListViewContent }) => change(view, content),
    onSuccess,
    onError,
  });
  const remove = useMutation({
    mutationFn: ({ id }: ListView) => api(calls.deleteView, { params: { list, id } }),
    onSuccess: (reply, view) => {
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
    /** Whether the person may share views with everyone in the organisation who may open the list. */
    canShare: data?.canShare ?? false,
    isBusy: restore.isPending || update.isPending || remove.isPending,
    /** Saves a new view. Rejects with the server's error. */
    add: async (view: NewListView) => {
      const reply = await add(view);
      onSuccess(reply);
      return reply.listViews.find(({ name, isShared }) => name === view.name && isShared === (view.isShared ?? false));
    },
    /** Renames a view, or shares it or not. Rejects with the server's error. */
    change: async (view: ListView, listView: ListViewChange) => {
      const reply = await change(view, listView);
      onSuccess(reply);
      return reply.listViews.find(({ id }) => id === view.id);
    },
    /** Replaces the content of a view; offers to undo it. */
    update: (view: ListView, content: ListViewContent) =>
      update.mutate(
        { view, content },
        {
          onSuccess: ({ listViews }) => {
            const changed = listViews.find(({ id }) => id === view.id);
            showSuccess(
              `View “${view.name}” updated.`,
              changed && undo(() => update.mutate({ view: changed, content: { filters: view.filters, columns: view.columns } })),
            );
          },
        },
      ),
    /** Deletes a view; offers to undo it. */
    remove: (view: ListView) => remove.mutate(view),
  };
}

const undo = (run: () => void) => ({ action: { label: 'Undo', run } });
