import { useEffect, useRef, useState } from 'react';
import { hasUnsavedAnswers, listShownAnswers } from '../checkout-questions/answers.ts';
import type { CheckoutFormValues, Summary } from './checkout-choices.ts';
import { findCheckoutDraft, saveCheckoutDraft } from './checkout-storage.ts';

const SAVE_DELAY_MS = 700;

/** The fields that differ from what the summary is about. */
function listUnsaved({ answers, ...texts }: CheckoutFormValues, summary: Summary): Partial<CheckoutFormValues> {
  const { poNumber, comments, requestedDeliveryDateUtc, checkoutAttributes } = summary;
  const saved = { poNumber, comments, requestedDay: requestedDeliveryDateUtc?.slice(0, 10) };
  return {
    ...Object.fromEntries(
      Object.entries(texts).filter(([name, value]) => value.trim() !== (saved[name as keyof typeof saved] ?? '')),
    ),
    ...(hasUnsavedAnswers(checkoutAttributes, answers) && { answers }),
  };
}

/**
 * What is typed or answered at the checkout. It is stored in this tab on every keystroke and on the server shortly afterwards,
 * so that it survives errors, a reload and an expired session.
 */
export function useCheckoutFormValues(
  summary: Summary,
  ownPoNumber: string,
  save: (values: Partial<CheckoutFormValues>) => void,
) {
  const { checkoutAttributes: questions } = summary;
  const [entered, setEntered] = useState<CheckoutFormValues>(() => {
    const draft = findCheckoutDraft(summary.checkoutId);
    return {
      poNumber: draft.poNumber ?? summary.poNumber ?? (summary.poNumberRequired ? ownPoNumber : ''),
      comments: draft.comments ?? summary.comments ?? '',
      requestedDay: draft.requestedDay ?? summary.requestedDeliveryDateUtc?.slice(0, 10) ?? '',
      answers: draft.answers ?? {},
    };
  });
  const values = { ...entered, answers: listShownAnswers(questions, entered.answers) };
  // What is filled in from elsewhere is asked about like what is typed.
  const unsaved = useRef<Partial<CheckoutFormValues>>(listUnsaved(values, summary));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(save);
  latest.current = save;

  const saveNow = useRef(() => {
    clearTimeout(timer.current);
    if (Object.keys(unsaved.current).length > 0) latest.current(unsaved.current);
    unsaved.current = {};
  }).current;
  useEffect(() => {
    saveNow();
    return saveNow;
  }, [saveNow]);

  function update(change: Partial<CheckoutFormValues>) {
    const next = { ...values, ...change };
    setEntered(next);
    saveCheckoutDraft(summary.checkoutId, next);
    unsaved.current = { ...unsaved.current, ...change };
    clearTimeout(timer.current);
    timer.current = setTimeout(saveNow, SAVE_DELAY_MS);
  }

  return { values, update, saveNow };
}
