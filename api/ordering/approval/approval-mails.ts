import { button, greeting, note, paragraph, quote } from '#api/platform/mail/blocks.ts';
import { defineMail } from '#api/platform/mail/mail-definition.ts';
import type { MailedOrder } from '../mails/mailed-order.rules.ts';
import { orderBlocks } from '../mails/order-blocks.ts';

/** An order that waits for approval, for someone who can decide on it. */
interface ApprovalRequested extends MailedOrder {
  orderId: number;
  firstName: string;
  personName: string;
  /** Who placed the order for the person; null when they did themselves. */
  placedBy: string | null;
  /** Why it needs approval, in words. */
  reasons: string[];
  /** What the person says about pieces beyond the entitlement. */
  explanations: string[];
  /** The last day for a decision as people read it: 12 December 2026. */
  expiresOn: string;
}

/** Sent to those who can decide on a new order. Its link decides nothing. */
export const approvalRequestedMail = defineMail<ApprovalRequested>({
  name: 'approval-requested',
  compose: ({ data, link }) => ({
    subject: `Order ${data.orderId} of ${data.personName} is waiting for your approval`,
    preview: data.reasons.join('. '),
    title: `Order ${data.orderId} is waiting for your approval`,
    blocks: [
      greeting(data.firstName),
      paragraph(
        data.placedBy === null
          ? `${data.personName} has placed order ${data.orderId}, which needs approval.`
          : `${data.placedBy} has placed order ${data.orderId} for ${data.personName}. It needs approval.`,
      ),
      ...(data.reasons.length > 0 ? [paragraph(`Why: ${data.reasons.join('. ')}.`)] : []),
      ...data.explanations.map(quote),
      ...orderBlocks(data),
      button('View order', link(`/index/approvals?order=${data.orderId}`)),
      note(`Opening the order does not approve it. The order is cancelled if no one has decided by ${data.expiresOn}.`),
    ],
  }),
});
