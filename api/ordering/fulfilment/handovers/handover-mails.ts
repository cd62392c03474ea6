import { button, greeting, paragraph } from '#api/platform/mail/blocks.ts';
import { defineMail } from '#api/platform/mail/mail-definition.ts';
import type { OrderMailData } from '../../mails/mail-order-people.actions.ts';
import { nameOrder } from '../../mails/order-name.ts';
import { namePieces } from '../../order-states/line-names.rules.ts';

/** Pieces of an order wait to be collected. */
export interface ReadyToCollect extends OrderMailData {
  collectFrom: string | null;
  openingHours: string | null;
  lines: { name: string; quantity: number }[];
}

/** Sent when pieces of an order are packed and wait to be collected. */
export const readyToCollectMail = defineMail<ReadyToCollect>({
  name: 'order-ready-to-collect',
  compose: ({ data, link }) => ({
    subject: `Order ${data.orderId} is ready to collect`,
    preview: [data.collectFrom, data.openingHours].filter(Boolean).join('. '),
    title: `Order ${data.orderId} is ready to collect`,
    blocks: [
      greeting(data.firstName),
      paragraph(`These garments of ${nameOrder(data)} are ready to collect: ${data.lines.map(namePieces).join('; ')}.`),
      ...(data.collectFrom === null ? [] : [paragraph(`Collect from: ${data.collectFrom}.`)]),
      ...(data.openingHours === null ? [] : [paragraph(`Opening hours: ${data.openingHours}.`)]),
      paragraph(`Please give the order number, ${data.orderId}. Someone else may collect it for you.`),
      button('View order', link(`/index/orders/${data.orderId}`)),
    ],
  }),
});
