import { toDecimalAmount } from '../texts/decimal-amount.rules.ts';
import { element, type XmlContent, type XmlOutput } from '../xml/write-xml.ts';
import type { SentAddress } from './shared-elements.rules.ts';
import { formatTimestamp, LANGUAGE } from './write-envelope.rules.ts';

/** A decimal amount in its currency. */
export const writeMoney = (currency: string, amount: string): XmlOutput => element('Money', { currency }, amount);

/** Writes amounts in minor units of one currency, each within an element such as `NetAmount`. */
export const amountWriter =
  (currencyCode: string) =>
  (name: string, minor: number, ...after: XmlContent[]): XmlOutput =>
    element(name, {}, writeMoney(currencyCode, toDecimalAmount(minor, currencyCode)), ...after);

/** An element with a text in our language, such as `Description`. */
export const writeText = (name: string, ...content: XmlContent[]): XmlOutput =>
  element(name, { 'xml:lang': LANGUAGE }, ...content);

/** A day such as `2026-12-08`, as the middle of it in UTC: read in most time zones, it is the same day. */
export const toNoon = (day: string): string => `${day}T12:00:00+00:00`;

/** A postal address. It has at least one line for the street, because the document type asks for it. */
export const writePostalAddress = (address: SentAddress): XmlOutput =>
  element(
    'PostalAddress',
    {},
    address.deliverTo.map((text) => element('DeliverTo', {}, text)),
    (address.streets.length > 0 ? address.streets : ['']).map((text) => element('Street', {}, text)),
    element('City', {}, address.city ?? ''),
    address.state !== undefined && element('State', {}, address.state),
    address.postcode !== undefined && element('PostalCode', {}, address.postcode),
    element('Country', { isoCountryCode: address.countryCode ?? '' }, address.country ?? address.countryCode ?? ''),
  );

/** An order of the buyer's system, as a later document of ours refers to it. */
export interface OrderedBy {
  /** The buyer's number. */
  orderId: string;
  /** As the buyer's system sent it. */
  orderDate: string | undefined;
  /** Of the document that brought the order. */
  payloadId: string;
}

const ZONED = /^\d{4}-\d{2}-\d{2}T[\d:.]{5,20}[+-]\d{2}:\d{2}$/;
const NAMES_ZONE = /(?:Z|GMT|UTC|[+-]\d{2}:?\d{2})$/;

/** A moment as a buyer's system sent it, with a numeric offset. Undefined when it is none, or when it says nothing of its time zone. */
export function toZonedTimestamp(sent: string | undefined): string | undefined {
  const text = sent?.trim() ?? '';
  if (ZONED.test(text)) return text;
  const at = NAMES_ZONE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : formatTimestamp(new Date(at));
}

/** Which order of the buyer's system a document is about. */
export const writeOrderReference = ({ orderId, orderDate, payloadId }: OrderedBy): XmlOutput =>
  element('OrderReference', { orderID: orderId, orderDate: toZonedTimestamp(orderDate) }, writeDocumentReference(payloadId));

/** Another document, by its identifier. */
export const writeDocumentReference = (payloadId: string): XmlOutput => element('DocumentReference', { payloadID: payloadId });
