import { type Account, ALLOCATIONS, type AllocationName } from './order-accounts.ts';
import type { ModelCard } from './order-card.ts';
import type { DesignName } from './order-design-kinds.ts';

/**
 * A model of ordering: what orders, money, stock, entitlement, carts and mails should be after any sequence of steps. It shares no code with the
 * portal and keeps everything in memory. Money in minor units, excluding tax unless said otherwise.
 */

/** The sizes of four garments, with the pieces in stock at the beginning. More caps can be ordered than there are. */
export const SIZES = [
  { name: 'shirt in S', product: 0, combination: 0, stock: 5 },
  { name: 'shirt in L', product: 0, combination: 1, stock: 5 },
  { name: 'coat in S', product: 1, combination: 0, stock: 4 },
  { name: 'coat in L', product: 1, combination: 1, stock: 3 },
  { name: 'cap in S', product: 2, combination: 0, stock: 2 },
  { name: 'cap in L', product: 2, combination: 1, stock: 1 },
  { name: 'polo in S', product: 3, combination: 0, stock: 6 },
  { name: 'polo in L', product: 3, combination: 1, stock: 6 },
] as const;

export type Product = 0 | 1 | 2 | 3;
/** The garment that can be ordered beyond what is on hand. */
export const CAP = 2;
/** The garment that is personalised; see `order-designs.ts`. */
export const POLO = 3;

/** In which numbers of pieces a garment is sold. */
export type SoldIn = 'any' | 'at least two' | 'one or three';

/** Goods worth more than this need approval. */
export const APPROVAL_ABOVE = 100_000;
export const EXPIRY_DAYS = 30;
export const ESCALATION_DAYS = 5;
/** Days after delivery in which pieces can be returned, and for which the new size of an exchange is reserved. */
export const RETURN_DAYS = 14;
export const HOLD_DAYS = 14;

/** The wearer, someone from Sales who orders for them, and people who see or decide on their orders or not. */
export type Caller = 'wearer' | 'sales' | 'approver' | 'admin' | 'director' | 'stranger';
/** For whom a line is: the wearer, or a colleague for whom the wearer orders in sequences in which they may. */
export type Wearer = 0 | 1;
export const WEARERS: readonly Wearer[] = [0, 1];
type Status = 'Pending' | 'Processing' | 'Complete' | 'AwaitingApproval' | 'Rejected' | 'Cancelled';
type Payment = 'Pending' | 'Paid' | 'PartiallyRefunded' | 'Refunded' | 'Voided';
type Shipping = 'NotYetShipped' | 'PartiallyShipped' | 'Shipped' | 'Delivered';
export type Action = 'approve' | 'reject' | 'amend';

export interface ModelLine {
  /** In the database, once the order has been read. */
  id: number;
  size: number;
  /** What someone chose for it; null for a garment that is not personalised. */
  design: DesignName | null;
  /** Finished by the decorator, who locks the line by beginning. */
  decorated: number;
  isBegun: boolean;
  wearer: Wearer;
  quantity: number;
  shipped: number;
  cancelled: number;
  /** Of the pending pieces, those that wait to be collected. */
  packed: number;
  /** What the cancelled pieces cost when they were cancelled, and how many of them the supplier cancelled. */
  cancelledValue: number;
  cancelledBySupplier: number;
  /** Pieces that count as returned, and those of open requests to return. */
  returned: number;
  claimed: number;
  covered: number;
  /** Pieces that a card pays: they leave before the others. */
  card: number;
  unit: number;
  /** From how many pieces on this price holds. */
  tier: number | null;
  hasReason: boolean;
  /** The day for which it was promised, in days from today; null where none was. */
  due: number | null;
  /** The line of which it replaces pieces, with what is fixed until they have come back. */
  exchange: { of: ModelLine; awaits: boolean; covered: number; difference: number } | null;
}

/** What of one order is in one parcel. */
export interface ModelShipment {
  id: number;
  order: ModelOrder;
  pieces: { line: ModelLine; quantity: number }[];
  sentOn: number;
  deliveredOn: number | null;
  isBilled: boolean;
}

