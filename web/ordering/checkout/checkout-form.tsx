import { useState } from 'react';
import { useProfile } from '#web/app/session/profile.ts';
import { useTrip } from '#web/app/trip/trip.ts';
import { BeyondReasons, useBeyondReasons } from './beyond-reasons.tsx';
import { CheckoutStepList } from './checkout-step-list.tsx';
import { CheckoutBar, CheckoutSummary } from './checkout-summary.tsx';
import { NewAddress } from './new-address.tsx';
import { PlaceOrderNotice } from './place-order-notice.tsx';
import css from './steps.module.css';
import type { ShownCheckout } from './use-checkout.ts';
import { useCheckoutSteps } from './use-checkout-steps.ts';
import { useOrderSubmission } from './use-order-submission.ts';

/**
 * The steps of the checkout with the summary beside them. Not with `useEntityForm`: each step is saved as soon as it is chosen or left, and its
 * draft belongs to the cart.
 */
export function CheckoutForm({ checkout }: { checkout: ShownCheckout }) {
  const { summary } = checkout;
  const profile = useProfile();
  const steps = useCheckoutSteps(checkout);
  // The buyer's system approves what is returned to it.
  const reasons = useBeyondReasons(useTrip() ? [] : summary.items);
  const [adding, setAdding] = useState<'shippingAddressId' | 'billingAddressId'>();
  const { phase, refusal, reasonError, submit, tryAgain } = useOrderSubmission({
    checkout,
    values: steps.values,
    reasons,
    saveNow: steps.saveNow,
    showMissing: steps.showFirstMissing,
    onStepRefused: steps.showRefusal,
  });
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
      <div className={steps.listed.length > 0 ? css.columns : css.alone}>
        <fieldset className={css.steps} disabled={phase !== 'idle'}>
          <BeyondReasons reasons={reasons} error={reasonError} />
          <CheckoutStepList checkout={checkout} steps={steps} onAddAddress={setAdding} />
        </fieldset>
        <CheckoutSummary {...summaryProps} />
      </div>
      <CheckoutBar {...summaryProps} />
      {adding && profile && (
        <NewAddress
          person={profile}
          forDelivery={adding === 'shippingAddressId'}
          onSaved={(id) => steps.choose({ [adding]: id })}
          onClose={() => setAdding(undefined)}
        />
      )}
    </>
  );
}
