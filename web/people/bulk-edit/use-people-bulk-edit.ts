import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/index.ts';
import { api, apiQuery, invalidateCalls } from '#web/app/api.ts';
import { useBulkEditProgress } from '#web/app/bulk-edit/use-bulk-edit-progress.ts';
import { useLoadedVersions } from '#web/app/bulk-edit/use-loaded-versions.ts';
import { closeAlert, showError } from '#web/ui/feedback/alerts.ts';
import type { Selection } from '#web/ui/lists/use-selection.ts';
import type { PeopleFilters } from '../people-filters.ts';
import { type PeopleEditPayload, toPeopleBulkEditRequest } from './people-bulk-edit-request.ts';

export type PeopleBulkEdit = ReplyOf<'GET /api/customers/changes/:id'>['peopleChange'];

interface PeopleBulkEditOptions {
  /** Undefined while it is loaded. */
  people: ReplyOf<'GET /api/customers'> | undefined;
  filters: PeopleFilters;
  selection: Selection;
  /** Whether the reader may change many. */
  administers: boolean;
}

/** Changes many people of a list, follows a change that a job carries out, continues one that stopped, and takes changes back. */
export function usePeopleBulkEdit({ people, filters, selection, administers }: PeopleBulkEditOptions) {
  const client = useQueryClient();
  const seen = useLoadedVersions(people?.customers);
  const { data: recent } = useQuery({ ...apiQuery('GET /api/customers/changes'), enabled: administers });
  const lookAgain = () =>
    invalidateCalls(client, 'GET /api/customers', 'GET /api/customers/:id', 'GET /api/customers/changes', 'GET /api/invitations');
  const { outcome, show, open, close } = useBulkEditProgress<PeopleBulkEdit>({
    call: 'GET /api/customers/changes/:id',
    load: async (id) => (await api('GET /api/customers/changes/:id', { params: { id } })).peopleChange,
    isFinished: ({ isFinished }) => isFinished,
    isStopped: ({ isStopped }) => isStopped,
    runningId: recent?.peopleChanges.find(({ isFinished }) => !isFinished)?.id,
    onFinished: () => void invalidateCalls(client, 'GET /api/customers', 'GET /api/customers/changes'),
  });
  const change = useMutation({
    mutationFn: (wanted: PeopleEditPayload) =>
      api(
        'POST /api/customers/changes',
        toPeopleBulkEditRequest(selection, { filters, loadedVersions: seen.current, seenOnUtc: people?.seenOnUtc }, wanted),
      ),
    onSuccess: ({ peopleChange }) => {
      closeAlert();
      selection.clear();
      show(peopleChange.id, peopleChange);
      return lookAgain();
    },
    onError: async (error) => {
      showError(error);
      await invalidateCalls(client, 'GET /api/customers');
    },
  });
  const after = {
    onSuccess: async ({ peopleChange }: { peopleChange: PeopleBulkEdit }) => {
      show(peopleChange.id, peopleChange);
      await lookAgain();
    },
    onError: async (error: unknown) => {
      showError(error);
      await invalidateCalls(client, 'GET /api/customers/changes', 'GET /api/customers/changes/:id');
    },
  };
  const undo = useMutation({
    mutationFn: (id: number) => api('POST /api/customers/changes/:id/undo', { params: { id } }),
    ...after,
  });
  const goOn = useMutation({
    mutationFn: (id: number) => api('POST /api/customers/changes/:id/continue', { params: { id } }),
    ...after,
  });
  return {
    outcome,
    actions: {
      busy: change.isPending || undo.isPending || goOn.isPending,
      onOpen: open,
      onClose: close,
      onUndo: (id: number) => undo.mutate(id),
      onContinue: (id: number) => goOn.mutate(id),
      onReselect: ({ overtaken }: PeopleBulkEdit) => {
        for (const { id, version } of overtaken) seen.current.set(id, version);
        selection.select(
          overtaken.map(({ id }) => id),
          true,
        );
      },
    },
    bulkEdit: async (wanted: PeopleEditPayload) => {
      try {
        await change.mutateAsync(wanted);
        return true;
      } catch {
        // Said by the mutation.
        return false;
      }
    },
  };
}
