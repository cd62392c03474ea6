import { button, greeting, paragraph, quote } from '#api/platform/mail/blocks.ts';
import { defineMail } from '#api/platform/mail/mail-definition.ts';
import { factTable } from '#api/platform/mail/tables.ts';
import type { MailedQuoteLines } from './mailed-quote.rules.ts';
import { nameQuote, type QuoteMail, quoteInText, quoteLines, quotePath } from './quote-blocks.ts';

const view = (link: (path: string) => string, data: QuoteMail) => button('View quote', link(quotePath(data)));

/** Confirms a request to the person who made it. */
export const quoteSubmittedMail = defineMail<QuoteMail & { requested: MailedQuoteLines }>({
  name: 'quote-submitted',
  compose: ({ data, link }) => ({
    subject: `Your request for quote ${nameQuote(data)}`,
    preview: 'We have received your request and will email you our answer.',
    title: 'Quote requested',
    blocks: [
      greeting(data.name),
      paragraph(`We have received your request for quote ${quoteInText(data)}.`),
      ...quoteLines(data.requested),
      paragraph('We will email you as soon as it is answered. You can add files and messages to it until then.'),
      view(link, data),
    ],
  }),
});

/** What an answer says of itself. Days as people read them. */
interface AnsweredQuote extends QuoteMail {
  isRevised: boolean;
  offered: MailedQuoteLines;
  validUntil: string;
}

/** Tells the person that the supplier has answered, or has replaced an earlier answer. `comment` is what the supplier says to the whole quote. */
export const quoteAnsweredMail = defineMail<AnsweredQuote & { comment: string | null }>({
  name: 'quote-answered',
  compose: ({ data, link }) => ({
    subject: `${data.isRevised ? 'Revised quote' : 'Your quote'} ${nameQuote(data)}`,
    preview: `Valid until ${data.validUntil}.`,
    title: data.isRevised ? 'Your quote has been revised' : 'Your quote is ready',
    blocks: [
      greeting(data.name),
      paragraph(
        data.isRevised
          ? `Your supplier has revised quote ${quoteInText(data)}. It replaces the earlier answer.`
          : `Your supplier has answered quote ${quoteInText(data)}.`,
      ),
      ...(data.comment === null ? [] : [quote(data.comment)]),
      ...quoteLines(data.offered),
      ...factTable([['Valid until', data.validUntil]]),
      paragraph(`You can accept it, wholly or in part, until the end of ${data.validUntil}.`),
      view(link, data),
    ],
  }),
});

/** Reminds the person three days before the prices end. */
export const quoteEndingMail = defineMail<QuoteMail & { validUntil: string; isPartlyAccepted: boolean }>({
  name: 'quote-ending',
  compose: ({ data, link }) => ({
    subject: `Quote ${nameQuote(data)} ends on ${data.validUntil}`,
    preview: `You can accept it until the end of ${data.validUntil}.`,
    title: `Your quote is valid until ${data.validUntil}`,
    blocks: [
      greeting(data.name),
      paragraph(
        data.isPartlyAccepted
          ? `You have accepted part of quote ${quoteInText(data)}. You can accept the rest at the quoted prices until the end of ${data.validUntil}, and what is in your cart keeps its price until then.`
          : `You can accept quote ${quoteInText(data)}, wholly or in part, until the end of ${data.validUntil}. After that, please ask for a new price.`,
      ),
      view(link, data),
    ],
  }),
});

/** Tells the person that a quote has expired. */
export const quoteExpiredMail = defineMail<QuoteMail & { validUntil: string }>({
  name: 'quote-expired',
  compose: ({ data, link }) => ({
    subject: `Quote ${nameQuote(data)} has expired`,
    preview: `It was valid until ${data.validUntil}.`,
    title: 'Your quote has expired',
    blocks: [
      greeting(data.name),
      paragraph(
        `Quote ${quoteInText(data)} was valid until ${data.validUntil}. If you still need it, please request a new quote.`,
      ),
      view(link, data),
    ],
  }),
});

/** Tells the person that the supplier has declined, with the reason. */
export const quoteDeclinedMail = defineMail<QuoteMail & { reason: string | null }>({
  name: 'quote-declined',
  compose: ({ data, link }) => ({
    subject: `Quote ${nameQuote(data)} was declined`,
    preview: 'Your supplier cannot offer it.',
    title: 'Your request was declined',
    blocks: [
      greeting(data.name),
      paragraph(`Your supplier has declined quote ${quoteInText(data)}.`),
      ...(data.reason === null ? [] : [paragraph('The reason given:'), quote(data.reason)]),
      paragraph('You can request another quote at any time.'),
      view(link, data),
    ],
  }),
});

/** Sends the person what the supplier wrote. `files` is their number. */
export const quoteReplyMail = defineMail<QuoteMail & { comment: string; files: number }>({
  name: 'quote-reply',
  compose: ({ data, link }) => ({
    subject: `New message about quote ${nameQuote(data)}`,
    preview: 'Your supplier has written to you.',
    title: 'New message about your quote',
    blocks: [
      greeting(data.name),
      paragraph(`Your supplier has written to you about quote ${quoteInText(data)}.`),
      quote(data.comment),
      ...(data.files > 0 ? [paragraph(`With ${data.files === 1 ? 'a file' : `${data.files} files`}.`)] : []),
      button('View and reply', link(quotePath(data))),
    ],
  }),
});

/** Tells someone that a quote is theirs now. */
export const quoteGivenMail = defineMail<QuoteMail & { state: string; validUntil: string | null }>({
  name: 'quote-given',
  compose: ({ data, link }) => ({
    subject: `You now look after quote ${nameQuote(data)}`,
    preview: 'It was handed over to you.',
    title: 'A quote was handed over to you',
    blocks: [
      greeting(data.name),
      paragraph(`Quote ${quoteInText(data)} was handed over to you. You can accept it, and write to the supplier about it.`),
      ...factTable([
        ['Status', data.state],
        ['Valid until', data.validUntil],
      ]),
      view(link, data),
    ],
  }),
});

/** All mails to the person whose quote it is. */
export const quoteMails = [
  quoteSubmittedMail,
  quoteAnsweredMail,
  quoteEndingMail,
  quoteExpiredMail,
  quoteDeclinedMail,
  quoteReplyMail,
  quoteGivenMail,
];
