import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { api, apiQuery, refresh } from '../api.ts';
import { closeAlert, showError } from '../ui/alerts.ts';
import type { BulkChange, Selection } from './bulk-selection.ts';

export type PeopleChange = ReplyOf<'GET /api/customers/changes/:id'>['peopleChange'];

const LOOK_AGAIN = 1000;

/** Changes many people, follows a change that a job carries out, and takes changes back. */
export function useBulkChange() {
  const client = useQueryClient();
  const [shown, setShown] = useState<number>();
  const one = (id: number) => apiQuery('GET /api/customers/changes/:id', { params: { id } });
  const { data } = useQuery({
    ...one(shown ?? 0),
    enabled: shown !== undefined,
    refetchInterval: ({ state }) => (state.data?.peopleChange.isFinished === false ? LOOK_AGAIN : false),
  });
  const outcome = shown === undefined ? undefined : data?.peopleChange;
  const isFinished = outcome?.isFinished;
  const lookAgain = () =>
    refresh(client, 'GET /api/customers', 'GET /api/customers/:id', 'GET /api/customers/changes', 'GET /api/invitations');
  const show = (peopleChange: PeopleChange) => {
    client.setQueryData(one(peopleChange.id).queryKey, { peopleChange });
    setShown(peopleChange.id);
  };

  // A change that was carried out meanwhile: the list shows it.
  useEffect(() => {
    if (isFinished) void refresh(client, 'GET /api/customers', 'GET /api/customers/changes');
  }, [client, isFinished]);

  const change = useMutation({
    mutationFn: ({ selection, wanted }: { selection: Selection; wanted: BulkChange }) =>
      api('POST /api/customers/changes', selection.toRequest(wanted)),
    onSuccess: ({ peopleChange }, { selection }) => {
      closeAlert();
      selection.clear();
      show(peopleChange);
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
      show(peopleChange);
      await lookAgain();
    },
    onError: async (error) => {
      showError(error);
      await refresh(client, 'GET /api/customers/changes');
    },
  });
  return {
    outcome,
    closeOutcome: () => setShown(undefined),
    busy: change.isPending || undo.isPending,
    change: async (selection: Selection, wanted: BulkChange) => {
      try {
        await change.mutateAsync({ selection, wanted });
        return true;
      } catch {
        // Said by the mutation.
        return false;
      }
    },
    undo: (id: number) => undo.mutate(id),
  };
}
