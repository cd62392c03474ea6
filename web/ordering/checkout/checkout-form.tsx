import { Button } from '@mantine/core';
import { useState } from 'react';
import { usePricesVisible, useProfile } from '#web/app/session/profile.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { BeyondReasons, useBeyondReasons } from './beyond-reasons.tsx';
import type { CheckoutChoices } from './checkout-choices.ts';
import { CheckoutSection } from './checkout-section.tsx';
import { CheckoutStepFields } from './checkout-step-fields.tsx';
import { CheckoutBar, CheckoutSummary } from './checkout-summary.tsx';
import { describeChoices } from './describe-choices.ts';
import { NewAddress } from './new-address.tsx';
import { PlaceOrderNotice } from './place-order-notice.tsx';
import css from './steps.module.css';
import {
  CHECKOUT_STEPS,
  type CheckoutStep,
  findMissingReason,
  getFirstIncompleteStep,
  getNextIncompleteStep,
  PO_NUMBER_MISSING,
} from './steps.ts';
import type { ShownCheckout } from './use-checkout.ts';
import { useCheckoutFormValues } from './use-checkout-form-values.ts';
import { useOpenStep } from './use-open-step.ts';
import { useOrderSubmission } from './use-order-submission.ts';

const titles: Record<CheckoutStep, string> = {
  address: 'Delivery address',
  delivery: 'Delivery option',
  invoice: 'Invoice address',
  payment: 'Payment and PO',
  review: 'Comments and review',
};

/** Fields that show their errors themselves; others are shown at the top of the step. */
const FIELDS_WITH_ERRORS = ['poNumber', 'comments', 'requestedDeliveryDateUtc'];

/** The steps of the checkout with the summary beside them. Errors open the step they belong to. */
export function CheckoutForm({ checkout }: { checkout: ShownCheckout }) {
  const { summary, lists, chosen, save } = checkout;
  const profile = useProfile();
  const pricesVisible = usePricesVisible();
  const { values, update, saveNow } = useCheckoutFormValues(summary, profile?.poNumber ?? '', (change) => void save({}, change));
  const required = summary.poNumberRequired;
  const steps = useOpenStep(() => getFirstIncompleteStep(chosen, values, required));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [adding, setAdding] = useState<'shippingAddressId' | 'billingAddressId'>();
  const reasons = useBeyondReasons(summary.items);

  /** Shows what is missing in a step, and returns whether anything is. */
  function showMissing(step: CheckoutStep): boolean {
    const missing = findMissingReason(step, chosen, values, required);
    const field = missing === PO_NUMBER_MISSING ? 'poNumber' : step;
    setErrors(missing ? { [field]: missing } : {});
    if (missing) steps.focusStep(step, field);
    return missing !== undefined;
  }
  const { phase, refusal, reasonError, submit, tryAgain } = useOrderSubmission({
    checkout,
    values,
    reasons,
    saveNow,
    showMissing: () => CHECKOUT_STEPS.some(showMissing),
    onStepRefused: ({ step, field, text }, isPlacing) => {
      setErrors({ [field]: text });
      if (isPlacing) steps.focusStep(step, field);
    },
  });
  function continueStep(step: CheckoutStep) {
    if (showMissing(step)) return;
    saveNow();
    steps.focusStep(getNextIncompleteStep(step, chosen, values, required));
  }
  const choose = (choice: Partial<CheckoutChoices>) => {
    setErrors({});
    void save(choice);
  };

  const descriptions = describeChoices({ lists, chosen, values, currencyCode: summary.currencyCode, pricesVisible });
  const error = errors[steps.open] ?? Object.entries(errors).find(([field]) => !FIELDS_WITH_ERRORS.includes(field))?.[1];
  const summaryProps = {
    summary,
    previousSummary: refusal?.previousSummary,
    busy: checkout.busy,
    placing: (phase !== 'idle' && phase !== 'lost') || !checkout.ready,
    onPlace: () => void submit(),
  };
  return (
    <>
      <PlaceOrderNotice phase={phase} refusal={refusal} onRetry={tryAgain} />
      <div className={css.columns}>
        <fieldset className={css.steps} disabled={phase !== 'idle'}>
          <BeyondReasons reasons={reasons} error={reasonError} />
          {CHECKOUT_STEPS.map((step, index) => (
            <CheckoutSection
              key={step}
              number={index + 1}
              title={titles[step]}
              open={steps.open === step}
              done={
                findMissingReason(step, chosen, values, required) === undefined &&
                (step !== 'review' || descriptions.review !== '')
              }
              chosen={descriptions[step]}
              onOpen={() => steps.setOpen(step)}
              heading={steps.headingOf(step)}
            >
              <form
                noValidate
                onSubmit={(event) => {
                  event.preventDefault();
                  continueStep(step);
                }}
              >
                {error && (
                  <div className={css.error}>
                    <Notice tone="danger" role="alert">
                      {error}
                    </Notice>
                  </div>
                )}
                <CheckoutStepFields
                  step={step}
                  checkout={checkout}
                  values={values}
                  errors={errors}
                  choose={choose}
                  update={(change) => {
                    setErrors({});
                    update(change);
                  }}
                  onLeave={saveNow}
                  onAddAddress={setAdding}
                />
                {step !== 'review' && (
                  <Button type="submit" variant="default" className={css.continue}>
                    Continue
                  </Button>
                )}
              </form>
            </CheckoutSection>
          ))}
        </fieldset>
        <CheckoutSummary {...summaryProps} />
      </div>
      <CheckoutBar {...summaryProps} />
      {adding && profile && (
        <NewAddress
          person={profile}
          forDelivery={adding === 'shippingAddressId'}
          onSaved={(id) => choose({ [adding]: id })}
          onClose={() => setAdding(undefined)}
        />
      )}
    </>
  );
}
