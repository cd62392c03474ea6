import { formatMoney } from '#api/catalogue/pricing/format-money.rules.ts';
import {
  type QuoteLineForMail,
  toAcceptedLines,
  toOfferedLines,
  toRequestedLines,
} from '#api/ordering/quotes/mails/mailed-quote.rules.ts';
import {
  quoteAnsweredMail,
  quoteDeclinedMail,
  quoteEndingMail,
  quoteExpiredMail,
  quoteGivenMail,
  quoteReplyMail,
  quoteSubmittedMail,
} from '#api/ordering/quotes/mails/quote-mails.ts';
import {
  quoteAcceptedMail,
  quoteClosedMail,
  quoteFilesMail,
  quoteMessageMail,
  quoteRequestedMail,
} from '#api/ordering/quotes/mails/sales-mails.ts';
import { aSample } from './mail-sample.ts';

const LINE: QuoteLineForMail = {
  quantity: 250,
  name: 'Harland softshell jacket',
  attributeDescription: 'Navy, M',
  sku: 'HSJ-NVY-M',
  designs: [{ methodId: 10, method: 'Embroidery', position: 'Left chest', logoName: 'Meridian', text: null }],
  isAlternative: false,
  isOffered: true,
  unitMinor: 4150,
  setupMinor: 3500,
  leadTimeDays: 21,
  answer: 'Price for 250 pieces or more.',
  accepted: 100,
};
const LINES: QuoteLineForMail[] = [
  LINE,
  {
    ...LINE,
    ...{ name: 'Harland softshell jacket, recycled', sku: 'HSR-NVY-M', unitMinor: 3980, isAlternative: true, accepted: 0 },
    answer: 'Cheaper, and in stock.',
  },
  {
    ...LINE,
    ...{ quantity: 40, name: 'Umbrella with our logo', attributeDescription: null, sku: null, designs: [], accepted: 0 },
    ...{ isOffered: false, unitMinor: null, setupMinor: 0, leadTimeDays: null, answer: 'We do not sell umbrellas.' },
  },
];
const TOTALS = { currencyCode: 'GBP', totalMinor: 1_037_500 };
const QUOTE = { name: 'Zoë', quoteId: 12, quoteNumber: 'Q70012', title: 'Softshells for the winter season' };
const SALES = {
  ...QUOTE,
  name: 'Imran Shah',
  isOperator: true,
  organisation: 'Meridian Resorts',
  personName: 'Zoë Quinn-Okafor',
};
const VALID_UNTIL = '30 December 2026';
const sampleOf = <Data extends object>(definition: Parameters<typeof aSample<Data, undefined>>[0], data: Data) =>
  aSample(definition, { data, secrets: undefined });

/** The mails about quotes with data that show them well. */
export const QUOTE_MAIL_SAMPLES = {
  'quote-submitted': sampleOf(quoteSubmittedMail, { ...QUOTE, requested: toRequestedLines(LINES) }),
  'quote-answered': sampleOf(quoteAnsweredMail, {
    ...QUOTE,
    isRevised: false,
    offered: toOfferedLines(LINES, TOTALS, { pricesVisible: true, money: (minor) => formatMoney(minor, 'GBP') }),
    validUntil: VALID_UNTIL,
    comment: 'Thank you for your request.\nAll prices include embroidery.',
  }),
  'quote-ending': sampleOf(quoteEndingMail, { ...QUOTE, validUntil: VALID_UNTIL, isPartlyAccepted: true }),
  'quote-expired': sampleOf(quoteExpiredMail, { ...QUOTE, validUntil: VALID_UNTIL }),
  'quote-declined': sampleOf(quoteDeclinedMail, { ...QUOTE, reason: 'The mill no longer weaves this cloth.' }),
  'quote-reply': sampleOf(quoteReplyMail, { ...QUOTE, comment: 'Which sizes do you need?', files: 1 }),
  'quote-given': sampleOf(quoteGivenMail, { ...QUOTE, state: 'Quoted', validUntil: VALID_UNTIL }),
  'quote-requested': sampleOf(quoteRequestedMail, {
    ...SALES,
    requested: toRequestedLines(LINES),
    requiredBy: '1 March 2027',
    comment: 'For the teams of all ski lifts.',
    files: 2,
  }),
  'quote-closed': sampleOf(quoteClosedMail, { ...SALES, isWithdrawn: false, reason: 'Too dear for this season.' }),
  'quote-message': sampleOf(quoteMessageMail, {
    ...{ ...SALES, author: 'Zoë Quinn-Okafor' },
    comment: 'Could it be delivered in two parts?',
    files: 0,
  }),
  'quote-files': sampleOf(quoteFilesMail, { ...SALES, files: ['logo.pdf', 'sizes.png'], count: 2 }),
  'quote-accepted': sampleOf(quoteAcceptedMail, { ...SALES, accepted: toAcceptedLines(LINES) }),
} as const;
