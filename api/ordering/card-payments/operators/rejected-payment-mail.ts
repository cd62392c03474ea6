import { formatMoney } from '#api/catalogue/pricing/format-money.rules.ts';
import { button, greeting, note, paragraph, quote } from '#api/platform/mail/blocks.ts';
import { defineMail } from '#api/platform/mail/mail-definition.ts';
import type { OrderMailData } from '../../mails/mail-order-people.actions.ts';
import { nameOrder } from '../../mails/order-name.ts';

/** A held payment that is refunded. */
interface RejectedPayment extends OrderMailData {
  amountMinor: number;
  currencyCode: string;
  reason: string;
  /** The order was cancelled with it. */
  isCancelled: boolean;
}

/** Sent when an operator refunds a payment that was held, and cancels its order. */
export const rejectedPaymentMail = defineMail<RejectedPayment>({
  name: 'payment-rejected',
  compose: ({ data, link }) => {
    const title = `Your payment for order ${data.orderId} is being refunded`;
    const amount = formatMoney(data.amountMinor, data.currencyCode);
    return {
      subject: title,
      preview: `${amount} goes back to the card.`,
      title,
      blocks: [
        greeting(data.firstName),
        paragraph(
          `We could not accept a payment of ${amount} for ${nameOrder(data)}. All of it goes back to the card that was used.`,
        ),
        quote(data.reason),
        ...(data.isCancelled
          ? [
              note(
                'The order has been cancelled, and nothing will be sent. Its lines are in the cart again, and can be ordered from there.',
              ),
            ]
          : []),
        button('View order', link(`/index/orders/${data.orderId}`)),
      ],
    };
  },
});
