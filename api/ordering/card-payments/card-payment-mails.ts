import { formatMoney } from '#api/catalogue/pricing/format-money.rules.ts';
import { button, greeting, note, paragraph } from '#api/platform/mail/blocks.ts';
import { defineMail } from '#api/platform/mail/mail-definition.ts';
import type { OrderMailData } from '../mails/mail-order-people.actions.ts';
import { nameOrder } from '../mails/order-name.ts';

const viewOrder = ({ orderId }: OrderMailData, link: (path: string) => string, label = 'View order') =>
  button(label, link(`/index/orders/${orderId}`));

/** Money that an order no longer needed. */
interface PaymentNotTaken extends OrderMailData {
  amountMinor: number;
  currencyCode: string;
  /** The order was cancelled; otherwise it had been paid. */
  isCancelled: boolean;
}

/** Sent when a payment arrives for an order that was cancelled or paid before: it is refunded. */
export const paymentNotTakenMail = defineMail<PaymentNotTaken>({
  name: 'payment-not-taken',
  compose: ({ data, link }) => {
    const amount = formatMoney(data.amountMinor, data.currencyCode);
    const why = data.isCancelled ? 'after it had been cancelled' : 'after it had been paid already';
    return {
      subject: `Your payment for order ${data.orderId} is being refunded`,
      preview: `${amount} goes back to the card.`,
      title: `Your payment for order ${data.orderId} is being refunded`,
      blocks: [
        greeting(data.firstName),
        paragraph(
          `A payment of ${amount} for ${nameOrder(data)} has arrived ${why}. All of it goes back to the card that was used.`,
        ),
        note(
          data.isCancelled
            ? 'Nothing will be sent. If you still need the garments, please order them again.'
            : 'The order is not affected, and you need not do anything.',
        ),
        viewOrder(data, link),
      ],
    };
  },
});

/** An order that waits for the payment; `dueOn` as people read it: 3 December 2026 at 17:05. */
interface PaymentDue extends OrderMailData {
  amountMinor: number;
  currencyCode: string;
  dueOn: string;
}

/** Sent when an order has been approved of which a card pays something. Its link pays nothing by itself. */
export const paymentDueMail = defineMail<PaymentDue>({
  name: 'payment-due',
  compose: ({ data, link }) => {
    const amount = formatMoney(data.amountMinor, data.currencyCode);
    return {
      subject: `Please pay for order ${data.orderId}`,
      preview: `${amount} is to be paid by card until ${data.dueOn}.`,
      title: `Please pay for order ${data.orderId}`,
      blocks: [
        greeting(data.firstName),
        paragraph(
          `${nameOrder(data).replace(/^./, (first) => first.toUpperCase())} has been approved. ${amount} is to be paid by card until ${data.dueOn}. It is sent once it has been paid.`,
        ),
        viewOrder(data, link, 'Pay now'),
        note('If it is not paid in time, the order is cancelled and its lines go back to the cart.'),
      ],
    };
  },
});

/** Sent once, a day before the time to pay for an approved order ends. */
export const paymentReminderMail = defineMail<PaymentDue>({
  name: 'payment-reminder',
  compose: ({ data, link }) => {
    const amount = formatMoney(data.amountMinor, data.currencyCode);
    return {
      subject: `Reminder: please pay for order ${data.orderId}`,
      preview: `${amount} is to be paid by card until ${data.dueOn}.`,
      title: `Order ${data.orderId} has not been paid`,
      blocks: [
        greeting(data.firstName),
        paragraph(`${amount} of ${nameOrder(data)} is to be paid by card until ${data.dueOn}. Otherwise the order is cancelled.`),
        viewOrder(data, link, 'Pay now'),
        note('If it is not paid in time, its lines go back to the cart, where they can be ordered again.'),
      ],
    };
  },
});

/** Sent when an order was cancelled because it was not paid in time. */
export const paymentExpiredMail = defineMail<OrderMailData>({
  name: 'payment-expired',
  compose: ({ data, link }) => ({
    subject: `Order ${data.orderId} was cancelled: it was not paid in time`,
    preview: 'Nothing was charged, and nothing will be sent.',
    title: `Order ${data.orderId} was cancelled`,
    blocks: [
      greeting(data.firstName),
      paragraph(
        `The payment for ${nameOrder(data)} has not arrived in time, so the order has been cancelled. Nothing was charged, and nothing will be sent.`,
      ),
      paragraph(
        data.personName === null
          ? 'Its lines are in your cart again, so that you can order them anew.'
          : `Its lines are in the cart of ${data.personName} again.`,
      ),
      note('Any entitlement that it used is available again. If a payment arrives later, it is refunded.'),
      data.personName === null ? button('View cart', link('/index/cart')) : viewOrder(data, link),
    ],
  }),
});

export const cardPaymentMails = [paymentNotTakenMail, paymentDueMail, paymentReminderMail, paymentExpiredMail];
