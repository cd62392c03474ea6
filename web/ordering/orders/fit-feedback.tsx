import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, apiQuery, invalidateCalls } from '#web/app/api.ts';
import { Toggle } from '#web/ui/buttons/toggle.tsx';
import { showError } from '#web/ui/feedback/alerts.ts';
import css from './fit-feedback.module.css';
import type { Order } from './timeline.ts';

type Line = Order['orderItems'][number];

const fitLabels = { tooSmall: 'Too small', right: 'Right', tooBig: 'Too big' } as const;
type Fit = keyof typeof fitLabels;

/** The wearer's feedback on how a delivered garment fits. Pressing the selected button again clears it. */
export function FitFeedback({ orderId, line }: { orderId: number; line: Line }) {
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (fit: Fit | null) =>
      api('PUT /api/orders/:id/items/:itemId/fit', { params: { id: orderId, itemId: line.id }, body: { fit } }),
    onSuccess: (reply) => {
      client.setQueryData(apiQuery('GET /api/orders/:id', { params: { id: orderId } }).queryKey, reply);
      // What was said decides which size is proposed next.
      void client.invalidateQueries({ queryKey: ['size advice'] });
      void invalidateCalls(client, 'GET /api/keptsizes');
    },
    onError: (error) => showError(error),
  });
  const selected = save.isPending ? save.variables : line.fit;
  return (
    <fieldset className={`${css.feedback} not-printed`} disabled={save.isPending}>
      <legend>How does it fit?</legend>
      {(Object.keys(fitLabels) as Fit[]).map((fit) => (
        <Toggle key={fit} pressed={fit === selected} onChange={() => save.mutate(fit === selected ? null : fit)}>
          {fitLabels[fit]}
        </Toggle>
      ))}
    </fieldset>
  );
}
