import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { api, apiQuery, invalidateCalls } from '#web/app/api.ts';
import { useBulkEditProgress } from '#web/app/bulk-edit/use-bulk-edit-progress.ts';
import { invalidatePrices } from '#web/app/session/profile.ts';
import { closeAlert, showError } from '#web/ui/feedback/alerts.ts';

export type RangeBulkEdit = ReplyOf<'GET /api/productsorganisation/changes/:id'>;
export type RangeBulkEditBody = BodyOf<'POST /api/productsorganisation/bulk'>;
export type RangeBulkEdits = ReturnType<typeof useRangeBulkEdit>;

/** Bulk edits of the range: start, follow the progress of one that runs as a job, continue a stopped one, undo. */
export function useRangeBulkEdit() {
  const client = useQueryClient();
  const { data: recent } = useQuery(apiQuery('GET /api/productsorganisation/changes'));
  const { outcome, show, open, close } = useBulkEditProgress<RangeBulkEdit>({
    call: 'GET /api/productsorganisation/changes/:id',
    load: (id) => api('GET /api/productsorganisation/changes/:id', { params: { id } }),
    isFinished: ({ isFinished }) => isFinished,
    isStopped: ({ isStopped }) => isStopped,
    runningId: recent?.rangeChanges.find(({ isFinished }) => !isFinished)?.changeId,
    onFinished: () => void invalidatePrices(client),
  });
  const showResult = (change: RangeBulkEdit) => {
    closeAlert();
    show(change.changeId, change);
    return invalidatePrices(client);
  };
  const handleError = (error: unknown) => {
    showError(error);
    return invalidateCalls(
      client,
      'GET /api/productsorganisation',
      'GET /api/productsorganisation/changes',
      'GET /api/productsorganisation/changes/:id',
    );
  };
  const bulk = useMutation({
    mutationFn: (body: RangeBulkEditBody) => api('POST /api/productsorganisation/bulk', { body }),
    onSuccess: showResult,
    onError: handleError,
  });
  const add = useMutation({
    mutationFn: (body: BodyOf<'POST /api/productsorganisation/add'>) => api('POST /api/productsorganisation/add', { body }),
    onSuccess: showResult,
    onError: handleError,
  });
  const undo = useMutation({
    mutationFn: (id: number) => api('POST /api/productsorganisation/changes/:id/undo', { params: { id } }),
    onSuccess: showResult,
    onError: handleError,
  });
  const resume = useMutation({
    mutationFn: (id: number) => api('POST /api/productsorganisation/changes/:id/continue', { params: { id } }),
    onSuccess: showResult,
    onError: handleError,
  });
  return {
    outcome,
    bulk,
    add,
    actions: {
      busy: bulk.isPending || add.isPending || undo.isPending || resume.isPending,
      onOpen: open,
      onClose: close,
      onUndo: (id: number) => undo.mutate(id),
      onContinue: (id: number) => resume.mutate(id),
    },
  };
}
