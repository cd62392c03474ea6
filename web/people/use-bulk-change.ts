import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/index.ts';
import { api, refresh } from '../api.ts';
import { useFollowedChange } from '../hooks/followed-change.ts';
import { closeAlert, showError } from '../ui/alerts.ts';
import type { Selection } from '../ui/selection.ts';
import { type BulkChange, toRequest } from './bulk-selection.ts';
import type { PeopleFilters } from './people-filters.ts';

export type PeopleChange = ReplyOf<'GET /api/customers/changes/:id'>['peopleChange'];

/** Changes many people of a list, follows a change that a job carries out, and takes changes back. */
export function useBulkChange(selection: Selection, filters: PeopleFilters) {
  const client = useQueryClient();
  const lookAgain = () =>
    refresh(client, 'GET /api/customers', 'GET /api/customers/:id', 'GET /api/customers/changes', 'GET /api/invitations');
  const { outcome, show, close } = useFollowedChange<PeopleChange>({
    call: 'GET /api/customers/changes/:id',
    look: async (id) => (await api('GET /api/customers/changes/:id', { params: { id } })).peopleChange,
    isFinished: ({ isFinished }) => isFinished,
    onFinished: () => void refresh(client, 'GET /api/customers', 'GET /api/customers/changes'),
  });
  const change = useMutation({
    mutationFn: (wanted: BulkChange) => api('POST /api/customers/changes', toRequest(selection, filters, wanted)),
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
  const undo = useMutation({
    mutationFn: (id: number) => api('POST /api/customers/changes/:id/undo', { params: { id } }),
    onSuccess: async ({ peopleChange }) => {
      show(peopleChange.id, peopleChange);
      await lookAgain();
    },
    onError: async (error) => {
      showError(error);
      await refresh(client, 'GET /api/customers/changes');
    },
  });
  return {
    outcome,
    closeOutcome: close,
    busy: change.isPending || undo.isPending,
    change: async (wanted: BulkChange) => {
      try {
        await change.mutateAsync(wanted);
        return true;
      } catch {
        // Said by the mutation.
        return false;
      }
    },
    undo: (id: number) => undo.mutate(id),
  };
}
