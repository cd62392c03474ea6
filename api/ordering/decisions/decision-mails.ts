import { button, greeting, type MailBlock, note, paragraph, quote } from '#api/platform/mail/blocks.ts';
import { defineMail } from '#api/platform/mail/mail-definition.ts';
import type { OrderMailData } from '../mails/mail-order-people.actions.ts';
import type { MailedLine, MailedOrder } from '../mails/mailed-order.rules.ts';
import { describeNextMail, lineTable, orderBlocks } from '../mails/order-blocks.ts';
import { nameOrder } from '../mails/order-name.ts';

/** A decision on an order, for its person, for who placed it or for a wearer of its lines. Amounts in minor units, as the recipient sees prices. */
interface OrderDecided extends OrderMailData {
  decidedBy: string;
  reason: string | null;
  currencyCode: string;
  /** The order as it was approved, of which nothing is left when nothing was. */
  order: MailedOrder;
  dropped: MailedLine[];
  sentBack: MailedLine[];
}

const reasonOf = ({ reason }: OrderDecided): MailBlock[] =>
  reason === null ? [] : [paragraph('The reason given:'), quote(reason)];
const listed = (data: OrderDecided, title: string, lines: readonly MailedLine[]): MailBlock[] =>
  lines.length === 0 ? [] : [paragraph(title), lineTable(lines, data.currencyCode)];
const viewOrder = ({ orderId }: OrderDecided, link: (path: string) => string) =>
  button('View order', link(`/index/orders/${orderId}`));
const openCart = (data: OrderDecided, link: (path: string) => string) =>
  data.personName === null ? button('View cart', link('/index/cart')) : viewOrder(data, link);
const cartOf = ({ personName }: OrderDecided) => (personName === null ? 'your cart' : `the cart of ${personName}`);

/** Sent when every piece of an order was approved. */
export const orderApprovedMail = defineMail<OrderDecided>({
  name: 'order-approved',
  compose: ({ data, link }) => ({
    subject: `Order ${data.orderId} was approved`,
    preview: describeNextMail(data.order),
    title: `Order ${data.orderId} was approved`,
    blocks: [
      greeting(data.firstName),
      paragraph(`${data.decidedBy} has approved ${nameOrder(data)}. ${describeNextMail(data.order)}`),
      ...orderBlocks(data.order),
      viewOrder(data, link),
    ],
  }),
});

/** Sent when only some lines or pieces of an order were approved. */
export const orderPartlyApprovedMail = defineMail<OrderDecided>({
  name: 'order-partly-approved',
  compose: ({ data, link }) => ({
    subject: `Order ${data.orderId} was approved in part`,
    preview: 'Some of it was not approved.',
    title: `Order ${data.orderId} was approved in part`,
    blocks: [
      greeting(data.firstName),
      paragraph(`${data.decidedBy} has approved part of ${nameOrder(data)}.`),
      ...reasonOf(data),
      paragraph('Approved:'),
      ...orderBlocks(data.order),
      ...listed(data, 'Not approved:', data.dropped),
      ...listed(data, `Sent back to ${cartOf(data)}, to change and order again:`, data.sentBack),
      data.sentBack.length > 0 ? openCart(data, link) : viewOrder(data, link),
    ],
  }),
});

/** Sent when nothing of an order was approved. */
export const orderRejectedMail = defineMail<OrderDecided>({
  name: 'order-rejected',
  compose: ({ data, link }) => ({
    subject: `Order ${data.orderId} was rejected`,
    preview: 'Nothing will be sent.',
    title: `Order ${data.orderId} was rejected`,
    blocks: [
      greeting(data.firstName),
      paragraph(`${data.decidedBy} has rejected ${nameOrder(data)}. Nothing will be sent.`),
      ...reasonOf(data),
      lineTable(data.dropped, data.currencyCode),
      note('Any entitlement that it used is available again.'),
      viewOrder(data, link),
    ],
  }),
});

/** Sent when an order goes back to the cart, to be changed and ordered again. */
export const orderSentBackMail = defineMail<OrderDecided>({
  name: 'order-sent-back',
  compose: ({ data, link }) => ({
    subject: `Order ${data.orderId} was sent back`,
    preview: 'Change it and order again.',
    title: `Order ${data.orderId} was sent back`,
    blocks: [
      greeting(data.firstName),
      paragraph(
        data.personName === null
          ? `${data.decidedBy} has sent back ${nameOrder(data)}. Its lines are back in your cart, where you can change them and order again.`
          : `${data.decidedBy} has sent back ${nameOrder(data)}. Its lines are back in ${cartOf(data)}, where they can be changed and ordered again.`,
      ),
      ...reasonOf(data),
      ...listed(data, 'Back in the cart:', data.sentBack),
      ...listed(data, 'Not approved:', data.dropped),
      openCart(data, link),
    ],
  }),
});

export const decisionMails = [orderApprovedMail, orderPartlyApprovedMail, orderRejectedMail, orderSentBackMail];
