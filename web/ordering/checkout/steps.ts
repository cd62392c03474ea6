import type { ApiError } from '#web/app/api-error.ts';
import type { CheckoutChoices, CheckoutFormValues } from './checkout-choices.ts';

export const CHECKOUT_STEPS = ['address', 'delivery', 'invoice', 'payment', 'review'] as const;
export type CheckoutStep = (typeof CHECKOUT_STEPS)[number];

export const PO_NUMBER_MISSING = 'PO number is required.';

/** What is missing in a step, in words; undefined when it is complete. */
export function findMissingReason(
  step: CheckoutStep,
  chosen: CheckoutChoices,
  typed: CheckoutFormValues,
  poNumberRequired: boolean,
): string | undefined {
  if (step === 'address' && chosen.shippingAddressId === null) return 'Please choose where the order is to be delivered.';
  if (step === 'delivery' && chosen.shippingOption === null) return 'Please choose how the order is to be delivered.';
  if (step === 'invoice' && chosen.billingAddressId === null) return 'Please choose the address that is invoiced.';
  if (step === 'payment') {
    if (chosen.paymentMethodSystemName === null) return 'Please choose how the order is paid.';
    if (poNumberRequired && typed.poNumber.trim() === '') return PO_NUMBER_MISSING;
  }
  return undefined;
}

/** The first step in which something is missing, else the last one, from which the order is placed. */
export const getFirstIncompleteStep = (
  chosen: CheckoutChoices,
  typed: CheckoutFormValues,
  poNumberRequired: boolean,
): CheckoutStep =>
  CHECKOUT_STEPS.find((step) => findMissingReason(step, chosen, typed, poNumberRequired) !== undefined) ?? 'review';

/** The step after this one in which something is still to be done. */
export const getNextIncompleteStep = (
  step: CheckoutStep,
  chosen: CheckoutChoices,
  typed: CheckoutFormValues,
  poNumberRequired: boolean,
): CheckoutStep =>
  CHECKOUT_STEPS.slice(CHECKOUT_STEPS.indexOf(step) + 1).find(
    (next) => findMissingReason(next, chosen, typed, poNumberRequired) !== undefined,
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

/** The step that a refusal speaks of, and what it says; undefined when it concerns the cart or the whole order. */
export function findRefusedStep(error: ApiError): { step: CheckoutStep; field: string; text: string } | undefined {
  for (const [name, texts] of Object.entries(error.errors)) {
    const field = name.replace(/^checkout\./, '');
    const step = stepOfField[field];
    if (step) return { step, field, text: texts.join('\n') };
  }
  return undefined;
}
