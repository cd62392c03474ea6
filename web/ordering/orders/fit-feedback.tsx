import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, apiQuery } from '#web/app/api.ts';
import { showError } from '#web/ui/feedback/alerts.ts';
import { Toggle } from '#web/ui/lists/chips.tsx';
import css from './fit-feedback.module.css';
import type { Order } from './timeline.ts';

type Line = Order['orderItems'][number];

const words = { tooSmall: 'Too small', right: 'Right', tooBig: 'Too big' } as const;
type Fit = keyof typeof words;

/** How something fits that was sent: one word, from whoever wears it. Pressing it again takes it back. */
export function FitFeedback({ orderId, line }: { orderId: number; line: Line }) {
  const client = useQueryClient();
  const say = useMutation({
    mutationFn: (fit: Fit | null) =>
      api('PUT /api/orders/:id/items/:itemId/fit', { params: { id: orderId, itemId: line.id }, body: { fit } }),
    onSuccess: (answer) => client.setQueryData(apiQuery('GET /api/orders/:id', { params: { id: orderId } }).queryKey, answer),
    onError: (error) => showError(error),
  });
  const said = say.isPending ? say.variables : line.fit;
  return (
    <fieldset className={css.feedback} disabled={say.isPending}>
      <legend>How does it fit?</legend>
      {(Object.keys(words) as Fit[]).map((fit) => (
        <Toggle key={fit} pressed={fit === said} onChange={() => say.mutate(fit === said ? null : fit)}>
          {words[fit]}
        </Toggle>
      ))}
    </fieldset>
  );
}
