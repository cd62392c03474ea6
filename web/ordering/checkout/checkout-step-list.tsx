import { Box, Button } from '@mantine/core';
import { useSeesCharges } from '#web/app/session/profile.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { findCollection } from './checkout-choices.ts';
import { CheckoutSection } from './checkout-section.tsx';
import { CheckoutStepFields } from './checkout-step-fields.tsx';
import { describeChoices } from './describe-choices.ts';
import type { CheckoutStep } from './steps.ts';
import type { ShownCheckout } from './use-checkout.ts';
import type { CheckoutSteps } from './use-checkout-steps.ts';

const titles: Record<CheckoutStep, string> = {
  address: 'Delivery address',
  delivery: 'Delivery option',
  invoice: 'Invoice address',
  questions: 'Questions',
  payment: 'Payment and PO',
  review: 'Comments and review',
};

/** Steps in which nothing may have been entered. */
const MAY_BE_EMPTY: readonly CheckoutStep[] = ['questions', 'review'];

interface Props {
  checkout: ShownCheckout;
  steps: CheckoutSteps;
  onAddAddress: (use: 'shippingAddressId' | 'billingAddressId') => void;
}

/** The steps of the checkout: one open, the others with what was chosen. */
export function CheckoutStepList({ checkout, steps, onAddAddress }: Props) {
  const { summary, lists, chosen } = checkout;
  const { values } = steps;
  const pricesVisible = useSeesCharges();
  const collection = findCollection(lists.deliveryOptions, chosen);
  const { currencyCode, checkoutAttributes: questions } = summary;
  const descriptions = describeChoices({ lists, chosen, values, questions, currencyCode, pricesVisible });
  return steps.listed.map((step, index) => (
    <CheckoutSection
      key={step}
      number={index + 1}
      title={titles[step]}
      open={steps.open === step}
      done={steps.isComplete(step) && (!MAY_BE_EMPTY.includes(step) || descriptions[step] !== '')}
      chosen={descriptions[step]}
      refused={steps.refusals[step]}
      onOpen={step === 'address' && collection ? undefined : () => steps.setOpen(step)}
      heading={steps.headingOf(step)}
    >
      <StepForm step={step} checkout={checkout} steps={steps} onAddAddress={onAddAddress} />
    </CheckoutSection>
  ));
}

function StepForm({ step, checkout, steps, onAddAddress }: Props & { step: CheckoutStep }) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        steps.continueFrom(step);
      }}
    >
      {steps.error && (
        <Box mb="sm">
          <Notice tone="danger" role="alert">
            {steps.error}
          </Notice>
        </Box>
      )}
      <CheckoutStepFields
        step={step}
        checkout={checkout}
        values={steps.values}
        errors={steps.errors}
        choose={steps.choose}
        update={steps.update}
        answer={steps.answer}
        onLeave={steps.saveNow}
        onAddAddress={onAddAddress}
      />
      {step !== 'review' && (
        <Button type="submit" variant="default" mt="md">
          Continue
        </Button>
      )}
    </form>
  );
}
