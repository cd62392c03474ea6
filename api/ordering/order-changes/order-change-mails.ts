import { button, greeting, type MailBlock, paragraph, quote } from '#api/platform/mail/blocks.ts';
import { defineMail } from '#api/platform/mail/mail-definition.ts';
import type { OrderMailData } from '../mails/mail-order-people.actions.ts';
import type { MailedOrder } from '../mails/mailed-order.rules.ts';
import { orderBlocks } from '../mails/order-blocks.ts';
import { nameOrder } from '../mails/order-name.ts';

/** A change of an order, for its person or for who placed it. */
interface OrderChanged extends OrderMailData {
  /** Who changed it; null when the recipient did. */
  changedBy: string | null;
  reason: string | null;
  /** What has changed, as sentences, without amounts for people who see none. */
  outcome: string[];
  /** The order as it is now; absent where nothing is left of it. */
  order?: MailedOrder;
}

/** The order as it is after a change; nothing in mails that were queued before they contained it. */
const describeNow = ({ order }: { order?: MailedOrder }): MailBlock[] =>
  order === undefined ? [] : [paragraph('The order is now:'), ...orderBlocks(order)];

const describeChange = (data: OrderChanged, verb: 'cancelled' | 'changed') => [
  greeting(data.firstName),
  paragraph(`${data.changedBy === null ? 'You have' : `${data.changedBy} has`} ${verb} ${nameOrder(data)}.`),
  ...(data.reason === null ? [] : [paragraph('The reason given:'), quote(data.reason)]),
  ...data.outcome.map(paragraph),
];

/** Sent when nothing is left of an order. */
export const orderCancelledMail = defineMail<OrderChanged>({
  name: 'order-cancelled',
  compose: ({ data, link }) => ({
    subject: `Order ${data.orderId} was cancelled`,
    preview: 'Nothing will be sent.',
    title: `Order ${data.orderId} was cancelled`,
    blocks: [...describeChange(data, 'cancelled'), button('View order', link(`/index/orders/${data.orderId}`))],
  }),
});

/** Sent when pieces of an order were cancelled, or became another size or colour. */
export const orderChangedMail = defineMail<OrderChanged>({
  name: 'order-changed',
  compose: ({ data, link }) => ({
    subject: `Order ${data.orderId} was changed`,
    preview: data.outcome[0] ?? '',
    title: `Order ${data.orderId} was changed`,
    blocks: [
      ...describeChange(data, 'changed'),
      ...describeNow(data),
      button('View order', link(`/index/orders/${data.orderId}`)),
    ],
  }),
});

/** A change of an order, for someone who can decide on it. */
interface ApprovalAffected {
  orderId: number;
  firstName: string;
  personName: string;
  changedBy: string;
  /** Why it needs approval, in words. */
  reasons: string[];
  /** The order as it is now; absent where it was cancelled. */
  order?: MailedOrder;
}

/** Sent to those who can decide on an order that needs approval because it was changed. Its link decides nothing. */
export const approvalRequestedAgainMail = defineMail<ApprovalAffected>({
  name: 'approval-requested-again',
  compose: ({ data, link }) => ({
    subject: `Order ${data.orderId} of ${data.personName} was changed and needs approval`,
    preview: 'Nothing is sent before it is approved.',
    title: `Order ${data.orderId} was changed and needs approval`,
    blocks: [
      greeting(data.firstName),
      paragraph(
        `${data.changedBy} has changed order ${data.orderId} of ${data.personName}, which now needs approval. Nothing is sent before it is approved.`,
      ),
      paragraph(`Why: ${data.reasons.join('. ')}.`),
      ...describeNow(data),
      button('View order', link(`/index/approvals?order=${data.orderId}`)),
    ],
  }),
});

/** An order that waits and has become dearer, for someone who can decide on it. */
interface ApprovalDearer extends Omit<ApprovalAffected, 'reasons'> {
  /** What has changed, as sentences, without amounts for people who see none. */
  changes: string[];
}

/** Sent to those who can decide on an order that waits when it has become dearer, once for each change. Its link decides nothing. */
export const approvalDearerMail = defineMail<ApprovalDearer>({
  name: 'approval-dearer',
  compose: ({ data, link }) => ({
    subject: `Order ${data.orderId} of ${data.personName} now costs more`,
    preview: data.changes[0] ?? 'It is waiting for your approval.',
    title: `Order ${data.orderId} now costs more`,
    blocks: [
      greeting(data.firstName),
      paragraph(
        `${data.changedBy} has changed order ${data.orderId} of ${data.personName}, which is waiting for your approval. It now costs more.`,
      ),
      ...data.changes.map(paragraph),
      ...describeNow(data),
      button('View order', link(`/index/approvals?order=${data.orderId}`)),
    ],
  }),
});

/** Sent to those who were asked to approve an order that was then cancelled. */
export const approvalWithdrawnMail = defineMail<ApprovalAffected>({
  name: 'approval-withdrawn',
  compose: ({ data, link }) => ({
    subject: `Order ${data.orderId} no longer needs your approval`,
    preview: 'It was cancelled.',
    title: `Order ${data.orderId} no longer needs your approval`,
    blocks: [
      greeting(data.firstName),
      paragraph(
        `${data.changedBy} has cancelled order ${data.orderId} of ${data.personName}, which was waiting for your approval. You do not need to do anything.`,
      ),
      button('View order', link(`/index/approvals?order=${data.orderId}`)),
    ],
  }),
});

export const orderChangeMails = [
  orderCancelledMail,
  orderChangedMail,
  approvalRequestedAgainMail,
  approvalDearerMail,
  approvalWithdrawnMail,
];
