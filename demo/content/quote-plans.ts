/** A file of a quote. */
export type DemoFileKind = 'coat' | 'team' | 'fabrics';

/** A line of a request, or an alternative that the supplier has added. */
export interface DemoQuoteItem {
  /** Handle of a product; null for what was asked for in words. */
  product: string | null;
  /** Colour and size as the catalogue writes them; absent for a product alone. */
  choice?: string;
  /** What was asked for in words. */
  name?: string;
  quantity: number;
  comments?: string;
  /** Position in the list of the line that it stands for; only of the supplier's lines. */
  alternativeTo?: number;
  /** The organisation's logo on the upper back, as a transfer. */
  hasLogo?: boolean;
}

/** What an answer says to a line; null: it is not offered. Prices in pence, per piece with decoration, excluding tax. */
export interface DemoAnswer {
  price: number | null;
  setup?: number;
  quantity?: number;
  leadTimeDays?: number;
  text?: string;
}

/** One version of the answer: sent when a day is named, otherwise a draft. */
export interface DemoVersion {
  daysAgo?: number;
  /** Days from the day on which it was sent. */
  validDays?: number;
  notes?: string;
  terms?: string;
  /** By the lines' positions. */
  answers: readonly DemoAnswer[];
}

/** A message, or a file without words of the request itself. */
export interface DemoMessage {
  daysAgo: number;
  fromSupplier?: boolean;
  text: string;
  file?: DemoFileKind;
}

export interface DemoQuote {
  email: string;
  title: string;
  description: string | null;
  daysAgo: number;
  /** Days from today. */
  neededIn?: number;
  state: 'submitted' | 'inReview' | 'quoted' | 'accepted' | 'declined' | 'expired';
  declined?: { by: 'customer' | 'withdrawn' | 'supplier'; reason: string | null; daysAgo: number };
  items: readonly DemoQuoteItem[];
  versions: readonly DemoVersion[];
  messages: readonly DemoMessage[];
  internalNote?: string;
  /** A file of the request. */
  file?: DemoFileKind;
}

const MERIDIAN = 'buyer@meridian.example';
const HALLAM = 'buyer@hallam.example';
const CORVANE = 'buyer@corvane.example';
const TERMS = 'Prices exclude delivery and VAT. Garments that are made for this quote can be returned only if they are faulty.';

