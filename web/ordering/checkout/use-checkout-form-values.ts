import { useEffect, useRef, useState } from 'react';
import type { CheckoutFormValues, Summary } from './checkout-choices.ts';
import { findCheckoutDraft, saveCheckoutDraft } from './checkout-storage.ts';

const saveAfter = 700;

/**
 * What is typed at the checkout: kept in this tab with every key, and by the server shortly afterwards, so that it
 * survives errors, a reload and a session that has expired.
 */
export function useCheckoutFormValues(summary: Summary, ownPoNumber: string, save: (typed: Partial<CheckoutFormValues>) => void) {
  const [typed, setTyped] = useState<CheckoutFormValues>(() => {
    const kept = findCheckoutDraft(summary.checkoutId);
    return {
      poNumber: kept.poNumber ?? summary.poNumber ?? (summary.poNumberRequired ? ownPoNumber : ''),
      comments: kept.comments ?? summary.comments ?? '',
      requestedDay: kept.requestedDay ?? summary.requestedDeliveryDateUtc?.slice(0, 10) ?? '',
    };
  });
  const unsaved = useRef<Partial<CheckoutFormValues>>({});
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(save);
  latest.current = save;

  const saveNow = useRef(() => {
    clearTimeout(timer.current);
    if (Object.keys(unsaved.current).length > 0) latest.current(unsaved.current);
    unsaved.current = {};
  }).current;
  useEffect(() => saveNow, [saveNow]);

  function type(change: Partial<CheckoutFormValues>) {
    const next = { ...typed, ...change };
    setTyped(next);
    saveCheckoutDraft(summary.checkoutId, next);
    unsaved.current = { ...unsaved.current, ...change };
    clearTimeout(timer.current);
    timer.current = setTimeout(saveNow, saveAfter);
  }

  return { typed, type, saveNow };
}
