import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/index.ts';
import { api, apiQuery, refresh } from '../api.ts';
import { useFollowedChange } from '../hooks/followed-change.ts';
import { useSeenVersions } from '../hooks/seen-versions.ts';
import { closeAlert, showError } from '../ui/alerts.ts';
import type { Selection } from '../ui/selection.ts';
import { type BulkChange, toRequest } from './bulk-selection.ts';
import type { PeopleFilters } from './people-filters.ts';

export type PeopleChange = ReplyOf<'GET /api/customers/changes/:id'>['peopleChange'];

interface Listed {
  /** Undefined while it is loaded. */
  people: ReplyOf<'GET /api/customers'> | undefined;
  filters: PeopleFilters;
  selection: Selection;
  /** Whether the reader may change many. */
  administers: boolean;
}

/** Changes many people of a list, follows a change that a job carries out, continues one that stopped, and takes changes back. */
export function useBulkChange({ people, filters, selection, administers }: Listed) {
  const client = useQueryClient();
  const seen = useSeenVersions(people?.customers);
  const { data: recent } = useQuery({ ...apiQuery('GET /api/customers/changes'), enabled: administers });
  const lookAgain = () =>
    refresh(client, 'GET /api/customers', 'GET /api/customers/:id', 'GET /api/customers/changes', 'GET /api/invitations');
  const { outcome, show, open, close } = useFollowedChange<PeopleChange>({
    call: 'GET /api/customers/changes/:id',
    look: async (id) => (await api('GET /api/customers/changes/:id', { params: { id } })).peopleChange,
    isFinished: ({ isFinished }) => isFinished,
    isStopped: ({ isStopped }) => isStopped,
    underWay: recent?.peopleChanges.find(({ isFinished }) => !isFinished)?.id,
    onFinished: () => void refresh(client, 'GET /api/customers', 'GET /api/customers/changes'),
  });
  const change = useMutation({
    mutationFn: (wanted: BulkChange) =>
      api(
        'POST /api/customers/changes',
        toRequest(selection, { filters, seen: seen.current, seenOnUtc: people?.seenOnUtc }, wanted),
      ),
    onSuccess: ({ peopleChange }) => {
      closeAlert();
      selection.clear();
      show(peopleChange.id, peopleChange);
      return lookAgain();
    },
    onError: async (error) => {
      showError(error);
      await refresh(client, 'GET /api/customers');
    },
  });
  const after = {
    onSuccess: async ({ peopleChange }: { peopleChange: PeopleChange }) => {
      show(peopleChange.id, peopleChange);
      await lookAgain();
    },
    onError: async (error: unknown) => {
      showError(error);
      await refresh(client, 'GET /api/customers/changes', 'GET /api/customers/changes/:id');
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
    deeds: {
      busy: change.isPending || undo.isPending || goOn.isPending,
      onOpen: open,
      onClose: close,
      onUndo: (id: number) => undo.mutate(id),
      onContinue: (id: number) => goOn.mutate(id),
      onChooseAgain: ({ overtaken }: PeopleChange) => {
        for (const { id, version } of overtaken) seen.current.set(id, version);
        selection.select(
          overtaken.map(({ id }) => id),
          true,
        );
      },
    },
    change: async (wanted: BulkChange) => {
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