export interface CartLine {
  size: number;
  design: DesignName | null;
  wearer: Wearer;
  quantity: number;
  hasReason: boolean;
  /** Whether it names its wearer. Without, it is for the person of the cart; the two are not joined. */
  namesWearer: boolean;
  /** Whether it names its part of the wardrobe, as lines of earlier orders do. Lines with and without are not joined. */
  namesPart: boolean;
}

/** An open request for approval. */
export interface OpenRequest {
  /** Mails name requests in the order in which they were made. */
  number: number;
  day: number;
  isReminded: boolean;
  isEscalated: boolean;
}

/** What was last decided: what of each line that was pending, and whether line by line. */
export interface Decided {
  by: Caller;
  step: Action;
  isByLine: boolean;
  lines: Map<number, { action: Action; approved: number }>;
}

export interface ModelOrder {
  id: number;
  placedBy: 'wearer' | 'sales';
  status: Status;
  payment: Payment;
  shipping: Shipping;
  /** What delivery costs. */
  delivery: number;
  /** When the warehouse got it, as the number of the moment; null before. */
  released: number | null;
  isPicked: boolean;
  /** Whether it is collected, and not sent. */
  isCollected: boolean;
  lines: ModelLine[];
  request: OpenRequest | null;
  decided: Decided | null;
  cancelledBy: Caller | null;
  /** What a card pays of it; null for nothing. */
  card: ModelCard | null;
  /** Products that the newest request for approval named. */
  named: Set<number>;
  events: string[];
}

/** Someone asks to return pieces of a line. */
export interface ModelReturn {
  id: number;
  order: ModelOrder;
  line: ModelLine;
  quantity: number;
  action: ReturnAction;
  status: 'Pending' | 'ReturnAuthorized' | 'Received' | 'ItemsRepaired' | 'ItemsRefunded' | 'RequestRejected' | 'Cancelled';
  received: { quantity: number; condition: Condition } | null;
  isRestocked: boolean;
  isAccepted: boolean;
  /** The order with the new size or the replacement. */
  exchange: ModelOrder | null;
  day: number;
  isReminded: boolean;
  refund: { line: ModelLine; net: number; tax: number; card: { pieces: number; net: number; tax: number } } | null;
  isCredited: boolean;
  /** What the new size cost less, and has gone back to the card. */
  difference: number;
}
export type ReturnAction = 'repair' | 'replacement' | 'credit' | 'exchange';
export type Condition = 'asNew' | 'worn' | 'faulty';

/** A line of an invoice; `line` is null for delivery and set-ups. */
export interface InvoiceLine {
  line: ModelLine | null;
  /** What is set up. */
  setUp?: string;
  quantity: number;
  net: number;
  tax: number;
  /** What credit notes have credited of it. */
  credited: { quantity: number; net: number; tax: number };
}

export interface ModelInvoice {
  id: number;
  order: ModelOrder;
  lines: InvoiceLine[];
  settled: number;
}

/** Money that was received, or a credit note. */
export interface ModelPayment {
  id: number;
  isCreditNote: boolean;
  amount: number;
  covered: Map<ModelInvoice, number>;
  isReversed: boolean;
}

/** What should be true. */
export interface OrderModel {
  allocation: AllocationName;
  /** Whether the wearer also orders for a colleague, who is owed the same. */
  ordersForOthers: boolean;
  /** Whether the wearer pays by card for what they order beyond their entitlement. */
  paysOwn: boolean;
  orders: ModelOrder[];
  cart: CartLine[];
  /** Pieces on hand, of each size. */
  onHand: number[];
  shipments: ModelShipment[];
  returns: ModelReturn[];
  invoices: ModelInvoice[];
  payments: ModelPayment[];
  /** What orders were credited, including tax. */
  credits: { order: ModelOrder; total: number }[];
  /** Whether the price of each product has been raised. */
  isRaised: Record<Product, boolean>;
  soldIn: Record<Product, SoldIn>;
  /** Products that need approval. */
  marked: Set<number>;
  /** How far the proof of the text has come; null before it is ordered. */
  proof: 'asked' | 'shown' | 'to change' | 'approved' | null;
  /** Days since the first Monday. */
  day: number;
  /** The number of requests for approval so far. */
  requests: number;
  /** The number of moments at which the warehouse got an order so far. */
  moments: number;
  /** Mails that were sent: `template, orders, recipient`. */
  mails: string[];
}

