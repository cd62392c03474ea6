import { button, greeting, paragraph, quote } from '#api/platform/mail/blocks.ts';
import { defineMail } from '#api/platform/mail/mail-definition.ts';
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
const describe = ({ number, name, quantity, exchangedFor }: MailedReturn) =>
  `${number}: ${namePieces({ quantity, name })}${exchangedFor === null ? '' : `, exchanged for ${exchangedFor}`}`;
const viewReturns = (link: (path: string) => string, { orderId }: OrderMailData) =>
  button('View order', link(`/index/orders/${orderId}`));

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
      ...data.lines.map((line) => paragraph(describe(line))),
      paragraph('Please put the number of the request in the parcel with the pieces.'),
      ...(data.reservedUntil === null
        ? []
        : [
            paragraph(
              `The new size is reserved until ${data.reservedUntil}. Please send the pieces back by then. We send the new size as soon as they arrive.`,
            ),
          ]),
      viewReturns(link, data),
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
      viewReturns(link, data),
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
    subject: `Your return ${data.line.number}: ${data.outcome}`,
    preview: data.outcome,
    title: `Return ${data.line.number}`,
    blocks: [
      greeting(data.firstName),
      paragraph(`${namePieces(data.line)} of ${ofOrder(data)}: ${data.outcome}`),
      ...(data.reason === null ? [] : [paragraph('The reason given:'), quote(data.reason)]),
      viewReturns(link, data),
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
      viewReturns(link, data),
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
      viewReturns(link, data),
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
      viewReturns(link, data),
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
