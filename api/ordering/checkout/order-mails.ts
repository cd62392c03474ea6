import { button, greeting, paragraph } from '#api/platform/mail/blocks.ts';
import { defineMail } from '#api/platform/mail/mail-definition.ts';
import type { MailedOrder } from '../mails/mailed-order.rules.ts';
import { andForProof, describeNextMail, orderBlocks } from '../mails/order-blocks.ts';

/** Data of the mail that confirms an order. */
interface OrderPlaced extends MailedOrder {
  orderId: number;
  firstName: string;
  requiresApproval: boolean;
}

/** Confirms that an order was received, or that it is waiting for approval. */
export const orderPlacedMail = defineMail<OrderPlaced>({
  name: 'order-placed',
  compose: ({ data, link }) => {
    const nextStep = data.requiresApproval
      ? `It is now waiting for approval${andForProof(data)}. We will email you when a decision has been made.`
      : describeNextMail(data);
    return {
      subject: data.requiresApproval
        ? `Order ${data.orderId} is waiting for approval`
        : `We have received your order ${data.orderId}`,
      preview: nextStep,
      title: data.requiresApproval ? `Order ${data.orderId} is waiting for approval` : `Thank you for order ${data.orderId}`,
      blocks: [
        greeting(data.firstName),
        paragraph(`Your order ${data.orderId} has been received. ${nextStep}`),
        ...orderBlocks(data),
        button('View order', link(`/index/orders/${data.orderId}`)),
      ],
    };
  },
});
