import { useState } from 'react';
import { useProfile } from '#web/app/session/profile.ts';
import type { CheckoutChoices, CheckoutFormValues } from './checkout-choices.ts';
import {
  CHECKOUT_STEPS,
  type CheckoutStep,
  findPoNumberRefusal,
  findProblem,
  type findRefusedStep,
  findSummaryRefusal,
  getFirstIncompleteStep,
  getNextIncompleteStep,
} from './steps.ts';
import type { ShownCheckout } from './use-checkout.ts';
import { useCheckoutFormValues } from './use-checkout-form-values.ts';
import { useOpenStep } from './use-open-step.ts';

/** Fields that show their errors themselves; others are shown at the top of the step. */
const FIELDS_WITH_ERRORS = ['poNumber', 'comments', 'requestedDeliveryDateUtc'];

export type CheckoutSteps = ReturnType<typeof useCheckoutSteps>;

/** What has been entered in the steps, which of them is open, and what is wrong with it. Errors open the step they belong to. */
export function useCheckoutSteps({ summary, chosen, save }: ShownCheckout) {
  const profile = useProfile();
  const { values, update, saveNow } = useCheckoutFormValues(summary, profile?.poNumber ?? '', (change) => void save({}, change));
  const { open, setOpen, focusStep, headingOf } = useOpenStep(() => getFirstIncompleteStep(chosen, values, summary));
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
  const shown: Record<string, string> = { ...(poNumber && { poNumber }), ...(delivery && { delivery }), ...errors };
  return {
    values,
    saveNow,
    open,
    setOpen,
    headingOf,
    errors: shown,
    /** What the summary refuses, by step. */
    refusals: { payment: poNumber, delivery } as Partial<Record<CheckoutStep, string>>,
    /** What is shown at the top of the open step. */
    error: shown[open] ?? Object.entries(errors).find(([field]) => !FIELDS_WITH_ERRORS.includes(field))?.[1],
    isComplete: (step: CheckoutStep) => findProblem(step, chosen, values, summary) === undefined,
    /** Shows the first step in which something is missing, and returns whether there is one. */
    showFirstMissing: () => CHECKOUT_STEPS.some(showMissing),
    /** Shows a refusal; only when the order is being placed does its step take the focus. */
    showRefusal({ step, field, text }: NonNullable<ReturnType<typeof findRefusedStep>>, isPlacing: boolean) {
      setErrors({ [field]: text });
      if (isPlacing) focusStep(step, field);
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
  };
}
