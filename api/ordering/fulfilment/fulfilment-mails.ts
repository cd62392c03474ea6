import { button, greeting, paragraph, quote } from '#api/platform/mail/blocks.ts';
import { defineMail } from '#api/platform/mail/mail-definition.ts';
import type { OrderMailData } from '../mails/mail-order-people.actions.ts';
import { nameOrder } from '../mails/order-name.ts';
import { namePieces } from '../order-states/line-names.rules.ts';
import { readyToCollectMail } from './handovers/handover-mails.ts';

/** Pieces in a mail. */
interface MailedPieces {
  name: string;
  quantity: number;
}

/** A parcel in a mail. */
interface MailedParcel {
  carrier: string | null;
  trackingNumber: string | null;
  trackingUrl: string | null;
  lines: MailedPieces[];
}

/** Pieces of an order were shipped. */
export interface OrderShipped extends OrderMailData {
  parcels: MailedParcel[];
  /** What is still to follow, with its day in words where one is known. */
  rest: (MailedPieces & { due: string | null })[];
}

/** `Parcel 1, Northline Parcels NL123: 2 × Polo shirt, Navy, L; 1 × Cap.` */
function describeParcel({ carrier, trackingNumber, lines }: MailedParcel, index: number, count: number): string {
  const label = [count > 1 ? `Parcel ${index + 1}` : 'In the parcel', [carrier, trackingNumber].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ');
  return `${label}: ${lines.map(namePieces).join('; ')}.`;
}

/** Sent when pieces of an order have left the warehouse. */
export const orderShippedMail = defineMail<OrderShipped>({
  name: 'order-shipped',
  compose: ({ data, link }) => {
    const isWhole = data.rest.length === 0;
    const tracked = data.parcels.filter(({ trackingUrl }) => trackingUrl !== null);
    return {
      subject: isWhole ? `Order ${data.orderId} is on its way` : `Part of order ${data.orderId} is on its way`,
      preview: data.parcels.flatMap(({ lines }) => lines.map(namePieces)).join('; '),
      title: isWhole ? `Order ${data.orderId} is on its way` : `Part of order ${data.orderId} is on its way`,
      blocks: [
        greeting(data.firstName),
        paragraph(isWhole ? `We have sent ${nameOrder(data)}.` : `We have sent a part of ${nameOrder(data)}.`),
        ...data.parcels.map((parcel, index) => paragraph(describeParcel(parcel, index, data.parcels.length))),
        ...(isWhole
          ? []
          : [
              paragraph(
                `Still to follow: ${data.rest.map((line) => `${namePieces(line)}${line.due ? `, expected to be sent by ${line.due}` : ''}`).join('; ')}.`,
              ),
            ]),
        ...tracked.map(({ trackingUrl }, index) =>
          button(tracked.length > 1 ? `Track parcel ${index + 1}` : 'Track parcel', trackingUrl as string),
        ),
        button('View order', link(`/index/orders/${data.orderId}`)),
      ],
    };
  },
});

/** Pieces of an order were promised for another day. */
interface DateMoved extends OrderMailData {
  reason: string | null;
  /** The pieces with their new and, where one was promised, old day in words. */
  lines: (MailedPieces & { due: string; before: string | null })[];
}

/** Sent when pending pieces are promised for another day. */
export const dateMovedMail = defineMail<DateMoved>({
  name: 'order-date-moved',
  compose: ({ data, link }) => ({
    subject: `New date for order ${data.orderId}`,
    preview: data.lines.map((line) => `${namePieces(line)}: ${line.due}`).join('; '),
    title: `New date for order ${data.orderId}`,
    blocks: [
      greeting(data.firstName),
      paragraph(`The date on which we expect to send pieces of ${nameOrder(data)} has changed.`),
      ...data.lines.map((line) =>
        paragraph(`${namePieces(line)}: ${line.due}${line.before ? ` instead of ${line.before}` : ''}.`),
      ),
      ...(data.reason === null ? [] : [paragraph('The reason given:'), quote(data.reason)]),
      button('View order', link(`/index/orders/${data.orderId}`)),
    ],
  }),
});

export const fulfilmentMails = [orderShippedMail, dateMovedMail, readyToCollectMail];
