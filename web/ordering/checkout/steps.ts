import type { ApiError } from '#web/app/api-error.ts';
import { INCOMPLETE_DAY, INCOMPLETE_DAY_ERROR } from '#web/ui/forms/incomplete-day.ts';
import { findAnswerProblem, hasUnsavedAnswers, nameAnswerField, placeAnswerErrors } from '../checkout-questions/answers.ts';
import type { CheckoutChoices, CheckoutFormValues, Summary } from './checkout-choices.ts';

const ALL_STEPS = ['address', 'delivery', 'invoice', 'questions', 'payment', 'review'] as const;
export type CheckoutStep = (typeof ALL_STEPS)[number];

/** What is left to choose where the cart is returned to a buyer's purchasing system, which asks for the rest itself. */
export type TripSteps = readonly ('address' | 'delivery')[];

/** What the last summary says about what can be ordered. */
export interface CheckoutTerms extends Pick<Summary, 'poNumberRequired' | 'poNumber' | 'refusals' | 'checkoutAttributes'> {
  /** Undefined outside a trip of PunchOut. */
  tripSteps?: TripSteps | undefined;
}

/** The steps of the checkout, in order; the one with questions only where there are any. */
export const listCheckoutSteps = ({
  checkoutAttributes,
  tripSteps,
}: Pick<CheckoutTerms, 'checkoutAttributes' | 'tripSteps'>): readonly CheckoutStep[] =>
  tripSteps ?? ALL_STEPS.filter((step) => step !== 'questions' || checkoutAttributes.length > 0);

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

/** What is refused of the answers shown, by field; empty while the server has not been asked about them. */
export function findAnswerRefusals(
  terms: CheckoutTerms,
  { answers }: Pick<CheckoutFormValues, 'answers'>,
): Readonly<Record<string, string>> {
  const text = findSummaryRefusal(terms, 'checkoutAttributes');
  const isAsked = !hasUnsavedAnswers(terms.checkoutAttributes, answers);
  return isAsked && text !== undefined ? placeAnswerErrors(terms.checkoutAttributes, text) : {};
}

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
  if (step === 'questions') return findQuestionProblem(values, terms);
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

/** The first answer that is missing, otherwise the first that the last summary refuses. */
function findQuestionProblem(values: CheckoutFormValues, terms: CheckoutTerms): StepProblem | undefined {
  for (const question of terms.checkoutAttributes) {
    const text = findAnswerProblem(question, values.answers[question.id] ?? '');
    if (text !== undefined) return { field: nameAnswerField(question.id), text };
  }
  const [refused] = Object.entries(findAnswerRefusals(terms, values));
  return refused && { field: refused[0], text: refused[1] };
}

/** The first incomplete step, otherwise the last step, from which the order is placed. */
export const getFirstIncompleteStep = (chosen: CheckoutChoices, values: CheckoutFormValues, terms: CheckoutTerms): CheckoutStep =>
  listCheckoutSteps(terms).find((step) => findProblem(step, chosen, values, terms) !== undefined) ?? 'review';

/** The next incomplete step after this one, otherwise the last step. */
export const getNextIncompleteStep = (
  step: CheckoutStep,
  chosen: CheckoutChoices,
  values: CheckoutFormValues,
  terms: CheckoutTerms,
): CheckoutStep => {
  const steps = listCheckoutSteps(terms);
  return steps.slice(steps.indexOf(step) + 1).find((next) => findProblem(next, chosen, values, terms) !== undefined) ?? 'review';
};

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
  checkoutAttributes: 'questions',
  comments: 'review',
  requestedDeliveryDateUtc: 'review',
};

/** The step, field and message of a refusal; undefined if it concerns the cart or the whole order. */
export function findRefusedStep(error: ApiError): { step: CheckoutStep; field: string; text: string } | undefined {
  for (const [name, texts] of Object.entries(error.errors)) {
    // An answer is named by its place among those that were sent.
    const [field = ''] = name.replace(/^checkout\./, '').split('[');
    const step = stepOfField[field];
    if (step) return { step, field, text: texts.join('\n') };
  }
  return undefined;
}
