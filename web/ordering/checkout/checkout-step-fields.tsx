import { useSeesCharges } from '#web/app/session/profile.ts';
import { QuestionFields } from '../checkout-questions/question-fields.tsx';
import { AddressChoice } from './address-choice.tsx';
import { type CheckoutChoices, type CheckoutFormValues, findCollection } from './checkout-choices.ts';
import { DeliveryChoice } from './delivery-choice.tsx';
import { describeParts } from './pay-by-card.ts';
import { PaymentSection } from './payment-section.tsx';
import { ReviewSection } from './review-section.tsx';
import type { CheckoutStep } from './steps.ts';
import type { ShownCheckout } from './use-checkout.ts';

interface Props {
  step: CheckoutStep;
  checkout: ShownCheckout;
  values: CheckoutFormValues;
  errors: Readonly<Record<string, string>>;
  choose: (choice: Partial<CheckoutChoices>) => void;
  update: (change: Partial<CheckoutFormValues>) => void;
  answer: (questionId: number, answer: string) => void;
  /** Called when a text field is left. */
  onLeave: () => void;
  onAddAddress: (use: 'shippingAddressId' | 'billingAddressId') => void;
}

/** The fields of one step of the checkout. */
export function CheckoutStepFields({ step, checkout, values, errors, choose, update, answer, onLeave, onAddAddress }: Props) {
  const showsPrices = useSeesCharges();
  const { summary, lists, chosen } = checkout;
  switch (step) {
    case 'address':
      return (
        <AddressChoice
          label="Where should we deliver your order?"
          addresses={lists.shippingAddresses}
          value={chosen.shippingAddressId}
          onChange={(shippingAddressId) => choose({ shippingAddressId })}
          onAdd={() => onAddAddress('shippingAddressId')}
        />
      );
    case 'delivery':
      return (
        <DeliveryChoice
          options={lists.deliveryOptions}
          error={checkout.deliveryError}
          onRetry={checkout.reloadDelivery}
          value={chosen.shippingOption}
          currencyCode={summary.currencyCode}
          onChange={(shippingOption) => choose({ shippingOption })}
        />
      );
    case 'invoice':
      return (
        <AddressChoice
          label="Who should we invoice?"
          addresses={lists.billingAddresses}
          value={chosen.billingAddressId}
          onChange={(billingAddressId) => choose({ billingAddressId })}
          onAdd={() => onAddAddress('billingAddressId')}
        />
      );
    case 'questions':
      return (
        <QuestionFields
          questions={summary.checkoutAttributes}
          answers={values.answers}
          errors={errors}
          showsPrices={showsPrices || summary.cardPart?.isAll === true}
          currencyCode={summary.currencyCode}
          onChange={answer}
          onLeave={onLeave}
        />
      );
    case 'payment':
      return (
        <PaymentSection
          options={lists.paymentOptions}
          parts={describeParts(summary)}
          hasChoice={summary.cardPart?.payer !== 'person'}
          value={chosen.paymentMethodSystemName}
          currencyCode={summary.currencyCode}
          onChange={(paymentMethodSystemName) => choose({ paymentMethodSystemName })}
          poNumber={values.poNumber}
          poNumberRequired={summary.poNumberRequired}
          isInvoiced={summary.cardPart?.isAll !== true}
          poError={errors.poNumber}
          onPoNumber={(poNumber) => update({ poNumber })}
          onLeave={onLeave}
        />
      );
    case 'review':
      return (
        <ReviewSection
          values={values}
          onChange={update}
          onLeave={onLeave}
          isCollected={findCollection(lists.deliveryOptions, chosen) !== undefined}
          errors={errors}
        />
      );
  }
}
