import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '#contract/index.ts';
import { api, invalidateCalls } from '#web/app/api.ts';
import { type BulkEdit, useBulkEdits } from '#web/app/bulk-edit/use-bulk-edits.ts';
import { invalidatePrices } from '#web/app/session/profile.ts';
import { closeAlert, showError } from '#web/ui/feedback/alerts.ts';
import type { Selection } from '#web/ui/lists/use-selection.ts';

export type RangeBulkEditBody = BodyOf<'POST /api/productsorganisation/bulk'>;
/** What was loaded when products were selected. */
interface ListSnapshot {
  /** Search and filters of the list. */
  matching: NonNullable<RangeBulkEditBody['matching']>;
  /** The versions shown to the person, by id. */
  seen: ReadonlyMap<number, number>;
  /** When the list was read. */
  seenOnUtc: string | undefined;
}

/** The selected products as the bulk edit takes them: ids with their versions, or the filters and the expected count. */
export const toRangeSelectionBody = (
  { all, ids, count }: Selection,
  { matching, seen, seenOnUtc }: ListSnapshot,
): Omit<RangeBulkEditBody, 'change'> =>
  all
    ? { ids: [], matching, expectedCount: count, ...(seenOnUtc && { seenOnUtc }) }
    : { ids: [...ids], versions: [...ids].map((id) => seen.get(id) ?? 0) };

export type RangeBulkEdits = ReturnType<typeof useRangeBulkEdit>;

/** Starts bulk edits of the range and follows them. */
export function useRangeBulkEdit() {
  const client = useQueryClient();
  const started = {
    onSuccess: ({ bulkEdit }: { bulkEdit: BulkEdit }) => {
      closeAlert();
      return show(bulkEdit);
    },
    onError: (error: unknown) => {
      showError(error);
      return invalidateCalls(client, 'GET /api/productsorganisation', 'GET /api/bulkedits');
    },
  };
  const bulk = useMutation({
    mutationFn: (body: RangeBulkEditBody) => api('POST /api/productsorganisation/bulk', { body }),
    ...started,
  });
  const add = useMutation({
    mutationFn: (body: BodyOf<'POST /api/productsorganisation/add'>) => api('POST /api/productsorganisation/add', { body }),
    ...started,
  });
  const { outcome, show, actions } = useBulkEdits({
    kind: 'range',
    busy: bulk.isPending || add.isPending,
    onChanged: () => invalidatePrices(client),
  });
  return { outcome, bulk, add, actions };
}
