import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/index.ts';
import { api, invalidateCalls } from '#web/app/api.ts';
import { type BulkEdit, useBulkEdits } from '#web/app/bulk-edit/use-bulk-edits.ts';
import { useLoadedVersions } from '#web/app/bulk-edit/use-loaded-versions.ts';
import { closeAlert, showError } from '#web/ui/feedback/alerts.ts';
import type { Selection } from '#web/ui/lists/use-selection.ts';
import { type PeopleConditions, type PeopleEditPayload, toPeopleBulkEditRequest } from './people-bulk-edit-request.ts';

interface PeopleBulkEditOptions {
  /** Undefined while it is loaded. */
  people: ReplyOf<'GET /api/customers'> | undefined;
  conditions: PeopleConditions;
  /** Undefined for people who select no one. */
  selection: Selection | undefined;
  /** Whether the person may use bulk edits. */
  administers: boolean;
}

/** Starts bulk edits of the selected people and tracks their progress. */
export function usePeopleBulkEdit({ people, conditions, selection, administers }: PeopleBulkEditOptions) {
  const client = useQueryClient();
  const loadedVersions = useLoadedVersions(people?.customers);
  const start = useMutation({
    mutationFn: ({ chosen, payload }: { chosen: Selection; payload: PeopleEditPayload }) =>
      api(
        'POST /api/customers/bulkedits',
        toPeopleBulkEditRequest(
          chosen,
          { conditions, loadedVersions: loadedVersions.current, seenOnUtc: people?.seenOnUtc },
          payload,
        ),
      ),
    onSuccess: ({ bulkEdit }) => {
      closeAlert();
      selection?.clear();
      return show(bulkEdit);
    },
    onError: async (error) => {
      showError(error);
      await invalidateCalls(client, 'GET /api/customers');
    },
  });
  const { outcome, show, actions } = useBulkEdits({
    kind: 'people',
    enabled: administers,
    busy: start.isPending,
    onChanged: () =>
      invalidateCalls(
        client,
        'GET /api/customers',
        'GET /api/customers/:id',
        'GET /api/invitations',
        'GET /api/entitlement/statement',
      ),
  });
  return {
    outcome,
    actions,
    reselect: (conflicts: BulkEdit['conflictItems']) => {
      for (const { id, version } of conflicts) loadedVersions.current.set(id, version);
      selection?.select(
        conflicts.map(({ id }) => id),
        true,
      );
    },
    /** Resolves to false when the edit was refused; the reason is shown. */
    bulkEdit: async (payload: PeopleEditPayload) => {
      if (!selection) return false;
      try {
        await start.mutateAsync({ chosen: selection, payload });
        return true;
      } catch {
        // Shown by the mutation.
        return false;
      }
    },
  };
}
