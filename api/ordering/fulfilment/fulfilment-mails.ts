import { button, greeting, type MailBlock, paragraph, quote } from '#api/platform/mail/blocks.ts';
import { defineMail } from '#api/platform/mail/mail-definition.ts';
import { factTable, itemTable } from '#api/platform/mail/tables.ts';
import type { OrderMailData } from '../mails/mail-order-people.actions.ts';
import { nameOrder } from '../mails/order-name.ts';
import { namePieces } from '../order-states/line-names.rules.ts';
import { readyToCollectMail } from './handovers/handover-mails.ts';

/** Pieces in a mail. */
interface MailedPieces {
  name: string;
  quantity: number;
  sku?: string;
  /** Whose they are, where that is not the person of the order. */
  wearerName?: string | null;
  /** The day by which they are expected to be sent, in words. */
  due?: string | null;
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
  rest: MailedPieces[];
  /** The lines of the address. */
  deliverTo?: readonly string[];
}

const tableOf = (lines: readonly MailedPieces[]): MailBlock =>
  itemTable(
    lines.map(({ quantity, name, sku, wearerName, due }) => ({
      quantity,
      name,
      details: [sku ?? null, wearerName ? `for ${wearerName}` : null, due ? `expected to be sent by ${due}` : null],
    })),
  );

/** A parcel: what it is called where there are several, who brings it and under which number, and its garments. */
function parcelBlocks({ carrier, trackingNumber, trackingUrl, lines }: MailedParcel, index: number, count: number): MailBlock[] {
  const label = count > 1 ? `Parcel ${index + 1}` : 'In the parcel';
  const courier = [carrier, trackingNumber].filter(Boolean).join(' ');
  return [
    paragraph(`${[label, courier].filter(Boolean).join(', ')}:`),
    tableOf(lines),
    ...(trackingUrl === null ? [] : [button(count > 1 ? `Track parcel ${index + 1}` : 'Track parcel', trackingUrl)]),
  ];
}

/** Sent when pieces of an order have left the warehouse. */
export const orderShippedMail = defineMail<OrderShipped>({
  name: 'order-shipped',
  compose: ({ data, link }) => {
    const isWhole = data.rest.length === 0;
    return {
      subject: isWhole ? `Order ${data.orderId} is on its way` : `Part of order ${data.orderId} is on its way`,
      preview: data.parcels.flatMap(({ lines }) => lines.map(namePieces)).join('; '),
      title: isWhole ? `Order ${data.orderId} is on its way` : `Part of order ${data.orderId} is on its way`,
      blocks: [
        greeting(data.firstName),
        paragraph(isWhole ? `We have sent ${nameOrder(data)}.` : `We have sent part of ${nameOrder(data)}.`),
        ...data.parcels.flatMap((parcel, index) => parcelBlocks(parcel, index, data.parcels.length)),
        ...(isWhole ? [] : [paragraph('Still to follow:'), tableOf(data.rest)]),
        ...factTable([['Deliver to', data.deliverTo ?? null]]),
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
      paragraph(`There is a new date for ${nameOrder(data)}:`),
      itemTable(
        data.lines.map(({ due, before, ...pieces }) => ({
          ...pieces,
          details: [`expected to be sent by ${due}${before ? ` instead of ${before}` : ''}`],
        })),
      ),
      ...(data.reason === null ? [] : [paragraph('The reason given:'), quote(data.reason)]),
      button('View order', link(`/index/orders/${data.orderId}`)),
    ],
  }),
});

export const fulfilmentMails = [orderShippedMail, dateMovedMail, readyToCollectMail];
