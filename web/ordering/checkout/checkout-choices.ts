import type { BodyOf, ReplyOf } from '#contract/index.ts';

export type Summary = ReplyOf<'POST /api/checkoutsummary'>;
export type CheckoutAddress = ReplyOf<'GET /api/shippingaddresses'>['addresses'][number];
export type DeliveryOption = ReplyOf<'GET /api/shippingoptions/:id'>['shippingOptions'][number];
export type PaymentOption = ReplyOf<'GET /api/paymentoptions'>['paymentOptions'][number];
export type CheckoutPayload = BodyOf<'POST /api/checkoutsummary'>;

/** What is chosen from lists. */
export interface CheckoutChoices {
  shippingAddressId: number | null;
  billingAddressId: number | null;
  shippingOption: string | null;
  paymentMethodSystemName: string | null;
}

/** What is typed. `requestedDay` is a day like 2026-03-12, or empty. */
export interface CheckoutFormValues {
  poNumber: string;
  comments: string;
  requestedDay: string;
}

export interface CheckoutOptions {
  shippingAddresses: readonly CheckoutAddress[];
  billingAddresses: readonly CheckoutAddress[];
  /** For the chosen address; undefined while unknown. */
  deliveryOptions: readonly DeliveryOption[] | undefined;
  paymentOptions: readonly PaymentOption[];
}

export const toCheckoutChoices = (summary: Summary): CheckoutChoices => ({
  shippingAddressId: summary.shippingAddress?.id ?? null,
  billingAddressId: summary.billingAddress?.id ?? null,
  shippingOption: summary.shippingOption?.name ?? null,
  paymentMethodSystemName: summary.paymentOption?.paymentMethodSystemName ?? null,
});

/** The address to begin with: the default, which comes first. */
export const findDefaultAddressId = (addresses: readonly CheckoutAddress[]) =>
  (addresses.find(({ isDefault }) => isDefault) ?? addresses[0])?.id ?? null;

/** What nobody has chosen yet and can be chosen for the person, who sees it and can change it. */
export function getDefaultChoices(chosen: CheckoutChoices, lists: CheckoutOptions): Partial<CheckoutChoices> {
  const defaults: Partial<CheckoutChoices> = {};
  const shipping = findDefaultAddressId(lists.shippingAddresses);
  // The organisation pays for uniforms, unless it has no address of its own on the list.
  const ofOrganisation = lists.billingAddresses.filter(({ source }) => source === 'organisation');
  const billing = findDefaultAddressId(ofOrganisation.length > 0 ? ofOrganisation : lists.billingAddresses);
  const delivery = lists.deliveryOptions?.find(({ selected }) => selected) ?? lists.deliveryOptions?.[0];
  const payment =
    lists.paymentOptions.length === 1 ? lists.paymentOptions[0] : lists.paymentOptions.find(({ selected }) => selected);
  if (chosen.shippingAddressId === null && shipping !== null) defaults.shippingAddressId = shipping;
  if (chosen.billingAddressId === null && billing !== null) defaults.billingAddressId = billing;
  if (chosen.shippingOption === null && delivery) defaults.shippingOption = delivery.name;
  if (chosen.paymentMethodSystemName === null && payment) defaults.paymentMethodSystemName = payment.paymentMethodSystemName;
  return defaults;
}

/** The choices as calls 90 and 91 read them. What is absent stays as it is on the server. */
export function toCheckoutPayload(
  { shippingOption, ...ids }: Partial<CheckoutChoices>,
  typed: Partial<CheckoutFormValues> = {},
): CheckoutPayload {
  return {
    ...ids,
    ...(shippingOption === undefined ? {} : { shippingOption: shippingOption === null ? null : { name: shippingOption } }),
    ...(typed.poNumber === undefined ? {} : { poNumber: typed.poNumber.trim() }),
    ...(typed.comments === undefined ? {} : { comments: typed.comments.trim() }),
    ...(typed.requestedDay === undefined
      ? {}
      : { requestedDeliveryDateUtc: typed.requestedDay === '' ? null : `${typed.requestedDay}T00:00:00Z` }),
  };
}
