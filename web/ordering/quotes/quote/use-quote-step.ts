import { useMutation, useQueryClient } from '@tanstack/react-query';
import { invalidateCalls } from '#web/app/api.ts';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import type { Quote } from '../quote-status.ts';
import { QUOTE_CALLS, quoteQuery } from './quote-query.ts';

/** Changes a quote: shows what the server answers, says so, and loads the lists again. After a refusal the quote is loaded again. */
export function useQuoteStep<Values = void>(id: number, change: (values: Values) => Promise<{ quote: Quote }>, said: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async (reply) => {
      client.setQueryData(quoteQuery(id).queryKey, reply as never);
      showSuccess(said);
      await invalidateCalls(client, ...QUOTE_CALLS);
    },
    onError: () => client.invalidateQueries({ queryKey: quoteQuery(id).queryKey }),
  });
}
