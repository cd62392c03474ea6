import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '#contract/index.ts';
import { api } from '../api.ts';
import { forgetPrices } from '../hooks/profile.ts';
import { showError, showSuccess } from '../ui/alerts.ts';
import { type Outcome, outcomeWords } from './range-words.ts';

export type BulkBody = BodyOf<'POST /api/productsorganisation/bulk'>;

/** Changes of many products, each with the way back in the message that tells of it. */
export function useRangeChanges() {
  const client = useQueryClient();
  const undo = async (id: number) => {
    try {
      const outcome = await api('POST /api/productsorganisation/changes/:id/undo', { params: { id } });
      showSuccess(outcomeWords(outcome, 'as before'));
    } catch (error) {
      showError(error);
    }
    await forgetPrices(client);
  };
  const tell = (outcome: Outcome, deed: string) => {
    const { changeId } = outcome;
    showSuccess(
      outcomeWords(outcome, deed),
      changeId === null ? {} : { action: { label: 'Undo', run: () => void undo(changeId) } },
    );
    return forgetPrices(client);
  };
  const bulk = useMutation({
    mutationFn: (body: BulkBody) => api('POST /api/productsorganisation/bulk', { body }),
    onSuccess: (outcome, { change }) => tell(outcome, change.remove ? 'taken off the range' : 'changed'),
    onError: (error) => {
      showError(error);
      return client.invalidateQueries({ queryKey: ['GET /api/productsorganisation'] });
    },
  });
  const add = useMutation({
    mutationFn: (body: BodyOf<'POST /api/productsorganisation/add'>) => api('POST /api/productsorganisation/add', { body }),
    onSuccess: (outcome) => tell(outcome, 'added'),
    onError: (error) => showError(error),
  });
  return { bulk, add };
}
