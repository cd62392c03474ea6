import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showError } from '#web/ui/feedback/alerts.ts';
import { api } from '../api.ts';
import { invalidatePrices, profileQuery, useCaller } from './profile.ts';

const INCLUDING_TAX = 0;

/** Whether prices are shown including tax, and a function to toggle it. It is a setting of the caller, also during impersonation. */
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
  return { including: caller?.taxDisplayType === INCLUDING_TAX, isPending, toggle: () => mutate() };
}
