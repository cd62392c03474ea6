import type { ReplyOf } from '#contract/index.ts';

type Order = Pick<ReplyOf<'GET /api/orders/:id'>['orders'][number], 'orderStatus' | 'customer' | 'shippingMethod'>;

/** What a person may expect after ordering, in the order in which it happens. */
export function describeNextSteps({ orderStatus, customer, shippingMethod }: Order): string[] {
  const mail = `We have sent a confirmation to ${customer.email}.`;
  if (orderStatus === 'Rejected' || orderStatus === 'Cancelled') return ['This order does not go ahead. Open it to read why.'];
  const parcels = `The warehouse packs it${shippingMethod ? ` and sends it by ${shippingMethod.toLowerCase()}` : ''}; every parcel is listed with its tracking link on the order.`;
  if (orderStatus !== 'AwaitingApproval') return [mail, parcels];
  return [
    mail,
    'Somebody in your organisation who may approve orders decides on it. Until then the garments are kept for you and nothing is sent.',
    `As soon as it is approved, we write to you. ${parcels}`,
  ];
}
