import { useEffect, useRef, useState } from 'react';
import { type Answers, hasUnsavedAnswers, listAnswers } from '../checkout-questions/answers.ts';
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

/** All answers, as JSON, where the default of a question that has not been answered here is not saved yet; otherwise empty. */
function listNewDefaults({ checkoutAttributes }: Summary, entered: Answers): string {
  const answers = listAnswers(checkoutAttributes, entered);
  const isMissing = checkoutAttributes.some(
    (question) => entered[question.id] === undefined && hasUnsavedAnswers([question], answers),
  );
  return isMissing ? JSON.stringify(answers) : '';
}

/**
 * What is typed or answered at the checkout. It is stored in this tab on every keystroke and on the server shortly afterwards,
 * so that it survives errors, a reload and an expired session. Defaults of questions are saved once they are shown.
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
  const values = { ...entered, answers: listAnswers(questions, entered.answers) };
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

  // A question can be added, or a value withdrawn, while the page is open.
  const changed = listNewDefaults(summary, entered.answers);
  const tried = useRef('');
  useEffect(() => {
    if (changed === '' || changed === tried.current) return;
    tried.current = changed;
    unsaved.current = { ...unsaved.current, answers: JSON.parse(changed) as Answers };
    saveNow();
  }, [changed, saveNow]);

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
