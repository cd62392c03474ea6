import { button, formatCount, greeting, type MailBlock, note, paragraph } from '#api/platform/mail/blocks.ts';
import { html, oneLine } from '#api/platform/mail/html.ts';
import { defineMail } from '#api/platform/mail/mail-definition.ts';
import { INK, SANS } from '#api/platform/mail/mail-theme.ts';
import type { OrderMailData } from '../mails/mail-order-people.actions.ts';

/** Orders that wait for a decision. Days as people read them: 12 December 2026. */
interface WaitingOrders {
  firstName: string;
  /** The first of them. */
  orders: { orderId: number; personName: string; requestedOn: string; expiresOn: string }[];
  /** How many there are in all. */
  count: number;
}

/** `Order 10482 of Zoë Quinn, placed on 20 November 2026`, one line for each order. */
function orderList({ orders }: WaitingOrders): MailBlock {
  const lines = orders.map(({ orderId, personName, requestedOn, expiresOn }) =>
    oneLine(
      `Order ${orderId} for ${personName}, waiting since ${requestedOn}. It is cancelled on ${expiresOn} if no one decides.`,
    ),
  );
  return {
    html: () =>
      html`<ul style="margin:0 0 16px;padding-left:22px;font:400 16px/1.55 ${SANS};color:${INK}">${lines.map((line) => html`<li class="ink" style="margin:0 0 6px">${line}</li>`)}</ul>`,
    text: lines.map((line) => `- ${line}`).join('\n'),
  };
}

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
      paragraph('Nothing is sent to these people before their orders are approved:'),
      orderList(data),
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
      paragraph('No one has decided on these orders. As an administrator of the whole organisation, you can decide on them now:'),
      orderList(data),
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
