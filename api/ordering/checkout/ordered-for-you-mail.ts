import type { Actor } from '#api/platform/http/scope.ts';
import { button, greeting, paragraph } from '#api/platform/mail/blocks.ts';
import { defineMail } from '#api/platform/mail/mail-definition.ts';
import { type QueuedMail, toQueuedMail } from '#api/platform/mail/outbox.queries.ts';
import { type MailedOrder, type OrderForMail, toMailedOrder } from '../mails/mailed-order.rules.ts';
import { andForProof, describeNextMail, orderBlocks } from '../mails/order-blocks.ts';

/** Garments that someone ordered for the recipient; the lines are those for the recipient alone. */
interface OrderedForYou extends MailedOrder {
  orderId: number;
  firstName: string;
  /** Who ordered. */
  orderedBy: string;
  requiresApproval: boolean;
}

/** Tells the wearers of an order's lines what was ordered for them, or that it is waiting for approval. */
export const orderedForYouMail = defineMail<OrderedForYou>({
  name: 'ordered-for-you',
  compose: ({ data, link }) => {
    const nextStep = data.requiresApproval
      ? `The order is now waiting for approval${andForProof(data)}. We will email you when a decision has been made.`
      : describeNextMail(data);
    return {
      subject: `${data.orderedBy} has ordered for you: order ${data.orderId}`,
      preview: nextStep,
      title: `${data.orderedBy} has ordered for you`,
      blocks: [
        greeting(data.firstName),
        paragraph(`${data.orderedBy} has ordered these garments for you in order ${data.orderId}. ${nextStep}`),
        ...orderBlocks(data),
        button('View order', link(`/index/orders/${data.orderId}`)),
      ],
    };
  },
});

/** The mail to one wearer of an order's lines, with these lines and the amounts that they see. */
export const toOrderedForYou = (
  wearer: Actor,
  { orderId, requiresApproval, order }: Pick<OrderedForYou, 'orderId' | 'requiresApproval'> & { order: OrderForMail },
): QueuedMail =>
  toQueuedMail(orderedForYouMail, {
    organisationId: wearer.organisationId,
    brandId: wearer.brandId,
    recipient: wearer.email,
    data: {
      orderId,
      firstName: wearer.firstName,
      orderedBy: order.personName,
      requiresApproval,
      ...toMailedOrder(order, { ...wearer, isWearer: true }),
    },
    dedupeKey: `order-placed:${orderId}:${wearer.customerId}`,
  });