/** What the wearer of a sequence may do. */
export type ModelOptions = Partial<Pick<OrderModel, 'ordersForOthers' | 'paysOwn'>>;

export const createModel = (
  allocation: AllocationName,
  { ordersForOthers = false, paysOwn = false }: ModelOptions = {},
): OrderModel => ({
  allocation,
  ordersForOthers,
  paysOwn,
  orders: [],
  cart: [],
  onHand: SIZES.map(({ stock }) => stock),
  shipments: [],
  returns: [],
  invoices: [],
  payments: [],
  credits: [],
  isRaised: { 0: false, 1: false, 2: false, 3: false },
  soldIn: { 0: 'any', 1: 'any', 2: 'any', 3: 'any' },
  marked: new Set(),
  proof: null,
  day: 0,
  requests: 0,
  moments: 0,
  mails: [],
});

/** What a request should get: `field` names what a refusal is about. `apply` makes the model follow; without it nothing changes. */
export interface Prediction {
  status: number;
  /** The fields that a refusal names. */
  fields?: readonly string[];
  apply?: () => void;
}

export const refused = (status: number, ...fields: string[]): Prediction => ({
  status,
  ...(fields.length > 0 ? { fields } : {}),
});

export const productOf = (size: number): Product => SIZES[size as 0].product;
export const sumOf = <T>(items: readonly T[], value: (item: T) => number) => items.reduce((sum, item) => sum + value(item), 0);

/** Pieces that are to be sent. */
export const pendingOf = ({ quantity, shipped, cancelled }: ModelLine) => quantity - shipped - cancelled;
/** Pieces that are to be packed. */
export const unpackedOf = (line: ModelLine) => pendingOf(line) - line.packed;
/** Pieces that the wearer has or will get. */
const keptOf = ({ quantity, cancelled, returned }: ModelLine) => quantity - cancelled - returned;
/** Pieces of a line for which its tier is chosen: what the supplier cancels changes nothing, and an exchange is not charged. */
export const pricedOf = ({ exchange, quantity, cancelled, cancelledBySupplier }: ModelLine) =>
  exchange ? quantity : quantity - cancelled + cancelledBySupplier;
/** Pieces are cancelled; they keep their price. */
export function cancelOf(line: ModelLine, pieces: number): void {
  line.cancelled += pieces;
  line.packed = Math.min(line.packed, pendingOf(line));
  line.cancelledValue += pieces * line.unit;
}
/** Of these, the pieces that count in the accounts: those beyond the entitlement leave first. */
export const countedOf = (line: ModelLine) => Math.min(line.covered, keptOf(line));
export const usedOf = (line: ModelLine) => Math.min(countedOf(line), line.shipped - line.returned);
/** Pieces that a card pays and that have not been cancelled, and those on account. */
export const cardOf = ({ card, quantity, cancelled }: ModelLine) => Math.max(0, Math.min(card, quantity) - cancelled);
export const accountOf = ({ card, quantity, cancelled }: ModelLine) => Math.min(quantity - card, quantity - cancelled);
export const beyondOf = (line: ModelLine) => Math.max(0, keptOf(line) - line.covered);

export const newLine = (
  line: Pick<ModelLine, 'size' | 'design' | 'wearer' | 'quantity' | 'covered' | 'unit' | 'tier' | 'hasReason'> &
    Partial<ModelLine>,
): ModelLine => ({
  id: 0,
  card: 0,
  decorated: 0,
  isBegun: false,
  shipped: 0,
  cancelled: 0,
  packed: 0,
  cancelledValue: 0,
  cancelledBySupplier: 0,
  returned: 0,
  claimed: 0,
  due: null,
  exchange: null,
  ...line,
});

export const linesIn = ({ orders }: OrderModel) => orders.flatMap(({ lines }) => lines);
export const isExchange = ({ lines }: ModelOrder) => lines[0]?.exchange != null;
export const freeStock = (model: OrderModel, size: number) =>
  (model.onHand[size] as number) - sumOf(linesIn(model), (line) => (line.size === size ? pendingOf(line) : 0));
export const canReserve = (model: OrderModel, size: number, quantity: number) =>
  productOf(size) === CAP || quantity <= freeStock(model, size);

