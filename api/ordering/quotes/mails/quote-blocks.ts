import { formatMoney } from '#api/catalogue/pricing/format-money.rules.ts';
import { formatCount, type MailBlock, paragraph } from '#api/platform/mail/blocks.ts';
import { itemTable } from '#api/platform/mail/tables.ts';
import { type MailedQuoteLines, shortenText } from './mailed-quote.rules.ts';

/** What mails to someone about a quote have in common. */
export interface QuoteMail {
  /** First name of a person of the client, or the name of an operator. */
  name: string;
  quoteId: number;
  quoteNumber: string;
  title: string;
}

/** What mails to the sales team have in common: the client's Sales, and customer service of the brand. */
export interface SalesMail extends QuoteMail {
  isOperator: boolean;
  organisation: string;
  /** Who asked for the quote. */
  personName: string;
}

/** The number and title of a quote as a subject names it. */
export const nameQuote = ({ quoteNumber, title }: Pick<QuoteMail, 'quoteNumber' | 'title'>): string =>
  `${quoteNumber}: ${shortenText(title, 50)}`;

/** The number and title of a quote within a sentence. */
export const quoteInText = ({ quoteNumber, title }: Pick<QuoteMail, 'quoteNumber' | 'title'>): string =>
  `${quoteNumber} “${title}”`;

/** The page of a quote, for the client and for the supplier. */
export const quotePath = ({ quoteId, isOperator = false }: Pick<QuoteMail, 'quoteId'> & { isOperator?: boolean }): string =>
  isOperator ? `/operator/quotes/${quoteId}` : `/index/quotes/${quoteId}`;

/** The lines of a quote and their total; nothing for a quote without lines. */
export function quoteLines({ lines, others, totals }: MailedQuoteLines): MailBlock[] {
  if (lines.length === 0) return [];
  const money = (minor: number) => (totals === null ? '' : formatMoney(minor, totals.currencyCode));
  return [
    itemTable(
      lines.map(({ amountMinor, ...line }) => ({ ...line, figure: amountMinor === null ? '' : money(amountMinor) })),
      totals === null
        ? []
        : [
            { label: 'Total excl. tax', value: money(totals.totalMinor), isMain: true },
            ...(totals.setupMinor > 0
              ? [{ label: 'Plus set-up excl. tax, once per order', value: money(totals.setupMinor) }]
              : []),
          ],
    ),
    ...(others > 0 ? [paragraph(`The quote has ${formatCount(others, 'more line')}.`)] : []),
  ];
}
