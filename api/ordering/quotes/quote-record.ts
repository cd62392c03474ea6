import type { PricedDesign } from '#api/catalogue/customisation/design.rules.ts';
import type { StoredFile } from '#api/platform/files/stored-files.queries.ts';
import type { QuoteState } from './quotes.rules.ts';

/** A product, or one of its combinations, of a line of a quote; all null for what was asked for in words. */
export interface QuotedProduct {
  productId: number | null;
  /** Null where the customer chooses colour and size when it is accepted. */
  combinationId: number | null;
  name: string;
  sku: string | null;
  attributeDescription: string | null;
}

/** What a version of the answer says to a line. Money in minor units, without tax. */
export interface ItemAnswer extends QuotedProduct {
  isOffered: boolean;
  quantity: number;
  /** Per piece with its decoration; null where it is not offered, and in a draft without a price. */
  unitPriceMinor: number | null;
  /** Once in an order. */
  setupMinor: number;
  leadTimeDays: number | null;
  answer: string | null;
}

/** A line of a quote. */
export interface QuoteItemRecord {
  id: number;
  /** The line that it stands for. */
  alternativeToId: number | null;
  /** Whether the customer asked for it; false for what the supplier added. */
  isRequested: boolean;
  /** What was asked for; of an added line, the product with which it was added. */
  requested: QuotedProduct & { quantity: number; comments: string | null };
  /** What the version that was read says to it; null without one, and where it says nothing. */
  answered: ItemAnswer | null;
  /** Whether its product and combination are in the client's range, and visible to the person if one was named. True without a product. */
  isAvailable: boolean;
  /** Address of the picture of what is shown; null for none. */
  imageSrc: string | null;
  /** Pieces in carts and orders. */
  acceptedQuantity: number;
  designs: PricedDesign[];
  /** Of an offered line without a combination: those that its product has. */
  choices: { combinationId: number; description: string; attributes: { id: number; value: string }[] }[];
}

/** A message with its files. */
export interface QuoteMessageRecord {
  id: number;
  fromSupplier: boolean;
  name: string;
  text: string;
  files: StoredFile[];
  createdAt: Date;
}

/** An answer that was sent, or the draft of one. */
export interface QuoteVersionRecord {
  version: number;
  /** Null for a draft. */
  sentAt: Date | null;
  /** Of its prices. */
  currencyCode: string;
  /** `2026-12-30`: the last day on which its prices lead. */
  validUntilOn: string | null;
  notes: string | null;
  terms: string | null;
  saves: number;
  /** Of the operator or API key that sent or saved it. */
  savedBy: string | null;
  /** Offered lines without alternatives and set-up; of a draft, as far as it has prices. */
  totalMinor: number;
}

/** A quote as lists show it. */
export interface QuoteListRecord {
  id: number;
  quoteNumber: string;
  title: string;
  stateId: QuoteState;
  customer: { id: number; firstName: string; lastName: string; email: string };
  /** Whether that person can no longer log in. */
  customerHasLeft: boolean;
  createdAt: Date;
  updatedAt: Date;
  requiredByOn: string | null;
  validUntilAt: Date | null;
  totalMinor: number | null;
  currencyCode: string;
}

/** A quote with everything that customers and operators see of it. */
export interface QuoteRecord extends QuoteListRecord {
  organisationId: number;
  organisationName: string;
  brandId: number;
  /** What the supplier is called where a message was written with an API key. */
  supplierName: string;
  timeZone: string;
  /** The organisation's by now. */
  organisationCurrency: string;
  /** The version that the customer sees; 0 before the first answer. */
  version: number;
  description: string | null;
  internalNote: string | null;
  takenBy: { id: number; name: string } | null;
  declineReason: string | null;
  declinedBy: 'customer' | 'withdrawn' | 'supplier' | null;
  /** The version that was read, of which `items` have the answers; null before an answer. */
  shown: QuoteVersionRecord | null;
  /** All versions that there are, newest first; a draft is the first. */
  versions: QuoteVersionRecord[];
  /** In their order; an alternative after the line that it stands for. */
  items: QuoteItemRecord[];
  /** Files of the request and those added to the quote. */
  files: StoredFile[];
  messages: QuoteMessageRecord[];
  orderIds: number[];
  /** Files of the customer of which the sales team was not told yet. */
  unsentFiles: number;
}
