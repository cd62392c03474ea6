import { useState } from 'react';
import { useProfile } from '#web/app/session/profile.ts';
import { useTrip } from '#web/app/trip/trip.ts';
import { hasValues, placeAnswerErrors } from '../checkout-questions/answers.ts';
import type { CheckoutChoices, CheckoutFormValues, CheckoutOptions, Summary } from './checkout-choices.ts';
import {
  type CheckoutStep,
  findAnswerRefusals,
  findPoNumberRefusal,
  findProblem,
  type findRefusedStep,
  findSummaryRefusal,
  getFirstIncompleteStep,
  getNextIncompleteStep,
  listCheckoutSteps,
  type TripSteps,
} from './steps.ts';
import type { ShownCheckout } from './use-checkout.ts';
import { useCheckoutFormValues } from './use-checkout-form-values.ts';
import { useOpenStep } from './use-open-step.ts';

/** What is left to choose in a trip of PunchOut: where to, if the buyer's system leaves that open, and how, if delivery is part of the cart. */
function useTripSteps({ deliveryOptions }: CheckoutOptions): TripSteps | undefined {
  const trip = useTrip();
  if (!trip) return undefined;
  return [
    ...(trip.choosesAddress ? (['address'] as const) : []),
    ...(deliveryOptions && deliveryOptions.length > 0 ? (['delivery'] as const) : []),
  ];
}

/** Fields that show their errors themselves; others are shown at the top of the step. */
const hasOwnError = (field: string) => /^(poNumber|comments|requestedDeliveryDateUtc|answer-\d+)$/.test(field);

export type CheckoutSteps = ReturnType<typeof useCheckoutSteps>;

/** What has been entered in the steps, which of them is open, and what is wrong with it. Errors open the step they belong to. */
export function useCheckoutSteps({ summary: shownSummary, chosen, lists, save }: ShownCheckout) {
  const profile = useProfile();
  const summary = { ...shownSummary, tripSteps: useTripSteps(lists) };
  const { values, update, saveNow } = useCheckoutFormValues(summary, profile?.poNumber ?? '', (change) => void save({}, change));
  const { open: opened, setOpen, focusStep, headingOf } = useOpenStep(() => getFirstIncompleteStep(chosen, values, summary));
  // The last question may be withdrawn while it is open.
  const open = listCheckoutSteps(summary).includes(opened) ? opened : 'review';
  const [errors, setErrors] = useState<Record<string, string>>({});

  /** Shows what is missing or refused in a step, and returns whether anything is. */
  function showMissing(step: CheckoutStep): boolean {
    const problem = findProblem(step, chosen, values, summary);
    setErrors(problem ? { [problem.field]: problem.text } : {});
    if (problem) focusStep(step, problem.field);
    return problem !== undefined;
  }
  // Known since the last summary, and not only when the order is placed.
  const poNumber = findPoNumberRefusal(summary, values);
  const delivery = chosen.shippingOption === null ? findSummaryRefusal(summary, 'shippingOption') : undefined;
  const answers = findAnswerRefusals(summary, values);
  const shown: Record<string, string> = {
    ...(poNumber && { poNumber }),
    ...(delivery && { delivery }),
    ...answers,
    ...errors,
  };
  return {
    listed: listCheckoutSteps(summary),
    values,
    saveNow,
    open,
    setOpen,
    headingOf,
    errors: shown,
    /** What the summary refuses, by step. */
    refusals: { payment: poNumber, delivery, questions: Object.values(answers)[0] } as Partial<Record<CheckoutStep, string>>,
    /** What is shown at the top of the open step. */
    error: shown[open] ?? Object.entries(errors).find(([field]) => !hasOwnError(field))?.[1],
    isComplete: (step: CheckoutStep) => findProblem(step, chosen, values, summary) === undefined,
    /** Shows the first step in which something is missing, and returns whether there is one. */
    showFirstMissing: () => listCheckoutSteps(summary).some(showMissing),
    /** Shows a refusal; only when the order is being placed does its step take the focus. The summary of now may ask what was not asked before. */
    showRefusal(
      { step, field: refused, text }: NonNullable<ReturnType<typeof findRefusedStep>>,
      { isPlacing, summary: current = shownSummary }: { isPlacing: boolean; summary?: Summary | undefined },
    ) {
      const shownAt = step === 'questions' ? placeAnswerErrors(current.checkoutAttributes, text) : { [refused]: text };
      setErrors(shownAt);
      if (isPlacing) focusStep(step, Object.keys(shownAt)[0]);
    },
    continueFrom(step: CheckoutStep) {
      if (showMissing(step)) return;
      saveNow();
      focusStep(getNextIncompleteStep(step, chosen, values, summary));
    },
    choose(choice: Partial<CheckoutChoices>) {
      setErrors({});
      void save(choice);
    },
    update(change: Partial<CheckoutFormValues>) {
      setErrors({});
      update(change);
    },
    /** Answers a question. What is chosen, and may cost something, is saved at once; what is typed a little later. */
    answer(questionId: number, text: string) {
      setErrors({});
      update({ answers: { ...values.answers, [questionId]: text } });
      if (summary.checkoutAttributes.some((question) => question.id === questionId && hasValues(question))) saveNow();
    },
  };
}
