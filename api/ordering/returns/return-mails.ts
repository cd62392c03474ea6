import { button, greeting, paragraph, quote } from '#api/platform/mail/blocks.ts';
import { defineMail } from '#api/platform/mail/mail-definition.ts';
import { itemTable } from '#api/platform/mail/tables.ts';
import type { OrderMailData } from '../mails/mail-order-people.actions.ts';
import { namePieces } from '../order-states/line-names.rules.ts';

/** Pieces that are returned, as mails name them. */
export interface MailedReturn {
  number: string;
  name: string;
  quantity: number;
  /** The new size; null when nothing is exchanged. */
  exchangedFor: string | null;
}

interface ReturnRequested extends OrderMailData {
  lines: MailedReturn[];
  isExchange: boolean;
  /** Until when the new sizes are reserved, as people read it; null when nothing is exchanged. */
  reservedUntil: string | null;
}

const ofOrder = ({ orderId, personName }: OrderMailData) =>
  personName === null ? `your order ${orderId}` : `order ${orderId} of ${personName}`;
const returnTable = (lines: readonly MailedReturn[]) =>
  itemTable(
    lines.map(({ number, name, quantity, exchangedFor }) => ({
      quantity,
      name,
      details: [number, exchangedFor && `exchanged for ${exchangedFor}`],
    })),
  );
/** Leads to the return on the page of its order, where its label is. */
const viewReturn = (link: (path: string) => string, { orderId }: OrderMailData, line: MailedReturn | undefined) =>
  button(
    line?.exchangedFor == null ? 'View return' : 'View exchange',
    link(`/index/orders/${orderId}${line ? `#${line.number}` : ''}`),
  );

/** Confirms a request to return or exchange pieces. */
export const returnRequestedMail = defineMail<ReturnRequested>({
  name: 'return-requested',
  compose: ({ data, link }) => ({
    subject: data.isExchange ? `Your exchange from order ${data.orderId}` : `Your return from order ${data.orderId}`,
    preview: data.reservedUntil === null ? 'What to do next.' : `The new size is reserved until ${data.reservedUntil}.`,
    title: data.isExchange ? 'Exchange requested' : 'Return requested',
    blocks: [
      greeting(data.firstName),
      paragraph(`We have received a request to ${data.isExchange ? 'exchange' : 'return'} pieces of ${ofOrder(data)}:`),
      returnTable(data.lines),
      paragraph('Print the label, or write the number of the request on a note, and put it in the parcel with the pieces.'),
      ...(data.reservedUntil === null
        ? []
        : [
            paragraph(
              `The new size is reserved until ${data.reservedUntil}. Please send the pieces back by then. We send the new size as soon as they arrive.`,
            ),
          ]),
      viewReturn(link, data, data.lines[0]),
    ],
  }),
});

interface ReturnReceived extends OrderMailData {
  line: MailedReturn;
  /** Pieces received. */
  received: number;
  /** What happens next, as a sentence. */
  next: string;
}

/** Sent when returned pieces have arrived. */
export const returnReceivedMail = defineMail<ReturnReceived>({
  name: 'return-received',
  compose: ({ data, link }) => ({
    subject: `We have received your return ${data.line.number}`,
    preview: data.next,
    title: `Return ${data.line.number} received`,
    blocks: [
      greeting(data.firstName),
      paragraph(`${namePieces({ quantity: data.received, name: data.line.name })} of ${ofOrder(data)} has arrived.`),
      ...(data.received < data.line.quantity
        ? [paragraph(`You asked to return ${data.line.quantity}. You can ask again for the pieces that have not arrived.`)]
        : []),
      paragraph(data.next),
      viewReturn(link, data, data.line),
    ],
  }),
});

interface ReturnDecided extends OrderMailData {
  line: MailedReturn;
  /** What was decided, as a sentence. */
  outcome: string;
  reason: string | null;
}

/** Sent when a return was authorised, repaired, replaced, refunded or rejected. */
export const returnDecidedMail = defineMail<ReturnDecided>({
  name: 'return-decided',
  compose: ({ data, link }) => ({
    subject: `Your return ${data.line.number}: ${data.outcome.replace(/\.$/, '')}`,
    preview: data.outcome,
    title: `Return ${data.line.number}`,
    blocks: [
      greeting(data.firstName),
      paragraph(`${namePieces(data.line)} of ${ofOrder(data)}: ${data.outcome}`),
      ...(data.reason === null ? [] : [paragraph('The reason given:'), quote(data.reason)]),
      viewReturn(link, data, data.line),
    ],
  }),
});

interface ReturnCancelled extends OrderMailData {
  line: MailedReturn;
}

/** Sent when a return request was cancelled. */
export const returnCancelledMail = defineMail<ReturnCancelled>({
  name: 'return-cancelled',
  compose: ({ data, link }) => ({
    subject: `Return ${data.line.number} was cancelled`,
    preview: 'You do not need to send anything back.',
    title: `Return ${data.line.number} was cancelled`,
    blocks: [
      greeting(data.firstName),
      paragraph(
        `The request to ${data.line.exchangedFor === null ? 'return' : 'exchange'} ${namePieces(data.line)} of ${ofOrder(data)} was cancelled. You do not need to send anything back.`,
      ),
      ...(data.line.exchangedFor === null ? [] : [paragraph(`${data.line.exchangedFor} is no longer reserved.`)]),
      viewReturn(link, data, data.line),
    ],
  }),
});

interface ExchangeHeld extends OrderMailData {
  line: MailedReturn;
  reservedUntil: string;
}

/** Reminds the person of an exchange to send the pieces back. */
export const exchangeReminderMail = defineMail<ExchangeHeld>({
  name: 'exchange-reminder',
  compose: ({ data, link }) => ({
    subject: `Your exchange ${data.line.number}: reserved until ${data.reservedUntil}`,
    preview: `${data.line.exchangedFor} is reserved until ${data.reservedUntil}.`,
    title: 'Please send your exchange back',
    blocks: [
      greeting(data.firstName),
      paragraph(
        `You asked to exchange ${namePieces(data.line)} of ${ofOrder(data)} for ${data.line.exchangedFor}, which is reserved until ${data.reservedUntil}. The exchange is cancelled unless the pieces arrive by then. If you have sent them already, you do not need to do anything.`,
      ),
      viewReturn(link, data, data.line),
    ],
  }),
});

/** Sent when the pieces of an exchange did not arrive in time. */
export const exchangeExpiredMail = defineMail<ExchangeHeld>({
  name: 'exchange-expired',
  compose: ({ data, link }) => ({
    subject: `Your exchange ${data.line.number} has expired`,
    preview: `${data.line.exchangedFor} is no longer reserved.`,
    title: `Exchange ${data.line.number} has expired`,
    blocks: [
      greeting(data.firstName),
      paragraph(
        `${namePieces(data.line)} of ${ofOrder(data)} did not arrive by ${data.reservedUntil}, so the exchange was cancelled and ${data.line.exchangedFor} is no longer reserved. Nothing was taken from the entitlement. You can ask for the exchange again while the order can be returned.`,
      ),
      viewReturn(link, data, data.line),
    ],
  }),
});

export const returnMails = [
  returnRequestedMail,
  returnReceivedMail,
  returnDecidedMail,
  returnCancelledMail,
  exchangeReminderMail,
  exchangeExpiredMail,
];
