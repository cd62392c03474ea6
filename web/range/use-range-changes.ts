import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { api, apiQuery, refresh } from '../api.ts';
import { useFollowedChange } from '../hooks/followed-change.ts';
import { forgetPrices } from '../hooks/profile.ts';
import { closeAlert, showError } from '../ui/alerts.ts';

export type RangeChange = ReplyOf<'GET /api/productsorganisation/changes/:id'>;
export type BulkBody = BodyOf<'POST /api/productsorganisation/bulk'>;
export type RangeChanges = ReturnType<typeof useRangeChanges>;

/** Changes many products, follows a change that a job carries out, continues one that stopped, and takes changes back. */
export function useRangeChanges() {
  const client = useQueryClient();
  const { data: recent } = useQuery(apiQuery('GET /api/productsorganisation/changes'));
  const { outcome, show, open, close } = useFollowedChange<RangeChange>({
    call: 'GET /api/productsorganisation/changes/:id',
    look: (id) => api('GET /api/productsorganisation/changes/:id', { params: { id } }),
    isFinished: ({ isFinished }) => isFinished,
    isStopped: ({ isStopped }) => isStopped,
    underWay: recent?.rangeChanges.find(({ isFinished }) => !isFinished)?.changeId,
    onFinished: () => void forgetPrices(client),
  });
  const tell = (change: RangeChange) => {
    closeAlert();
    show(change.changeId, change);
    return forgetPrices(client);
  };
  const complain = (error: unknown) => {
    showError(error);
    return refresh(
      client,
      'GET /api/productsorganisation',
      'GET /api/productsorganisation/changes',
      'GET /api/productsorganisation/changes/:id',
    );
  };
  const bulk = useMutation({
    mutationFn: (body: BulkBody) => api('POST /api/productsorganisation/bulk', { body }),
    onSuccess: tell,
    onError: complain,
  });
  const add = useMutation({
    mutationFn: (body: BodyOf<'POST /api/productsorganisation/add'>) => api('POST /api/productsorganisation/add', { body }),
    onSuccess: tell,
    onError: complain,
  });
  const undo = useMutation({
    mutationFn: (id: number) => api('POST /api/productsorganisation/changes/:id/undo', { params: { id } }),
    onSuccess: tell,
    onError: complain,
  });
  const goOn = useMutation({
    mutationFn: (id: number) => api('POST /api/productsorganisation/changes/:id/continue', { params: { id } }),
    onSuccess: tell,
    onError: complain,
  });
  return {
    outcome,
    bulk,
    add,
    deeds: {
      busy: bulk.isPending || add.isPending || undo.isPending || goOn.isPending,
      onOpen: open,
      onClose: close,
      onUndo: (id: number) => undo.mutate(id),
      onContinue: (id: number) => goOn.mutate(id),
    },
  };
}