export const isFor = ({ product }: Account, { size }: { size: number }) => product === null || product === productOf(size);
/** What an exchange for a dearer size reserves of a budget in money until the pieces have come back. */
const heldBy = ({ exchange, quantity, cancelled }: ModelLine) =>
  exchange?.awaits ? exchange.difference * Math.min(exchange.covered, quantity - cancelled) : 0;
const linesFor = (model: OrderModel, wearer: Wearer) => linesIn(model).filter((line) => line.wearer === wearer);
export const takenFrom = (model: OrderModel, wearer: Wearer, account: Account, count: (line: ModelLine) => number) =>
  sumOf(linesFor(model, wearer), (line) => (isFor(account, line) ? count(line) * account.cost(line) : 0));
export const leftIn = (model: OrderModel, wearer: Wearer, account: Account) =>
  account.limit - takenFrom(model, wearer, account, countedOf) - (account.isMoney ? sumOf(linesFor(model, wearer), heldBy) : 0);
/** The budget in money; undefined under other allocations. */
export const moneyOf = ({ allocation }: OrderModel): Account | undefined =>
  ALLOCATIONS[allocation].accounts.find(({ isMoney }) => isMoney);

export const pendingGoods = (lines: readonly ModelLine[]) => sumOf(lines, (line) => pendingOf(line) * line.unit);
/** The same without what a card pays: only this counts for limits. */
export const accountGoods = (lines: readonly ModelLine[]) =>
  pendingGoods(lines) - sumOf(lines, (line) => cardOf(line) * line.unit);
export const markedIn = ({ marked }: OrderModel, lines: readonly ModelLine[]) =>
  new Set(lines.filter((line) => pendingOf(line) > 0 && marked.has(productOf(line.size))).map((line) => productOf(line.size)));
export const needsApproval = (model: OrderModel, lines: readonly ModelLine[]) =>
  accountGoods(lines) > APPROVAL_ABOVE ||
  sumOf(lines, (line) => Math.max(0, beyondOf(line) - cardOf(line))) > 0 ||
  markedIn(model, lines).size > 0;

export const isEnded = ({ status }: ModelOrder) => status === 'Rejected' || status === 'Cancelled' || status === 'Complete';
/** Whether its people can still change it. */
export const isChangeable = (order: ModelOrder) => !isEnded(order) && !order.isPicked && !isExchange(order);

export const send = (model: OrderModel, template: string, { id }: { id: number | '' }, ...recipients: Recipient[]) => {
  for (const recipient of new Set(recipients)) model.mails.push(`${template}, ${id}, ${recipient}`);
};
/** Those who get mails; the colleague, in `othersIn`, only about lines for them that someone else ordered. */
export type Recipient = Caller | 'colleague';
export const othersIn = (lines: readonly Pick<ModelLine, 'wearer'>[]): Recipient[] =>
  lines.some(({ wearer }) => wearer === 1) ? ['colleague'] : [];
/** Those who are told what happens to lines of an order. */
export const peopleOf = ({ placedBy }: ModelOrder, lines: readonly Pick<ModelLine, 'wearer'>[]): Recipient[] => [
  'wearer',
  placedBy,
  ...othersIn(lines),
];
/** Those who can decide on an order that waits. */
export const decidersOf = ({ request }: ModelOrder): Caller[] => (request?.isEscalated ? ['approver', 'director'] : ['approver']);

/** A new order as far as it is the same for all. */
export const newOrder = (order: Pick<ModelOrder, 'id' | 'placedBy' | 'lines'> & Partial<ModelOrder>): ModelOrder => ({
  status: 'Pending',
  payment: 'Pending',
  shipping: 'NotYetShipped',
  delivery: 0,
  released: null,
  isPicked: false,
  isCollected: false,
  request: null,
  decided: null,
  cancelledBy: null,
  card: null,
  named: new Set(),
  events: [],
  ...order,
});

/** The warehouse gets an order. */
export function release(model: OrderModel, order: ModelOrder): void {
  model.moments += 1;
  order.released = model.moments;
}

export function newRequest(model: OrderModel): OpenRequest {
  model.requests += 1;
  return { number: model.requests, day: model.day, isReminded: false, isEscalated: false };
}
