import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { INCOMPLETE_DAY } from '#web/ui/forms/incomplete-day.ts';
import { type Answers, toAnswerPayload } from '../checkout-questions/answers.ts';

export type Summary = ReplyOf<'POST /api/checkoutsummary'>;
export type CheckoutAddress = ReplyOf<'GET /api/shippingaddresses'>['addresses'][number];
export type DeliveryOption = ReplyOf<'GET /api/shippingoptions/:id'>['shippingOptions'][number];
export type PaymentOption = ReplyOf<'GET /api/paymentoptions'>['paymentOptions'][number];
export type CheckoutPayload = BodyOf<'POST /api/checkoutsummary'>;

/** Whether the entitlement of the wearers covers everything, so that nothing is left to pay. Known also to people who see no amounts. */
export const isPaidFromEntitlement = ({ paymentOption }: Pick<Summary, 'paymentOption'>): boolean =>
  paymentOption?.paymentMethodSystemName === 'Payments.Entitlement';

/** The choices made from lists; null if nothing is chosen yet. */
export interface CheckoutChoices {
  shippingAddressId: number | null;
  billingAddressId: number | null;
  shippingOption: string | null;
  paymentMethodSystemName: string | null;
}

/** What is typed or answered at the checkout. `requestedDay` is a date such as 2026-03-12, empty, or `INCOMPLETE_DAY`. */
export interface CheckoutFormValues {
  poNumber: string;
  comments: string;
  requestedDay: string;
  answers: Answers;
}

/** The options to choose from. */
export interface CheckoutOptions {
  shippingAddresses: readonly CheckoutAddress[];
  billingAddresses: readonly CheckoutAddress[];
  /** For the chosen address; undefined while loading. */
  deliveryOptions: readonly DeliveryOption[] | undefined;
  paymentOptions: readonly PaymentOption[];
}

/** The way of delivery that is chosen, where it is fetched; undefined for one that is sent. */
export const findCollection = (
  options: readonly DeliveryOption[] | undefined,
  { shippingOption }: Pick<CheckoutChoices, 'shippingOption'>,
): DeliveryOption | undefined => options?.find(({ name, isPickupInStore }) => name === shippingOption && isPickupInStore);

/** The choices saved on the server. */
export const toCheckoutChoices = (summary: Summary): CheckoutChoices => ({
  shippingAddressId: summary.shippingAddress?.id ?? null,
  billingAddressId: summary.billingAddress?.id ?? null,
  shippingOption: summary.shippingOption?.name ?? null,
  paymentMethodSystemName: summary.paymentOption?.paymentMethodSystemName ?? null,
});

/** ID of the default address, or of the first one; null if there are none. */
export const findDefaultAddressId = (addresses: readonly CheckoutAddress[]) =>
  (addresses.find(({ isDefault }) => isDefault) ?? addresses[0])?.id ?? null;

/**
 * Defaults for whatever is not chosen yet. The person sees them and can change them. `isDeliveryWithdrawn`: what they chose is no longer offered, so that
 * they choose another.
 */
export function getDefaultChoices(
  chosen: CheckoutChoices,
  options: CheckoutOptions,
  isDeliveryWithdrawn = false,
): Partial<CheckoutChoices> {
  const defaults: Partial<CheckoutChoices> = {};
  const shipping = findDefaultAddressId(options.shippingAddresses);
  const billing = findDefaultAddressId(options.billingAddresses);
  const delivery = options.deliveryOptions?.find(({ selected }) => selected) ?? options.deliveryOptions?.[0];
  const payment =
    options.paymentOptions.length === 1 ? options.paymentOptions[0] : options.paymentOptions.find(({ selected }) => selected);
  if (chosen.shippingAddressId === null && shipping !== null) defaults.shippingAddressId = shipping;
  if (chosen.billingAddressId === null && billing !== null) defaults.billingAddressId = billing;
  if (chosen.shippingOption === null && delivery && !isDeliveryWithdrawn) defaults.shippingOption = delivery.name;
  if (chosen.paymentMethodSystemName === null && payment) defaults.paymentMethodSystemName = payment.paymentMethodSystemName;
  return defaults;
}

/** The request body of calls 90 and 91. Absent fields stay unchanged on the server. */
export function toCheckoutPayload(
  { shippingOption, ...ids }: Partial<CheckoutChoices>,
  values: Partial<CheckoutFormValues> = {},
): CheckoutPayload {
  return {
    ...ids,
    ...(shippingOption === undefined ? {} : { shippingOption: shippingOption === null ? null : { name: shippingOption } }),
    ...(values.poNumber === undefined ? {} : { poNumber: values.poNumber.trim() }),
    ...(values.comments === undefined ? {} : { comments: values.comments.trim() }),
    ...(values.answers === undefined || Object.keys(values.answers).length === 0
      ? {}
      : { checkoutAttributes: toAnswerPayload(values.answers) }),
    ...(values.requestedDay === undefined || values.requestedDay === INCOMPLETE_DAY
      ? {}
      : { requestedDeliveryDateUtc: values.requestedDay === '' ? null : `${values.requestedDay}T00:00:00Z` }),
  };
}
