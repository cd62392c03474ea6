import type { ReplyOf } from '#contract/index.ts';

type Order = Pick<ReplyOf<'GET /api/orders/:id'>['orders'][number], 'orderStatus' | 'customer' | 'shippingMethod'>;

/** What happens after ordering, one sentence per step, in order. */
export function describeNextSteps({ orderStatus, customer, shippingMethod }: Order): string[] {
  const mail = `We have sent a confirmation to ${customer.email}.`;
  if (orderStatus === 'Rejected' || orderStatus === 'Cancelled') return ['This order will not be sent. Open it to see why.'];
  const parcels = `The warehouse packs your order${shippingMethod ? ` and sends it by ${shippingMethod.toLowerCase()}` : ''}. You can track each parcel on the order page.`;
  if (orderStatus !== 'AwaitingApproval') return [mail, parcels];
  return [
    mail,
    'An approver in your organisation reviews the order. Until then the garments are reserved for you and nothing is sent.',
    `We will email you once it is approved. ${parcels}`,
  ];
}
