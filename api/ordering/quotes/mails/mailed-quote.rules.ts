import { describeDesign, type NamedDesign } from '#contract/catalogue/customisation/design-words.ts';

/** A line of a quote for mails. Money in minor units, excluding tax. */
export interface QuoteLineForMail {
  quantity: number;
  name: string;
  attributeDescription: string | null;
  sku: string | null;
  designs: readonly NamedDesign[];
  isAlternative: boolean;
  /** Null before an answer. */
  isOffered: boolean | null;
  /** Per piece with its decoration; null before an answer, and where it is not offered. */
  unitMinor: number | null;
  setupMinor: number;
  leadTimeDays: number | null;
  /** What the supplier says to the line. */
  answer: string | null;
  /** Pieces in carts and orders by the quote. */
  accepted: number;
}

/** A line in a mail; stored with it. */
export interface MailedQuoteLine {
  quantity: number;
  name: string;
  /** In small print. */
  details: string[];
  /** Quantity by unit price, in minor units excluding tax; null without prices, and where it is not offered. */
  amountMinor: number | null;
}

/** Lines as a mail has them: the first ones, and how many others there are. `totals` is null for people who see no prices. */
export interface MailedQuoteLines {
  lines: MailedQuoteLine[];
  others: number;
  totals: { currencyCode: string; totalMinor: number; setupMinor: number } | null;
}

/** A mail with more lines would be clipped by mail programs. */
const MAX_LINES = 20;
const MAX_NAME = 120;
const MAX_DESIGNS = 3;

/** A text that fits a mail, cut at a whole character. */
export const shortenText = (text: string, length: number): string => {
  const characters = [...text];
  return characters.length <= length
    ? text
    : `${characters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`;
};

const formatDays = (days: number) =>
  days === 0 ? 'sent at once' : `sent ${days} ${days === 1 ? 'day' : 'days'} after the order`;

/** What small print says of a line as it was asked for. */
const describeRequested = ({ attributeDescription, sku, designs }: QuoteLineForMail): string[] => [
  ...[[attributeDescription, sku].filter(Boolean).join(' · ')].flatMap((detail) =>
    detail === '' ? [] : [shortenText(detail, MAX_NAME)],
  ),
  ...designs.slice(0, MAX_DESIGNS).map((design) => shortenText(describeDesign(design), MAX_NAME)),
  ...(designs.length > MAX_DESIGNS ? [`${designs.length - MAX_DESIGNS} more designs`] : []),
];

const toLines = (
  lines: readonly QuoteLineForMail[],
  toLine: (line: QuoteLineForMail) => Omit<MailedQuoteLine, 'name' | 'quantity'> & { quantity?: number },
): Omit<MailedQuoteLines, 'totals'> => ({
  lines: lines
    .slice(0, MAX_LINES)
    .map((line) => ({ quantity: line.quantity, name: shortenText(line.name, MAX_NAME), ...toLine(line) })),
  others: Math.max(0, lines.length - MAX_LINES),
});

/** What was asked for. */
export const toRequestedLines = (lines: readonly QuoteLineForMail[]): MailedQuoteLines => ({
  ...toLines(lines, (line) => ({ details: describeRequested(line), amountMinor: null })),
  totals: null,
});

/** What the supplier offers, with amounts for people who see prices. Set-up is counted as the total is: without alternatives. */
export function toOfferedLines(
  lines: readonly QuoteLineForMail[],
  { currencyCode, totalMinor }: { currencyCode: string; totalMinor: number },
  { pricesVisible, money }: { pricesVisible: boolean; money: (minor: number) => string },
): MailedQuoteLines {
  return {
    ...toLines(lines, (line) => {
      const { unitMinor, setupMinor, quantity } = line;
      const isPriced = pricesVisible && line.isOffered === true && unitMinor !== null;
      return {
        details: [
          ...(line.isOffered === false ? ['Not offered'] : []),
          ...(line.isAlternative ? ['Alternative, not in the total'] : []),
          ...describeRequested(line),
          [
            ...(isPriced ? [`${money(unitMinor)} each`] : []),
            ...(isPriced && setupMinor > 0 ? [`set-up ${money(setupMinor)}`] : []),
            ...(line.leadTimeDays === null || line.isOffered === false ? [] : [formatDays(line.leadTimeDays)]),
          ].join(', '),
          ...(line.answer === null ? [] : [shortenText(line.answer, 2 * MAX_NAME)]),
        ],
        amountMinor: isPriced && !line.isAlternative ? quantity * unitMinor : null,
      };
    }),
    totals: pricesVisible
      ? {
          currencyCode,
          totalMinor,
          setupMinor: lines.reduce(
            (sum, line) => sum + (line.isOffered === true && !line.isAlternative ? line.setupMinor : 0),
            0,
          ),
        }
      : null,
  };
}

/** What was accepted so far, of how much. */
export const toAcceptedLines = (lines: readonly QuoteLineForMail[]): MailedQuoteLines => ({
  ...toLines(
    lines.filter(({ accepted }) => accepted > 0),
    (line) => ({
      quantity: line.accepted,
      details: [...(line.accepted < line.quantity ? [`of ${line.quantity} quoted`] : []), ...describeRequested(line)],
      amountMinor: null,
    }),
  ),
  totals: null,
});
