import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiError } from '#web/app/api-error.ts';
import { usePricesVisible, useProfile } from '#web/app/session/profile.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { formatShortAddress } from '#web/ui/format/address.tsx';
import { formatDate } from '#web/ui/format/format.ts';
import { AddressChoice } from './address-choice.tsx';
import { BeyondReasons, REASON_MISSING, useBeyondReasons } from './beyond-reasons.tsx';
import { type CheckoutChoices, type CheckoutOptions, type Summary, toCheckoutPayload } from './checkout-choices.ts';
import { CheckoutSection } from './checkout-section.tsx';
import { CheckoutBar, CheckoutSummary } from './checkout-summary.tsx';
import { DeliveryChoice, formatDeliveryRate } from './delivery-choice.tsx';
import { NewAddress } from './new-address.tsx';
import { PaymentSection } from './payment-section.tsx';
import { type OrderRefusal, PlaceOrderNotice } from './place-order-notice.tsx';
import { ReviewSection } from './review-section.tsx';
import css from './steps.module.css';
import {
  CHECKOUT_STEPS,
  type CheckoutStep,
  findMissingReason,
  findRefusedStep,
  getFirstIncompleteStep,
  getNextIncompleteStep,
  PO_NUMBER_MISSING,
} from './steps.ts';
import type { Checkout } from './use-checkout.ts';
import { useCheckoutFormValues } from './use-checkout-form-values.ts';
import { usePlaceOrder } from './use-place-order.ts';

const titles: Record<CheckoutStep, string> = {
  address: 'Delivery address',
  delivery: 'Delivery option',
  invoice: 'Invoice address',
  payment: 'Payment and PO',
  review: 'Comments and review',
};

interface Props {
  checkout: Checkout & { summary: Summary; lists: CheckoutOptions; chosen: CheckoutChoices };
}

