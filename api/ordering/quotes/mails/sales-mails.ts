import { button, formatCount, greeting, paragraph, quote } from '#api/platform/mail/blocks.ts';
import { defineMail } from '#api/platform/mail/mail-definition.ts';
import { bulletList, factTable } from '#api/platform/mail/tables.ts';
import type { MailedQuoteLines } from './mailed-quote.rules.ts';
import { nameQuote, quoteInText, quoteLines, quotePath, type SalesMail } from './quote-blocks.ts';

const view = (link: (path: string) => string, data: SalesMail) => button('Open quote', link(quotePath(data)));

/** Tells the sales team of a new request. `comment` is its description. */
export const quoteRequestedMail = defineMail<
  SalesMail & { requested: MailedQuoteLines; requiredBy: string | null; comment: string | null; files: number }
>({
  name: 'quote-requested',
  compose: ({ data, link }) => ({
    subject: `Quote requested ${nameQuote(data)}`,
    preview: `${data.personName}, ${data.organisation}`,
    title: 'New request for a quote',
    blocks: [
      greeting(data.name),
      paragraph(`${data.personName} of ${data.organisation} has requested quote ${quoteInText(data)}.`),
      ...(data.comment === null ? [] : [quote(data.comment)]),
      ...quoteLines(data.requested),
      ...factTable([
        ['Needed by', data.requiredBy],
        ['Files', data.files === 0 ? null : String(data.files)],
      ]),
      view(link, data),
    ],
  }),
});

/** Tells the sales team that the person wants the quote no longer. */
export const quoteClosedMail = defineMail<SalesMail & { isWithdrawn: boolean; reason: string | null }>({
  name: 'quote-closed',
  compose: ({ data, link }) => {
    const what = data.isWithdrawn ? 'withdrawn' : 'declined';
    return {
      subject: `Quote ${nameQuote(data)} was ${what}`,
      preview: `${data.personName}, ${data.organisation}`,
      title: `Quote ${what}`,
      blocks: [
        greeting(data.name),
        paragraph(`Quote ${quoteInText(data)} of ${data.personName}, ${data.organisation}, was ${what} by the customer.`),
        ...(data.reason === null ? [] : [paragraph('The reason given:'), quote(data.reason)]),
        view(link, data),
      ],
    };
  },
});

/** Sends the sales team what the person wrote. `files` is their number. */
export const quoteMessageMail = defineMail<SalesMail & { author: string; comment: string; files: number }>({
  name: 'quote-message',
  compose: ({ data, link }) => ({
    subject: `New message about quote ${nameQuote(data)}`,
    preview: `${data.author}, ${data.organisation}`,
    title: 'New message about a quote',
    blocks: [
      greeting(data.name),
      paragraph(`${data.author} of ${data.organisation} has written about quote ${quoteInText(data)}.`),
      quote(data.comment),
      ...(data.files > 0 ? [paragraph(`With ${data.files === 1 ? 'a file' : `${data.files} files`}.`)] : []),
      button('View and reply', link(quotePath(data))),
    ],
  }),
});

/** Tells the sales team of files that were added. `files` are the names of the first of `count`. */
export const quoteFilesMail = defineMail<SalesMail & { files: readonly string[]; count: number }>({
  name: 'quote-files',
  compose: ({ data, link }) => ({
    subject: `New files for quote ${nameQuote(data)}`,
    preview: `${formatCount(data.count, 'file')} from ${data.organisation}`,
    title: 'New files for a quote',
    blocks: [
      greeting(data.name),
      paragraph(
        `${data.personName} of ${data.organisation} has added ${formatCount(data.count, 'file')} to quote ${quoteInText(data)}.`,
      ),
      bulletList(data.files.map((text) => ({ text }))),
      ...(data.count > data.files.length ? [paragraph(`And ${formatCount(data.count - data.files.length, 'more file')}.`)] : []),
      view(link, data),
    ],
  }),
});

/** Tells the sales team of what was accepted so far. */
export const quoteAcceptedMail = defineMail<SalesMail & { accepted: MailedQuoteLines }>({
  name: 'quote-accepted',
  compose: ({ data, link }) => ({
    subject: `Quote ${nameQuote(data)} was accepted`,
    preview: `${data.personName}, ${data.organisation}`,
    title: 'Quote accepted',
    blocks: [
      greeting(data.name),
      paragraph(
        `${data.personName} of ${data.organisation} has accepted quote ${quoteInText(data)}. What was accepted is in the cart until it is ordered. Accepted so far:`,
      ),
      ...quoteLines(data.accepted),
      view(link, data),
    ],
  }),
});

/** All mails about quotes to the sales team. */
export const salesMails = [quoteRequestedMail, quoteClosedMail, quoteMessageMail, quoteFilesMail, quoteAcceptedMail];
