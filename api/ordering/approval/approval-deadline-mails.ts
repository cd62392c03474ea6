import { button, formatCount, greeting, type MailBlock, note, paragraph } from '#api/platform/mail/blocks.ts';
import { defineMail } from '#api/platform/mail/mail-definition.ts';
import { bulletList } from '#api/platform/mail/tables.ts';
import type { OrderMailData } from '../mails/mail-order-people.actions.ts';

/** Orders that wait for a decision. Days as people read them: 12 December 2026. */
interface WaitingOrders {
  firstName: string;
  /** The first of them. */
  orders: { orderId: number; personName: string; requestedOn: string; expiresOn: string }[];
  /** How many there are in all. */
  count: number;
}

/** The orders, each with a link to it. */
const orderList = ({ orders }: WaitingOrders, link: (path: string) => string): MailBlock =>
  bulletList(
    orders.map(({ orderId, personName, requestedOn, expiresOn }) => ({
      link: { label: `Order ${orderId}`, url: link(`/index/approvals?order=${orderId}`) },
      text: `for ${personName}, waiting since ${requestedOn}. It is cancelled on ${expiresOn} if no one decides.`,
    })),
  );

const more = ({ orders, count }: WaitingOrders): MailBlock[] =>
  count > orders.length ? [paragraph(`And ${formatCount(count - orders.length, 'more order')}.`)] : [];

const areWaiting = (count: number) => `${formatCount(count, 'order')} ${count === 1 ? 'is' : 'are'} waiting`;

const haveWaited = (count: number) =>
  `${formatCount(count, 'order')} ${count === 1 ? 'has' : 'have'} waited too long for approval`;

const openWaiting = ({ orders, count }: WaitingOrders, link: (path: string) => string): MailBlock =>
  count === 1
    ? button('View order', link(`/index/approvals?order=${orders[0]?.orderId}`))
    : button('View orders', link('/index/approvals'));

/** Sent to those who can decide, on the working day after the orders were placed. Its link decides nothing. */
export const approvalReminderMail = defineMail<WaitingOrders>({
  name: 'approval-reminder',
  compose: ({ data, link }) => ({
    subject: `Reminder: ${areWaiting(data.count)} for your approval`,
    preview: 'Nothing is sent before it is approved.',
    title: `${areWaiting(data.count)} for your approval`,
    blocks: [
      greeting(data.firstName),
      paragraph('Nothing is sent until you or another approver has decided:'),
      orderList(data, link),
      ...more(data),
      openWaiting(data, link),
    ],
  }),
});

/** Sent to the administrators of the whole organisation when no one has decided for as many days as the organisation sets. */
export const approvalEscalatedMail = defineMail<WaitingOrders>({
  name: 'approval-escalated',
  compose: ({ data, link }) => ({
    subject: haveWaited(data.count),
    preview: 'No one has decided. You can decide now.',
    title: haveWaited(data.count),
    blocks: [
      greeting(data.firstName),
      paragraph('No one has decided yet. As an administrator of the whole organisation, you can decide now:'),
      orderList(data, link),
      ...more(data),
      openWaiting(data, link),
    ],
  }),
});

/** "Order 10001, which you placed for Ana Lima,": an order at the start of a sentence. */
function startWithOrder({ orderId, personName, isWearer = false }: OrderMailData): string {
  if (personName === null) return `Your order ${orderId}`;
  return isWearer
    ? `Order ${orderId}, which ${personName} ordered for you,`
    : `Order ${orderId}, which you placed for ${personName},`;
}

/** Sent to the people of an order on which no one decided. */
export const approvalExpiredMail = defineMail<OrderMailData>({
  name: 'approval-expired',
  compose: ({ data, link }) => ({
    subject: `Order ${data.orderId} was cancelled: no one approved it in time`,
    preview: 'Nothing will be sent.',
    title: `Order ${data.orderId} was cancelled`,
    blocks: [
      greeting(data.firstName),
      paragraph(
        `${startWithOrder(data)} needed approval, and no one decided in time. It has been cancelled and nothing will be sent.`,
      ),
      note('Any entitlement that it used is available again.'),
      button('View order', link(`/index/orders/${data.orderId}`)),
    ],
  }),
});

export const approvalDeadlineMails = [approvalReminderMail, approvalEscalatedMail, approvalExpiredMail];
