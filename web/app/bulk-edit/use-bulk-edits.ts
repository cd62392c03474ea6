import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import type { BulkEditKindName } from '#contract/platform/bulk-edit.ts';
import { api, apiQuery, invalidateCalls } from '#web/app/api.ts';
import { showError } from '#web/ui/feedback/alerts.ts';

export type BulkEdit = ReplyOf<'GET /api/bulkedits/:id'>['bulkEdit'];
export type BulkEditActions = ReturnType<typeof useBulkEdits>['actions'];

const POLL_INTERVAL_MS = 1000;
/** A stopped edit changes only when someone else continues it. */
const SLOW_POLL_INTERVAL_MS = 10_000;

/** The calls with which bulk edits are read and changed: those of people in their organisation, or of operators. */
export interface BulkEditCalls {
  listQuery: (kind: BulkEditKindName) => ReturnType<typeof listQuery>;
  oneQuery: (id: number) => ReturnType<typeof oneQuery>;
  take: (step: 'stop' | 'continue' | 'undo', id: number) => Promise<{ bulkEdit: BulkEdit }>;
  /** Reads the lists again, or also the edits. */
  invalidate: (client: QueryClient, what: 'lists' | 'all') => Promise<unknown>;
}

interface BulkEditsOptions {
  kind: BulkEditKindName;
  /** Shows this edit, or none where it is null. Otherwise the edit of this kind that still runs is shown. */
  id?: number | null;
  enabled?: boolean;
  /** Which of the latest edits of the kind are looked for; `all` are the latest ones. All unless given. */
  isShown?: (edit: BulkEdit, all: readonly BulkEdit[]) => boolean;
  /** Other work in progress that must be awaited before an edit is stopped, continued or undone. */
  busy?: boolean;
  /** Those of people unless given. */
  calls?: BulkEditCalls;
  /** Records have changed: reloads what shows them. */
  onChanged: () => Promise<unknown>;
}

const oneQuery = (id: number) => apiQuery('GET /api/bulkedits/:id', { params: { id } });
const listQuery = (kind: BulkEditKindName) =>
  apiQuery('GET /api/bulkedits', { query: { kind: kind as Exclude<BulkEditKindName, 'product-import'> } });

const OF_PEOPLE: BulkEditCalls = {
  listQuery,
  oneQuery,
  take: (step, id) => {
    if (step === 'stop') return api('POST /api/bulkedits/:id/stop', { params: { id } });
    if (step === 'continue') return api('POST /api/bulkedits/:id/continue', { params: { id } });
    return api('POST /api/bulkedits/:id/undo', { params: { id } });
  },
  invalidate: (client, what) =>
    what === 'lists'
      ? invalidateCalls(client, 'GET /api/bulkedits')
      : invalidateCalls(client, 'GET /api/bulkedits', 'GET /api/bulkedits/:id'),
};

/**
 * Shows one bulk edit of a kind and follows it while it runs; stops, continues and undoes edits. An edit that still runs is found
 * again by someone who comes back to the page.
 */
export function useBulkEdits({
  kind,
  id,
  enabled = true,
  isShown = () => true,
  busy = false,
  calls = OF_PEOPLE,
  onChanged,
}: BulkEditsOptions) {
  const client = useQueryClient();
  const { data: recent } = useQuery({
    ...calls.listQuery(kind),
    enabled: enabled && id === undefined,
  });
  const runningId = recent?.bulkEdits.find((edit) => edit.state !== 'finished' && isShown(edit, recent.bulkEdits))?.id;
  const [selected, setSelected] = useState<number | 'closed'>();
  // Saved, so that it is still shown when it is finished.
  if (selected === undefined && runningId !== undefined) setSelected(runningId);
  const shown = selected === 'closed' ? undefined : (selected ?? id ?? undefined);
  const { data } = useQuery({
    ...calls.oneQuery(shown ?? 0),
    enabled: enabled && shown !== undefined,
    refetchInterval: ({ state: { data: loaded } }) => {
      const state = loaded?.bulkEdit.state;
      if (state === undefined || state === 'finished') return false;
      return state === 'running' ? POLL_INTERVAL_MS : SLOW_POLL_INTERVAL_MS;
    },
  });
  const outcome = shown === undefined ? undefined : data?.bulkEdit;
  const finishedId = outcome?.state === 'finished' ? outcome.id : undefined;
  const reload = () => Promise.all([onChanged(), calls.invalidate(client, 'lists')]);
  const reloadFinished = useEffectEvent(() => void reload());
  useEffect(() => {
    if (finishedId !== undefined) reloadFinished();
  }, [finishedId]);

  const show = (bulkEdit: BulkEdit) => {
    client.setQueryData(calls.oneQuery(bulkEdit.id).queryKey, { bulkEdit });
    setSelected(bulkEdit.id);
    return reload();
  };
  const step = {
    onSuccess: ({ bulkEdit }: { bulkEdit: BulkEdit }) => show(bulkEdit),
    onError: async (error: unknown) => {
      showError(error);
      await calls.invalidate(client, 'all');
    },
  };
  const undo = useMutation({ mutationFn: (edit: number) => calls.take('undo', edit), ...step });
  const resume = useMutation({ mutationFn: (edit: number) => calls.take('continue', edit), ...step });
  const stop = useMutation({ mutationFn: (edit: number) => calls.take('stop', edit), ...step });
  return {
    outcome,
    show,
    actions: {
      busy: busy || undo.isPending || resume.isPending || stop.isPending,
      onOpen: (id: number) => setSelected(id),
      onClose: () => setSelected('closed'),
      onUndo: (id: number) => undo.mutate(id),
      onContinue: (id: number) => resume.mutate(id),
      onStop: (id: number) => stop.mutate(id),
    },
  };
}
