import { createHash } from 'node:crypto';
import type { OrderRequest, SentLine } from '../cxml/order-request.rules.ts';
import type { SentMoney } from '../cxml/shared-elements.rules.ts';

/** An order of a buyer's system as it is kept: what was sent, with texts of bounded length. */
export interface SentOrder extends Omit<OrderRequest, 'extrinsics' | 'type'> {
  extrinsics: Readonly<Record<string, string>>;
}

/** The most lines of an order, as of a cart. */
export const MAX_ORDER_LINES = 1000;
/** The most characters of a number of an order. */
export const MAX_NUMBER_LENGTH = 100;
/** The most pieces of a line, as in a cart. */
const MAX_QUANTITY = 1_000_000;
/** What is kept of a text of the buyer, in characters. */
const MAX_TEXT_LENGTH = 2000;
const MAX_EXTRINSICS = 200;

/** An order with texts that can be kept. */
export function toSentOrder({ type: _type, extrinsics, ...order }: OrderRequest): SentOrder {
  const kept = { ...order, extrinsics: Object.fromEntries([...extrinsics].slice(0, MAX_EXTRINSICS)) };
  return JSON.parse(JSON.stringify(kept), (_key, value) =>
    typeof value === 'string' ? value.slice(0, MAX_TEXT_LENGTH) : value,
  ) as SentOrder;
}

/** Undefined and an absent property are the same in what is kept, and so here. */
const toComparable = (order: SentOrder): unknown => {
  const { orderDate: _date, version: _version, ...asked } = order;
  return asked;
};

/** What an order asks for, as a hash: the same order sent again under another payload id has the same. Its date and version ask for nothing. */
export const fingerprintOrder = (order: SentOrder): Buffer =>
  createHash('sha256')
    .update(JSON.stringify(toComparable(order)))
    .digest();

/** Whole pieces, which some systems write with decimals: `12`, `12.0`, `12.000`. Undefined for a fraction, for none and for what is no number. */
export function readSentQuantity(text: string): number | undefined {
  const [, whole] = /^\+?(\d{1,9})(?:\.0{0,10})?$/.exec(text.trim()) ?? [];
  const quantity = Number(whole);
  return quantity > 0 && quantity <= MAX_QUANTITY ? quantity : undefined;
}

/** An amount in hundredths, rounded half up, and whether nothing was rounded. */
export interface ReadAmount {
  minor: number;
  isExact: boolean;
}

/** Reads an amount as it was sent: `12.5`, `1,234.50`. Undefined for what is no amount, and for one below zero. */
export function readSentAmount(money: Pick<SentMoney, 'amount'> | undefined): ReadAmount | undefined {
  const text = money?.amount.trim().replaceAll(',', '') ?? '';
  const [, whole = '', decimals = ''] = /^\+?(\d{1,10})(?:\.(\d{0,10}))?$/.exec(text) ?? [];
  if (whole === '') return undefined;
  const hundredths = Number(whole + decimals.slice(0, 2).padEnd(2, '0'));
  const rest = decimals.slice(2);
  const isExact = [...rest].every((digit) => digit === '0');
  return { minor: hundredths + (rest >= '5' ? 1 : 0), isExact };
}

/** A line as people count it. */
const nameSentLine = ({ lineNumber }: Pick<SentLine, 'lineNumber'>): string => `Line ${lineNumber}`;

/** Why an order cannot be taken at all, as sentences for the buyer's administrator; empty when it can. */
export function listRefusals(order: SentOrder, { currencyCode }: { currencyCode: string }): string[] {
  if (order.orderId.length > MAX_NUMBER_LENGTH)
    return [`The order number is longer than ${MAX_NUMBER_LENGTH} characters. Send the order with a shorter number.`];
  if (order.lines.length === 0) return ['The order has no lines. Send it again with at least one ItemOut.'];
  if (order.lines.length > MAX_ORDER_LINES)
    return [`The order has more than ${MAX_ORDER_LINES} lines. Send it as several orders.`];
  const amounts = [order.total, order.shipping, order.tax, ...order.lines.map(({ unitPrice }) => unitPrice)];
  const other = amounts.find((money) => money && money.currencyCode !== '' && money.currencyCode !== currencyCode);
  if (other)
    return [
      `The order is in ${other.currencyCode.slice(0, 10)}, but prices are agreed in ${currencyCode}. Send it in ${currencyCode}.`,
    ];
  return order.lines
    .filter(({ quantity }) => readSentQuantity(quantity) === undefined)
    .map((line) => {
      const sent = line.quantity === '' ? 'no quantity' : `the quantity “${line.quantity.slice(0, 30)}”`;
      return `${nameSentLine(line)} has ${sent}. Send whole pieces, at least one.`;
    });
}
