import type { ReplyOf } from '#contract/index.ts';

type Order = Pick<
  ReplyOf<'GET /api/orders/:id'>['orders'][number],
  'orderStatus' | 'customer' | 'shippingMethod' | 'deliveryKind' | 'waitsForProof'
>;

const PROOF =
  'Your supplier shows your administrators a proof of each new logo or text. Nothing is made or sent before it is approved; the order page shows what it waits for.';

/** What happens after ordering, one sentence per step, in order. */
export function describeNextSteps(order: Order): string[] {
  const { orderStatus, customer } = order;
  const mail = `We have sent a confirmation to ${customer.email}.`;
  if (orderStatus === 'Rejected' || orderStatus === 'Cancelled') return ['This order will not be sent. Open it to see why.'];
  const proof = order.waitsForProof ? [PROOF] : [];
  if (orderStatus !== 'AwaitingApproval') return [mail, ...proof, describeDelivery(order)];
  return [
    mail,
    'An approver in your organisation reviews the order. Until then the garments are reserved for you and nothing is sent.',
    ...proof,
    `We will email you once it is approved. ${describeDelivery(order)}`,
  ];
}

/** How the garments reach their person. The option is in brackets, for its name is the supplier's and fits into no sentence. */
function describeDelivery({ shippingMethod, deliveryKind }: Order): string {
  if (deliveryKind === 'collected') return 'The warehouse packs your order. We will email you when it is ready to collect.';
  return `The warehouse packs and sends your order${shippingMethod ? ` (${shippingMethod})` : ''}. You can track each parcel on the order page.`;
}
