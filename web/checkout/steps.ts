import type { ApiError } from '../api-error.ts';
import type { Choices, Typed } from './choices.ts';

export const steps = ['address', 'delivery', 'invoice', 'payment', 'review'] as const;
export type Step = (typeof steps)[number];

export const poMissing = 'PO number is required.';

/** What is missing in a step, in words; undefined when it is complete. */
export function missingIn(step: Step, chosen: Choices, typed: Typed, poNumberRequired: boolean): string | undefined {
  if (step === 'address' && chosen.shippingAddressId === null) return 'Please choose where the order is to be delivered.';
  if (step === 'delivery' && chosen.shippingOption === null) return 'Please choose how the order is to be delivered.';
  if (step === 'invoice' && chosen.billingAddressId === null) return 'Please choose the address that is invoiced.';
  if (step === 'payment') {
    if (chosen.paymentMethodSystemName === null) return 'Please choose how the order is paid.';
    if (poNumberRequired && typed.poNumber.trim() === '') return poMissing;
  }
  return undefined;
}

/** The first step in which something is missing, else the last one, from which the order is placed. */
export const firstOpen = (chosen: Choices, typed: Typed, poNumberRequired: boolean): Step =>
  steps.find((step) => missingIn(step, chosen, typed, poNumberRequired) !== undefined) ?? 'review';

/** The step after this one in which something is still to be done. */
export const stepAfter = (step: Step, chosen: Choices, typed: Typed, poNumberRequired: boolean): Step =>
  steps.slice(steps.indexOf(step) + 1).find((next) => missingIn(next, chosen, typed, poNumberRequired) !== undefined) ?? 'review';

const stepOfField: Record<string, Step> = {
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
export function stepOfRefusal(error: ApiError): { step: Step; field: string; text: string } | undefined {
  for (const [name, texts] of Object.entries(error.errors)) {
    const field = name.replace(/^checkout\./, '');
    const step = stepOfField[field];
    if (step) return { step, field, text: texts.join('\n') };
  }
  return undefined;
}
