import { formatMoney } from '#api/catalogue/pricing/format-money.rules.ts';
import type { SentLine } from '../cxml/order-request.rules.ts';
import { type ReadAmount, readSentAmount, readSentQuantity, type SentOrder } from './sent-order.rules.ts';

/** In what an order differs from the cart that was returned, or why it cannot simply be placed. */
export const FINDING_KINDS = [
  'quantity',
  'price',
  'unit',
  'partNumber',
  'description',
  'unknownProduct',
  'unknownLine',
  'withoutCart',
  'added',
  'missing',
  'total',
  'delivery',
  'tax',
  'address',
  'file',
  'notOrderable',
  'stock',
  'credit',
  'account',
  'person',
  'approval',
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

/** A finding in words for the supplier. */
export interface Finding {
  kind: FindingKind;
  /** The line as the buyer's system numbers it; null for the whole order. */
  lineNumber: number | null;
  /** Whether the supplier decides on the order because of it. */
  isDoubtful: boolean;
  text: string;
}

/** A finding about the whole order. */
export const ofOrder = (kind: FindingKind, isDoubtful: boolean, text: string): Finding => ({
  ...{ kind, isDoubtful, text },
  lineNumber: null,
});

/** What an amount or a garment was returned as. */
const RETURNED_KINDS = ['goods', 'charge', 'delivery', 'tax'] as const;

/** A line of a cart as it was returned to the buyer's system. Money in hundredths, without tax. */
export interface ReturnedCartLine {
  auxiliaryId: string;
  tripId: string;
  kind: (typeof RETURNED_KINDS)[number];
  sku: string;
  description: string;
  unit: string;
  quantity: number;
  unitPriceMinor: number;
  /** For how many whole days it has been returned. */
  ageDays: number;
}

/** A line of an order with what we know of it. */
export interface ComparedLine {
  sent: SentLine;
  kind: (typeof RETURNED_KINDS)[number];
  /** The newest return of its auxiliary id; undefined for a line without one, or with one that we do not know. */
  returned: ReturnedCartLine | undefined;
  /** What can be ordered for it today; undefined when there is no such product. */
  today: { unit: string | undefined; unitMinor: number | null } | undefined;
}

/** An order with everything that it is compared with. */
export interface ComparedOrder {
  order: SentOrder;
  lines: readonly ComparedLine[];
  /** Lines that were returned with those of the order, and are not in it. */
  missing: readonly ReturnedCartLine[];
  /** For how many days a returned price holds. */
  priceDays: number;
  currencyCode: string;
  /** Whether returned carts have a charge for delivery. */
  hasDelivery: boolean;
}

const unspace = (text: string) => text.split(/\s/).filter(Boolean).join(' ');
const isSameText = (one: string, other: string) => unspace(one).toLowerCase() === unspace(other).toLowerCase();
const shorten = (text: string) => (text.length > 80 ? `${text.slice(0, 79)}…` : text);

/** What a line costs a piece by the order: as it was sent, otherwise what it was offered at. Null where neither is known. */
export const getOrderedPrice = ({ sent, returned, today }: ComparedLine): number | null =>
  sent.unitPrice === undefined
    ? (returned?.unitPriceMinor ?? today?.unitMinor ?? null)
    : (readSentAmount(sent.unitPrice)?.minor ?? null);

/** What the line has to cost: the returned price as long as it holds, afterwards today's. */
function describeExpectedPrice(
  { returned, today }: ComparedLine,
  { priceDays, currencyCode }: ComparedOrder,
): { minor: number | null; words: string } {
  const money = (minor: number) => formatMoney(minor, currencyCode);
  if (returned && returned.ageDays <= priceDays)
    return { minor: returned.unitPriceMinor, words: `the cart had ${money(returned.unitPriceMinor)}` };
  const minor = today?.unitMinor ?? null;
  const now = minor === null ? 'it has no price today' : `today’s price is ${money(minor)}`;
  return {
    minor,
    words: returned ? `the cart was returned ${returned.ageDays} days ago, and ${now}` : now,
  };
}

function comparePrice(line: ComparedLine, order: ComparedOrder, add: Add): void {
  const { sent } = line;
  const expected = describeExpectedPrice(line, order);
  if (sent.unitPrice === undefined) {
    if (getOrderedPrice(line) === null) add('price', true, 'the order names no price, and we know none.');
    return;
  }
  const read: ReadAmount | undefined = readSentAmount(sent.unitPrice);
  if (!read) {
    add('price', true, `“${shorten(sent.unitPrice.amount)}” is not a price that can be charged.`);
    return;
  }
  const isTax = line.kind === 'tax';
  const money = formatMoney(read.minor, order.currencyCode);
  if (!read.isExact)
    add('price', !isTax, `the price ${shorten(sent.unitPrice.amount)} has more than two decimals: ${money} is charged.`);
  else if (read.minor !== expected.minor) add(isTax ? 'tax' : 'price', !isTax, `the order says ${money}, ${expected.words}.`);
}

function comparePart({ sent, returned }: ComparedLine, add: Add): void {
  const { partId } = sent;
  if (!returned || partId === undefined || isSameText(partId, returned.sku)) return;
  const isCut = returned.sku.toLowerCase().startsWith(partId.toLowerCase());
  if (isCut) add('partNumber', false, `the part number ${returned.sku} was cut to ${shorten(partId)}.`);
  else add('partNumber', true, `the part number is ${shorten(partId)}, the cart had ${returned.sku}.`);
}

function compareLine(line: ComparedLine, order: ComparedOrder, isAdded: boolean): Finding[] {
  const { sent, returned, today } = line;
  const findings: Finding[] = [];
  const add: Add = (kind, isDoubtful, words) =>
    void findings.push({ kind, lineNumber: sent.lineNumber, isDoubtful, text: `Line ${sent.lineNumber}: ${words}` });
  const part = sent.partId === undefined ? 'without a part number' : `with part number ${shorten(sent.partId)}`;
  if (!returned && sent.auxiliaryId !== undefined)
    add('unknownLine', true, `it refers to a line of a cart that we do not know, so a personalisation would be lost.`);
  if (!today) {
    add('unknownProduct', true, `there is no product ${part} that the person can order.`);
    return findings;
  }
  if (!returned && sent.auxiliaryId === undefined) {
    if (isAdded) add('added', false, 'it was added to the order and is not from the cart.');
    else add('withoutCart', false, 'it was ordered by part number, not from a cart.');
  }
  const quantity = readSentQuantity(sent.quantity);
  if (returned && quantity !== undefined && quantity !== returned.quantity)
    add('quantity', true, `the order has ${quantity} ${quantity === 1 ? 'piece' : 'pieces'}, the cart had ${returned.quantity}.`);
  const unit = returned?.unit ?? today?.unit;
  if (unit !== undefined && sent.unitOfMeasure !== undefined && !isSameText(sent.unitOfMeasure, unit))
    add('unit', true, `the unit is ${shorten(sent.unitOfMeasure)}, ${returned ? 'the cart had' : 'we sell it by'} ${unit}.`);
  comparePart(line, add);
  comparePrice(line, order, add);
  if (returned && sent.description !== undefined && !isSameText(sent.description, returned.description))
    add(
      'description',
      false,
      `the description is “${shorten(sent.description)}”, the cart had “${shorten(returned.description)}”.`,
    );
  return findings;
}

type Add = (kind: FindingKind, isDoubtful: boolean, words: string) => void;

/** What the lines of an order cost as it says, in hundredths. */
const sumLines = (lines: readonly ComparedLine[]): number =>
  lines.reduce((sum, line) => sum + (getOrderedPrice(line) ?? 0) * (readSentQuantity(line.sent.quantity) ?? 0), 0);

/** A total may include delivery and tax or not: systems differ. */
function compareTotal({ order, lines, currencyCode }: ComparedOrder): Finding[] {
  const total = readSentAmount(order.total);
  if (!total) return [];
  const sum = sumLines(lines);
  const [delivery, tax] = [readSentAmount(order.shipping)?.minor ?? 0, readSentAmount(order.tax)?.minor ?? 0];
  if ([sum, sum + delivery, sum + tax, sum + delivery + tax].includes(total.minor)) return [];
  const text = `The order says a total of ${formatMoney(total.minor, currencyCode)}, but its lines add up to ${formatMoney(sum, currencyCode)}.`;
  return [{ kind: 'total', lineNumber: null, isDoubtful: false, text }];
}

function compareDelivery({ order, currencyCode, hasDelivery }: ComparedOrder): Finding[] {
  const delivery = readSentAmount(order.shipping)?.minor ?? 0;
  if (delivery === 0 || hasDelivery) return [];
  const text = `The order has ${formatMoney(delivery, currencyCode)} for delivery, which carts of this connection do not. It is not charged.`;
  return [{ kind: 'delivery', lineNumber: null, isDoubtful: false, text }];
}

/** Lines of the cart that the buyer left out. A price loses nothing by a garment less, but by a charge. */
const listMissing = ({ missing, currencyCode }: ComparedOrder): Finding[] =>
  missing.map(({ kind, sku, description, quantity, unitPriceMinor }) => ({
    kind: 'missing',
    lineNumber: null,
    isDoubtful: kind === 'charge' || kind === 'delivery',
    text: `Not in the order: ${quantity} × ${shorten(description)} (${sku}) at ${formatMoney(unitPriceMinor, currencyCode)}.`,
  }));

/** In what an order differs from what was returned, line by line, in words; empty where the buyer's system has changed nothing. */
export function compareOrder(order: ComparedOrder): Finding[] {
  const hasCart = order.lines.some(({ returned }) => returned);
  return [
    ...order.lines.flatMap((line) => compareLine(line, order, hasCart)),
    ...listMissing(order),
    ...compareTotal(order),
    ...compareDelivery(order),
  ];
}

/** Whether the supplier decides on the order. */
export const isDoubtful = (findings: readonly Finding[]): boolean => findings.some((finding) => finding.isDoubtful);
