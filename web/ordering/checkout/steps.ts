import type { ApiError } from '#web/app/api-error.ts';
import { INCOMPLETE_DAY, INCOMPLETE_DAY_ERROR } from '#web/ui/forms/incomplete-day.ts';
import type { CheckoutChoices, CheckoutFormValues, Summary } from './checkout-choices.ts';

/** The steps of the checkout, in order. */
export const CHECKOUT_STEPS = ['address', 'delivery', 'invoice', 'payment', 'review'] as const;
export type CheckoutStep = (typeof CHECKOUT_STEPS)[number];

/** What the last summary says about what can be ordered. */
export type CheckoutTerms = Pick<Summary, 'poNumberRequired' | 'poNumber' | 'refusals'>;

/** What is missing or refused in a step. `field` is the name of the field that shows it, or the step. */
interface StepProblem {
  field: string;
  text: string;
}

/** What the summary refuses of a field that has been filled in or chosen, as a sentence; undefined if it is accepted. */
export const findSummaryRefusal = (terms: Pick<CheckoutTerms, 'refusals'>, field: string): string | undefined =>
  terms.refusals.find((refusal) => refusal.field === field && !refusal.isMissing)?.messages.join('\n');

/** What is refused of the PO number shown; undefined while the server has not been asked about it. */
export const findPoNumberRefusal = (terms: CheckoutTerms, { poNumber }: Pick<CheckoutFormValues, 'poNumber'>) =>
  poNumber.trim() === (terms.poNumber ?? '') ? findSummaryRefusal(terms, 'poNumber') : undefined;

/** What is missing or refused in a step; undefined if the step is complete. */
export function findProblem(
  step: CheckoutStep,
  chosen: CheckoutChoices,
  values: CheckoutFormValues,
  terms: CheckoutTerms,
): StepProblem | undefined {
  const ofStep = (text: string) => ({ field: step, text });
  if (step === 'address' && chosen.shippingAddressId === null) return ofStep('Choose a delivery address.');
  if (step === 'delivery' && chosen.shippingOption === null)
    return ofStep(findSummaryRefusal(terms, 'shippingOption') ?? 'Choose a delivery option.');
  if (step === 'invoice' && chosen.billingAddressId === null) return ofStep('Choose an invoice address.');
  if (step === 'payment') {
    if (chosen.paymentMethodSystemName === null) return ofStep('Choose a payment method.');
    if (terms.poNumberRequired && values.poNumber.trim() === '') return { field: 'poNumber', text: 'PO number is required.' };
    const text = findPoNumberRefusal(terms, values);
    if (text !== undefined) return { field: 'poNumber', text };
  }
  if (step === 'review' && values.requestedDay === INCOMPLETE_DAY)
    return { field: 'requestedDeliveryDateUtc', text: INCOMPLETE_DAY_ERROR };
  return undefined;
}

/** The first incomplete step, otherwise the last step, from which the order is placed. */
export const getFirstIncompleteStep = (chosen: CheckoutChoices, values: CheckoutFormValues, terms: CheckoutTerms): CheckoutStep =>
  CHECKOUT_STEPS.find((step) => findProblem(step, chosen, values, terms) !== undefined) ?? 'review';

/** The next incomplete step after this one, otherwise the last step. */
export const getNextIncompleteStep = (
  step: CheckoutStep,
  chosen: CheckoutChoices,
  values: CheckoutFormValues,
  terms: CheckoutTerms,
): CheckoutStep =>
  CHECKOUT_STEPS.slice(CHECKOUT_STEPS.indexOf(step) + 1).find((next) => findProblem(next, chosen, values, terms) !== undefined) ??
  'review';

/** Why the order cannot be placed whatever is chosen in the steps, as sentences. */
export const listOrderWarnings = ({ refusals }: Pick<Summary, 'refusals'>): readonly string[] =>
  refusals.flatMap(({ field, messages, isMissing }) => (isMissing || stepOfField[field] ? [] : messages));

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