/** The steps of the checkout with the summary beside them. Errors open the step they belong to. */
export function CheckoutForm({ checkout }: Props) {
  const { summary, lists, chosen, save, settled, failure } = checkout;
  const profile = useProfile();
  const pricesVisible = usePricesVisible();
  const { values, update, saveNow } = useCheckoutFormValues(summary, profile?.poNumber ?? '', (change) => void save({}, change));
  const required = summary.poNumberRequired;
  const [open, setOpen] = useState<CheckoutStep>(() => getFirstIncompleteStep(chosen, values, required));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [refusal, setRefusal] = useState<OrderRefusal>();
  const [adding, setAdding] = useState<'shippingAddressId' | 'billingAddressId'>();
  const { phase, place, tryAgain } = usePlaceOrder((error) => void onRefused(error));
  const reasons = useBeyondReasons(summary.items);
  const [reasonError, setReasonError] = useState<string>();
  const columns = useRef<HTMLDivElement>(null);
  const headings = useRef<Partial<Record<CheckoutStep, HTMLButtonElement | null>>>({});

  function goTo(step: CheckoutStep) {
    setOpen(step);
    requestAnimationFrame(() => {
      headings.current[step]?.focus();
      headings.current[step]?.closest('section')?.scrollIntoView({ block: 'nearest' });
    });
  }
  /** Opens the step, shows the error and moves the focus to its field. */
  function showFieldError(step: CheckoutStep, field: string, text: string) {
    setErrors({ [field]: text });
    setOpen(step);
    requestAnimationFrame(() => {
      const section = headings.current[step]?.closest('section');
      const target = section?.querySelector<HTMLElement>(`[name="${field}"]`) ?? headings.current[step];
      target?.focus();
      section?.scrollIntoView({ block: 'nearest' });
    });
  }
  function continueStep(step: CheckoutStep) {
    const missing = findMissingReason(step, chosen, values, required);
    if (missing) return showFieldError(step, missing === PO_NUMBER_MISSING ? 'poNumber' : step, missing);
    setErrors({});
    saveNow();
    goTo(getNextIncompleteStep(step, chosen, values, required));
  }
  const choose = (choice: Partial<CheckoutChoices>) => {
    setErrors({});
    void save(choice);
  };

  /** Saves the reasons for pieces beyond the entitlement; false if one is missing or cannot be saved. */
  async function saveReasons(): Promise<boolean> {
    const { missing } = reasons;
    setReasonError(missing ? REASON_MISSING : undefined);
    if (missing) {
      columns.current?.querySelector<HTMLElement>(`[name="reason-${missing.id}"]`)?.focus();
      return false;
    }
    try {
      await reasons.saveAll();
      return true;
    } catch (error) {
      setRefusal({ error, previousSummary: undefined });
      return false;
    }
  }
  async function placeOrder() {
    if (!(await saveReasons())) return;
    const incomplete = CHECKOUT_STEPS.find((step) => findMissingReason(step, chosen, values, required));
    if (incomplete) return continueStep(incomplete);
    setErrors({});
    setRefusal(undefined);
    saveNow();
    await settled();
    await place({ key: summary.checkoutId, checkout: toCheckoutPayload(chosen, values), customerId: profile?.id ?? 0 });
  }
  async function onRefused(error: unknown) {
    const refused = error instanceof ApiError ? findRefusedStep(error) : undefined;
    if (error instanceof ApiError && error.status === 401) return;
    await checkout.refreshAll();
    if (refused) showFieldError(refused.step, refused.field, refused.text);
    else setRefusal({ error, previousSummary: summary });
  }

  // A refused choice is reported in its own step.
  useEffect(() => {
    if (!failure) return;
    const refused = failure instanceof ApiError ? findRefusedStep(failure) : undefined;
    if (refused) setErrors({ [refused.field]: refused.text });
    else setRefusal({ error: failure, previousSummary: undefined });
  }, [failure]);

  const error =
    errors[open] ??
    Object.entries(errors).find(([field]) => !['poNumber', 'comments', 'requestedDeliveryDateUtc'].includes(field))?.[1];
  const isPlacing = phase !== 'idle';
  const section = (step: CheckoutStep, chosenText: ReactNode, content: ReactNode) => (
    <CheckoutSection
      key={step}
      number={CHECKOUT_STEPS.indexOf(step) + 1}
      title={titles[step]}
      open={open === step}
      done={findMissingReason(step, chosen, values, required) === undefined && (step !== 'review' || chosenText !== '')}
      chosen={chosenText}
      onOpen={() => setOpen(step)}
      heading={(button) => {
        headings.current[step] = button;
      }}
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
        {content}
        {step !== 'review' && (
          <Button type="submit" variant="default" className={css.continue}>
            Continue
          </Button>
        )}
      </form>
    </CheckoutSection>
  );

  const payment = lists.paymentOptions.find(
    ({ paymentMethodSystemName }) => paymentMethodSystemName === chosen.paymentMethodSystemName,
  );
  const delivery = lists.deliveryOptions?.find(({ name }) => name === chosen.shippingOption);
  const describeAddress = (addresses: CheckoutOptions['billingAddresses'], id: number | null) => {
    const address = addresses.find((one) => one.id === id);
    return address ? formatShortAddress(address) : '';
  };
  const summaryProps = {
    summary,
    previousSummary: refusal?.previousSummary,
    busy: checkout.busy,
    placing: (isPlacing && phase !== 'lost') || !checkout.ready,
    onPlace: () => void placeOrder(),
  };
  return (
    <>
      <PlaceOrderNotice phase={phase} refusal={refusal} onRetry={tryAgain} />
      <div className={css.columns} ref={columns}>
        <fieldset className={css.steps} disabled={isPlacing}>
          <BeyondReasons reasons={reasons} error={reasonError} />
          {section(
            'address',
            describeAddress(lists.shippingAddresses, chosen.shippingAddressId),
            <AddressChoice
              label="Where should we deliver your order?"
              addresses={lists.shippingAddresses}
              value={chosen.shippingAddressId}
              onChange={(shippingAddressId) => choose({ shippingAddressId })}
              onAdd={() => setAdding('shippingAddressId')}
            />,
          )}
          {section(
            'delivery',
            delivery &&
              [delivery.name, pricesVisible && formatDeliveryRate(delivery.rate, summary.currencyCode)]
                .filter(Boolean)
                .join(', '),
            <DeliveryChoice
              options={lists.deliveryOptions}
              error={checkout.deliveryError}
              onRetry={checkout.reloadDelivery}
              value={chosen.shippingOption}
              currencyCode={summary.currencyCode}
              onChange={(shippingOption) => choose({ shippingOption })}
            />,
          )}
          {section(
            'invoice',
            describeAddress(lists.billingAddresses, chosen.billingAddressId),
            <AddressChoice
              label="Who should we invoice?"
              addresses={lists.billingAddresses}
              value={chosen.billingAddressId}
              onChange={(billingAddressId) => choose({ billingAddressId })}
              onAdd={() => setAdding('billingAddressId')}
            />,
          )}
          {section(
            'payment',
            [payment?.name, values.poNumber.trim() && `PO number ${values.poNumber.trim()}`].filter(Boolean).join(', '),
            <PaymentSection
              options={lists.paymentOptions}
              value={chosen.paymentMethodSystemName}
              currencyCode={summary.currencyCode}
              onChange={(paymentMethodSystemName) => choose({ paymentMethodSystemName })}
              poNumber={values.poNumber}
              poNumberRequired={required}
              poError={errors.poNumber}
              onPoNumber={(poNumber) => {
                setErrors({});
                update({ poNumber });
              }}
              onLeave={saveNow}
            />,
          )}
          {section(
            'review',
            [values.requestedDay && `Not before ${formatDate(values.requestedDay)}`, values.comments.trim()]
              .filter(Boolean)
              .join(' · '),
            <ReviewSection values={values} onChange={update} onLeave={saveNow} errors={errors} />,
          )}
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
