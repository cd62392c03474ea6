import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { invalidateCalls } from '#web/app/api.ts';
import type { Summary } from '../checkout/checkout-choices.ts';
import type { Checkout } from '../checkout/use-checkout.ts';
import type { BuilderState } from './use-builder.ts';

/** The pieces of a cart, to tell whether the summary is about the same. */
const getSignature = (items: Summary['items']) =>
  JSON.stringify(items.map(({ id, combinationId, quantity }) => [id, combinationId, quantity]));

/**
 * Whether the summary is about the cart that is shown, because the order placed is the one shown. If it is not, the summary is loaded
 * again: after a change on this page, once the server has confirmed it. If they still differ, another tab or device has changed the
 * cart, and the cart is loaded again, too.
 */
export function useMatchingSummary(
  { items, isSaving }: Pick<BuilderState, 'items' | 'isSaving'>,
  { summary, busy, refreshAll }: Pick<Checkout, 'busy' | 'refreshAll'> & { summary: Summary },
): boolean {
  const client = useQueryClient();
  const signature = getSignature(items);
  const summarised = getSignature(summary.items);
  // An empty cart has no summary.
  const difference = signature === summarised || items.length === 0 ? '' : `${signature} ${summarised}`;
  const reloaded = useRef('');
  const refresh = useRef(refreshAll);
  refresh.current = refreshAll;
  useEffect(() => {
    if (difference === '') reloaded.current = '';
    if (difference === '' || busy || isSaving) return;
    if (reloaded.current === difference) {
      reloaded.current = '';
      void invalidateCalls(client, 'GET /api/shopping_cart_items');
    } else {
      reloaded.current = difference;
      void refresh.current();
    }
  }, [client, difference, busy, isSaving]);
  return signature === summarised;
}
