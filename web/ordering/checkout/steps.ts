import type { ApiError } from '#web/app/api-error.ts';
import { INCOMPLETE_DAY, INCOMPLETE_DAY_ERROR } from '#web/ui/forms/incomplete-day.ts';
import type { CheckoutChoices, CheckoutFormValues } from './checkout-choices.ts';

/** The steps of the checkout, in order. */
export const CHECKOUT_STEPS = ['address', 'delivery', 'invoice', 'payment', 'review'] as const;
export type CheckoutStep = (typeof CHECKOUT_STEPS)[number];

export const PO_NUMBER_MISSING = 'PO number is required.';

/** The fields that show themselves what is missing in them, by the sentence. */
export const FIELD_OF_REASON: Readonly<Record<string, string>> = {
  [PO_NUMBER_MISSING]: 'poNumber',
  [INCOMPLETE_DAY_ERROR]: 'requestedDeliveryDateUtc',
};

/** What is missing in a step, as a sentence; undefined if the step is complete. */
export function findMissingReason(
  step: CheckoutStep,
  chosen: CheckoutChoices,
  values: CheckoutFormValues,
  poNumberRequired: boolean,
): string | undefined {
  if (step === 'address' && chosen.shippingAddressId === null) return 'Choose a delivery address.';
  if (step === 'delivery' && chosen.shippingOption === null) return 'Choose a delivery option.';
  if (step === 'invoice' && chosen.billingAddressId === null) return 'Choose an invoice address.';
  if (step === 'payment') {
    if (chosen.paymentMethodSystemName === null) return 'Choose a payment method.';
    if (poNumberRequired && values.poNumber.trim() === '') return PO_NUMBER_MISSING;
  }
  if (step === 'review' && values.requestedDay === INCOMPLETE_DAY) return INCOMPLETE_DAY_ERROR;
  return undefined;
}

/** The first incomplete step, otherwise the last step, from which the order is placed. */
export const getFirstIncompleteStep = (
  chosen: CheckoutChoices,
  values: CheckoutFormValues,
  poNumberRequired: boolean,
): CheckoutStep =>
  CHECKOUT_STEPS.find((step) => findMissingReason(step, chosen, values, poNumberRequired) !== undefined) ?? 'review';

/** The next incomplete step after this one, otherwise the last step. */
export const getNextIncompleteStep = (
  step: CheckoutStep,
  chosen: CheckoutChoices,
  values: CheckoutFormValues,
  poNumberRequired: boolean,
): CheckoutStep =>
  CHECKOUT_STEPS.slice(CHECKOUT_STEPS.indexOf(step) + 1).find(
    (next) => findMissingReason(next, chosen, values, poNumberRequired) !== undefined,
  ) ?? 'review';

const stepOfField: Record<string, CheckoutStep> = {
  shippingAddress: 'address',
  shippingAddressId: 'address',
  address: 'address',
  shippingOption: 'delivery',
  'shippingOption.name': 'delivery',
  billingAddress: 'invoice',
  billingAddressId: 'invoice',
  paymentMethodSystemName: 'payment',
  paymentMethod: 'payment',
  poNumber: 'payment',
  comments: 'review',
  requestedDeliveryDateUtc: 'review',
};

/** The step, field and message of a refusal; undefined if it concerns the cart or the whole order. */
export function findRefusedStep(error: ApiError): { step: CheckoutStep; field: string; text: string } | undefined {
  for (const [name, texts] of Object.entries(error.errors)) {
    const field = name.replace(/^checkout\./, '');
    const step = stepOfField[field];
    if (step) return { step, field, text: texts.join('\n') };
  }
  return undefined;
}
