import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showError } from '#web/ui/feedback/alerts.ts';
import { api } from '../api.ts';
import { invalidatePrices, profileQuery, useCaller } from './profile.ts';

const includingTax = 0;

/** Whether prices are shown with tax, and the way to change that: the caller's own matter, whoever is ordered for. */
export function useTaxDisplay() {
  const client = useQueryClient();
  const caller = useCaller();
  const { mutate, isPending } = useMutation({
    mutationFn: () => api('PUT /api/toggletaxtype', { body: {} }),
    onSuccess: ({ taxDisplayType }) => {
      if (caller) client.setQueryData(profileQuery.queryKey, { ...caller, taxDisplayType });
      return invalidatePrices(client);
    },
    onError: (error) => showError(error),
  });
  return { including: caller?.taxDisplayType === includingTax, isPending, toggle: () => mutate() };
}