/** The quotes of the demonstration without those that were accepted, which follow orders. */
export const QUOTE_PLANS: readonly DemoQuote[] = [
  {
    email: MERIDIAN,
    title: 'Coats for the doormen at Torbay Heights',
    description:
      'The new front entrance opens in spring. Six doormen need a full-length coat with the gold braid of the house. Please tell us when someone can come to measure.',
    daysAgo: 2,
    neededIn: 75,
    state: 'submitted',
    items: [
      { product: 'doormans-frock-coat', quantity: 6, comments: 'Sizes follow once the six have been measured.' },
      { product: null, name: 'Peaked caps with gold braid, to match the coats', quantity: 6 },
    ],
    versions: [],
    messages: [],
    file: 'coat',
  },
  {
    email: MERIDIAN,
    title: 'Tunics for the spa at Cardigan Bay',
    description: 'Twenty therapists start when the spa reopens. We would like one delivery to the village.',
    daysAgo: 5,
    neededIn: 40,
    state: 'inReview',
    items: [
      { product: 'spa-wrap-tunic', choice: 'Sage, 12', quantity: 25 },
      { product: 'spa-wrap-tunic', choice: 'Sage, 14', quantity: 20 },
      { product: 'spa-wrap-tunic', choice: 'Sage, 16', quantity: 15, comments: 'Or the cut with more room, if there is one.' },
    ],
    versions: [
      {
        notes: 'We can send all three sizes together.',
        answers: [
          { price: 2390, leadTimeDays: 10 },
          { price: 2390, leadTimeDays: 10 },
          { price: null, text: '' },
        ],
      },
    ],
    messages: [
      { daysAgo: 4, fromSupplier: true, text: 'Thank you for asking. Do you need the tunics with your crest, or plain?' },
      { daysAgo: 3, text: 'Plain, please. The therapists wear a pin.' },
    ],
    internalNote: 'Last year they paid £24.10 for 40 pieces.',
  },
  {
    email: MERIDIAN,
    title: 'Polo shirts for the summer event team',
    description: 'For the open days at all six destinations. Colours as in the picture of last year’s team.',
    daysAgo: 9,
    neededIn: 50,
    state: 'quoted',
    items: [
      { product: 'pique-polo', choice: 'Navy, M', quantity: 80 },
      { product: 'pique-polo', choice: 'Navy, L', quantity: 60 },
      { product: 'pique-polo-womens', quantity: 90, comments: 'We know the sizes in two weeks.' },
      { product: null, name: 'Lanyards in navy with our name woven in', quantity: 250 },
      { product: 'performance-polo', choice: 'Navy, M', quantity: 80, alternativeTo: 0 },
    ],
    versions: [
      {
        daysAgo: 6,
        validDays: 30,
        terms: TERMS,
        answers: [
          { price: 1020, leadTimeDays: 8 },
          { price: 1020, leadTimeDays: 8 },
          { price: 1060, leadTimeDays: 8 },
          { price: null, text: 'We do not supply lanyards.' },
          { price: 1290, leadTimeDays: 12, text: 'Dries faster, for teams who work outdoors all day.' },
        ],
      },
      {
        daysAgo: 2,
        validDays: 30,
        notes: 'With 230 pieces we can offer the price of our next quantity.',
        terms: TERMS,
        answers: [
          { price: 985, leadTimeDays: 8 },
          { price: 985, leadTimeDays: 8 },
          { price: 1025, leadTimeDays: 8, text: 'Choose the sizes when you accept.' },
          { price: null, text: 'We do not supply lanyards.' },
          { price: 1245, leadTimeDays: 12, text: 'Dries faster, for teams who work outdoors all day.' },
        ],
      },
    ],
    messages: [
      {
        daysAgo: 4,
        text: 'That is above what we have left for the event. Is there a better price if we take all of them at once?',
      },
      {
        daysAgo: 2,
        fromSupplier: true,
        text: 'Yes, please see the new prices. The sheet shows the fabrics of both shirts.',
        file: 'fabrics',
      },
    ],
    file: 'team',
  },
  {
    email: MERIDIAN,
    title: 'Repair of 30 Harland jackets',
    description: 'The lining has come loose at the sleeves. Could you mend them?',
    daysAgo: 24,
    state: 'declined',
    declined: {
      by: 'supplier',
      reason: 'We do not repair garments after the first year. We can quote new jackets instead.',
      daysAgo: 22,
    },
    items: [{ product: null, name: 'New lining for sleeves of Harland jackets', quantity: 30 }],
    versions: [],
    messages: [],
  },
  {
    email: MERIDIAN,
    title: 'Fleece jackets for the maintenance teams',
    description: null,
    daysAgo: 52,
    state: 'expired',
    items: [
      { product: 'micro-fleece', choice: 'Navy, L', quantity: 40 },
      { product: 'micro-fleece', choice: 'Navy, XL', quantity: 35 },
    ],
    versions: [
      {
        daysAgo: 46,
        validDays: 30,
        terms: TERMS,
        answers: [
          { price: 1690, leadTimeDays: 5 },
          { price: 1690, leadTimeDays: 5 },
        ],
      },
    ],
    messages: [],
  },
  {
    email: HALLAM,
    title: 'Door coats for Hallam Grange',
    description: 'In burgundy with gold, for the winter season.',
    daysAgo: 12,
    neededIn: 30,
    state: 'submitted',
    items: [
      { product: 'doormans-frock-coat', choice: 'Burgundy and gold, L', quantity: 2 },
      { product: 'doormans-frock-coat', choice: 'Burgundy and gold, XL', quantity: 1 },
    ],
    versions: [],
    messages: [],
  },
  {
    email: HALLAM,
    title: 'Dresses for housekeeping at York',
    description: 'Fifty dresses, sizes once the team is complete.',
    daysAgo: 34,
    state: 'quoted',
    items: [{ product: 'housekeeping-dress', quantity: 50 }],
    versions: [{ daysAgo: 28, validDays: 30, terms: TERMS, answers: [{ price: 2610, leadTimeDays: 14 }] }],
    messages: [{ daysAgo: 27, text: 'Thank you. We will tell you after the budget meeting.' }],
  },
  {
    email: HALLAM,
    title: 'Ties with the Hallam crest',
    description: null,
    daysAgo: 18,
    state: 'declined',
    declined: { by: 'withdrawn', reason: null, daysAgo: 17 },
    items: [{ product: 'silk-feel-tie', choice: 'Burgundy', quantity: 40, comments: 'With the crest woven in.' }],
    versions: [],
    messages: [],
  },
  {
    email: CORVANE,
    title: 'Arc jackets for the overhead line team',
    description: 'Certified for the work on live lines. Please send the declaration of conformity with the quote.',
    daysAgo: 7,
    neededIn: 21,
    state: 'inReview',
    items: [
      { product: 'fr-jacket', choice: 'Navy, M', quantity: 8 },
      { product: 'fr-jacket', choice: 'Navy, L', quantity: 12 },
    ],
    versions: [],
    messages: [
      { daysAgo: 6, fromSupplier: true, text: 'We are asking the manufacturer for the date and will answer this week.' },
    ],
  },
  {
    email: CORVANE,
    title: 'Rail jackets with the mark for Doncaster Track Base',
    description: null,
    daysAgo: 8,
    state: 'quoted',
    items: [
      { product: 'rail-jacket-orange', choice: 'Hi-vis orange, L', quantity: 30, hasLogo: true },
      { product: 'thermal-gloves', choice: 'Black, 10', quantity: 60 },
    ],
    versions: [
      {
        daysAgo: 3,
        validDays: 30,
        terms: TERMS,
        answers: [
          { price: 6290, setup: 2500, leadTimeDays: 12, text: 'The price includes the transfer on the back.' },
          { price: 590, leadTimeDays: 4 },
        ],
      },
    ],
    messages: [],
  },
  {
    email: CORVANE,
    title: 'Softshell jackets for the depots',
    description: null,
    daysAgo: 30,
    state: 'declined',
    declined: { by: 'customer', reason: 'We keep the fleece for another year.', daysAgo: 21 },
    items: [{ product: 'softshell-mens', choice: 'Black, L', quantity: 45 }],
    versions: [{ daysAgo: 26, validDays: 30, terms: TERMS, answers: [{ price: 3190, leadTimeDays: 6 }] }],
    messages: [],
  },
];

/** Quotes of which a part was accepted and ordered: the lines of an order, and one that is left. */
export const ACCEPTED_PLANS: readonly { email: string; title: string; left: DemoQuoteItem; price: number }[] = [
  {
    email: MERIDIAN,
    title: 'Restocking before the winter season',
    left: { product: 'padded-gilet', choice: 'Navy, M', quantity: 15 },
    price: 2690,
  },
  {
    email: CORVANE,
    title: 'Winter stock for Leeds Neville Street',
    left: { product: 'thermal-gloves', choice: 'Black, 9', quantity: 50 },
    price: 610,
  },
];
