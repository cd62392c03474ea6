import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormOf } from '#contract/index.ts';
import { api } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { cacheCart, cartQuery } from '#web/app/cart.ts';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import type { Reordered } from './reorder-labels.ts';

/** The result of a re-order, or why nothing could be added: a text for each line. */
export type ReorderOutcome = { reordered: Reordered } | { refusals: readonly string[] };

/** Orders an order again, and undoes it. The outcome stays known after the sheet that shows it was closed. */
export function useOrderAgain(orderId: FormOf<'POST /api/reorder'>['orderId']) {
  const client = useQueryClient();
  const [outcome, setOutcome] = useState<ReorderOutcome>();
  const [opened, setOpened] = useState(false);
  const show = (value: ReorderOutcome) => {
    setOutcome(value);
    setOpened(true);
  };
  const form = { orderId };
  // A response requested before the change must not overwrite it.
  const onMutate = () => client.cancelQueries({ queryKey: cartQuery.queryKey });

  const order = useMutation({
    mutationFn: () => api('POST /api/reorder', { form }),
    onMutate,
    onSuccess: (reordered) => {
      const { success: _success, msg: _msg, lines: _lines, ...cart } = reordered;
      // These warnings are about the order, not about the cart.
      cacheCart(client, { ...cart, warnings: [] });
      show({ reordered });
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status === 400 && error.errors.order) show({ refusals: error.errors.order });
      else showError(error);
    },
  });
  const undo = useMutation({
    mutationFn: () => api('POST /api/reorder/undo', { form }),
    onMutate,
    onSuccess: (cart) => {
      cacheCart(client, cart);
      setOpened(false);
      showSuccess('The garments were removed from your cart again.');
    },
    onError: (error) => {
      void client.invalidateQueries({ queryKey: cartQuery.queryKey });
      setOpened(false);
      showError(error);
    },
  });
  return { outcome, opened, close: () => setOpened(false), order, undo };
}
