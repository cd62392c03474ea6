/**
 * A model of ordering: what orders, money, stock, entitlement, carts and mails should be after any sequence of steps. It shares no code with the
 * portal and keeps everything in memory. Money in minor units, excluding tax unless said otherwise.
 */

/** The sizes of two garments, with the pieces in stock at the beginning. */
export const SIZES = [
  { name: 'shirt in S', product: 0, combination: 0, stock: 5 },
  { name: 'shirt in L', product: 0, combination: 1, stock: 5 },
  { name: 'coat in S', product: 1, combination: 0, stock: 4 },
  { name: 'coat in L', product: 1, combination: 1, stock: 3 },
] as const;

/** The usual and the raised price of each garment. */
export const PRICES = [
  [2000, 3000],
  [40_000, 45_000],
] as const;

/** Goods worth more than this need approval. */
export const APPROVAL_ABOVE = 100_000;
/** Delivery of an order, and the tax on it. */
const DELIVERY = 495 + 99;
export const EXPIRY_DAYS = 30;
export const ESCALATION_DAYS = 5;

/** The wearer, someone from Sales who orders for them, and people who see or decide on their orders or not. */
export type Caller = 'wearer' | 'sales' | 'approver' | 'admin' | 'director' | 'stranger';
type Status = 'Pending' | 'Processing' | 'AwaitingApproval' | 'Rejected' | 'Cancelled';
export type Action = 'approve' | 'reject' | 'amend';

export interface ModelLine {
  size: number;
  quantity: number;
  cancelled: number;
  covered: number;
  unit: number;
  hasReason: boolean;
}

interface CartLine {
  size: number;
  quantity: number;
  hasReason: boolean;
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
  lines: ModelLine[];
  request: OpenRequest | null;
  decided: Decided | null;
  cancelledBy: Caller | null;
  /** Products that the newest request for approval named. */
  named: Set<number>;
  events: string[];
}

interface Account {
  kind: 'group' | 'product' | 'budget';
  product: number | null;
  limit: number;
  cost: (line: Pick<ModelLine, 'unit'>) => number;
}

const onePiece = () => 1;
const pieces = (limit: number): Account => ({ kind: 'group', product: null, limit, cost: onePiece });
const ofProduct = (product: number, limit: number): Account => ({ kind: 'product', product, limit, cost: onePiece });
const budget = (limit: number, cost: Account['cost']): Account => ({ kind: 'budget', product: null, limit, cost });

/** The ways in which wearers are owed garments: the wardrobe to create, and the accounts that should follow from it. */
export const ALLOCATIONS = {
  fixed: { wardrobe: { allocationTypeId: 10, productQuantity: 2 }, accounts: [ofProduct(0, 2), ofProduct(1, 2)] },
  quantity: { wardrobe: { allocationTypeId: 20, quantity: 4 }, accounts: [pieces(4)] },
  points: {
    wardrobe: { allocationTypeId: 30, quantity: 6, points: 5, budgetPoints: 23 },
    accounts: [pieces(6), budget(23, () => 5)],
  },
  money: {
    wardrobe: { allocationTypeId: 40, quantity: 6, budgetMinor: 86_000 },
    accounts: [pieces(6), budget(86_000, ({ unit }) => unit)],
  },
} satisfies Record<string, { wardrobe: object; accounts: Account[] }>;
export type AllocationName = keyof typeof ALLOCATIONS;

/** What should be true. */
export interface OrderModel {
  allocation: AllocationName;
  orders: ModelOrder[];
  cart: CartLine[];
  /** Whether the price of each product has been raised. */
  isRaised: [boolean, boolean];
  /** Products that need approval. */
  marked: Set<number>;
  /** Days since the first Monday. */
  day: number;
  /** The number of requests for approval so far. */
  requests: number;
  /** Mails that were sent: `template, orders, recipient`. */
  mails: string[];
}

export const createModel = (allocation: AllocationName): OrderModel => ({
  allocation,
  orders: [],
  cart: [],
  isRaised: [false, false],
  marked: new Set(),
  day: 0,
  requests: 0,
  mails: [],
});

/** What a request should get. `apply` makes the model follow; without it nothing changes. */
export interface Prediction {
  status: number;
  apply?: () => void;
}

export const productOf = (size: number) => SIZES[size as 0].product;
export const priceOf = (model: OrderModel, size: number) => PRICES[productOf(size)][model.isRaised[productOf(size)] ? 1 : 0];
export const pendingOf = ({ quantity, cancelled }: ModelLine) => quantity - cancelled;
export const countedOf = ({ covered, quantity, cancelled }: ModelLine) => Math.min(covered, quantity - cancelled);
export const beyondOf = ({ covered, quantity, cancelled }: ModelLine) => Math.max(0, quantity - cancelled - covered);
export const sumOf = <T>(items: readonly T[], value: (item: T) => number) => items.reduce((sum, item) => sum + value(item), 0);

const linesIn = ({ orders }: OrderModel) => orders.flatMap(({ lines }) => lines);
export const freeStock = (model: OrderModel, size: number) =>
  SIZES[size as 0].stock - sumOf(linesIn(model), (line) => (line.size === size ? pendingOf(line) : 0));

const isFor = ({ product }: Account, { size }: { size: number }) => product === null || product === productOf(size);
export const leftIn = (model: OrderModel, account: Account) =>
  account.limit - sumOf(linesIn(model), (line) => (isFor(account, line) ? countedOf(line) * account.cost(line) : 0));

/** What should be left in the accounts, as `[kind, product, left]`. */
export const listBalances = (model: OrderModel) =>
  ALLOCATIONS[model.allocation].accounts.map((account): [string, number | null, number] => [
    account.kind,
    account.product,
    leftIn(model, account),
  ]);

/** The cart as lines of an order: one after the other is covered by what is left. */
export function coverCart(model: OrderModel): ModelLine[] {
  const accounts = ALLOCATIONS[model.allocation].accounts.map((account) => ({ account, left: leftIn(model, account) }));
  return model.cart.map(({ size, quantity, hasReason }) => {
    const line = { size, quantity, cancelled: 0, covered: 0, unit: priceOf(model, size), hasReason };
    const own = accounts.filter(({ account }) => isFor(account, line));
    line.covered = Math.min(quantity, ...own.map(({ account, left }) => Math.floor(left / account.cost(line))));
    for (const entry of own) entry.left -= line.covered * entry.account.cost(line);
    return line;
  });
}

export const pendingGoods = (lines: readonly ModelLine[]) => sumOf(lines, (line) => pendingOf(line) * line.unit);
export const markedIn = ({ marked }: OrderModel, lines: readonly ModelLine[]) =>
  new Set(lines.filter((line) => pendingOf(line) > 0 && marked.has(productOf(line.size))).map((line) => productOf(line.size)));
export const needsApproval = (model: OrderModel, lines: readonly ModelLine[]) =>
  pendingGoods(lines) > APPROVAL_ABOVE || sumOf(lines, beyondOf) > 0 || markedIn(model, lines).size > 0;

/** Amounts of an order as its page shows them; `total` including tax and delivery. */
export function amountsOf({ lines }: ModelOrder) {
  const goods = sumOf(lines, ({ quantity, unit }) => quantity * unit);
  const cancelled = sumOf(lines, (line) => line.cancelled * line.unit);
  const isCharged = lines.some((line) => pendingOf(line) > 0);
  return { goods, cancelled, pending: goods - cancelled, total: goods + goods / 5 + (isCharged ? DELIVERY : 0) };
}

export const isEnded = ({ status }: ModelOrder) => status === 'Rejected' || status === 'Cancelled';

export const send = (model: OrderModel, template: string, { id }: { id: number }, ...recipients: Caller[]) => {
  for (const recipient of new Set(recipients)) model.mails.push(`${template}, ${id}, ${recipient}`);
};
/** Those who are told what happens to an order. */
export const peopleOf = ({ placedBy }: ModelOrder): Caller[] => ['wearer', placedBy];
/** Those who can decide on an order that waits. */
export const decidersOf = ({ request }: ModelOrder): Caller[] => (request?.isEscalated ? ['approver', 'director'] : ['approver']);

export function newRequest(model: OrderModel): OpenRequest {
  model.requests += 1;
  return { number: model.requests, day: model.day, isReminded: false, isEscalated: false };
}

export function addToCart({ cart }: OrderModel, added: CartLine): void {
  const line = cart.find(({ size, namesPart }) => size === added.size && namesPart === added.namesPart);
  if (!line) cart.push(added);
  else {
    line.quantity += added.quantity;
    line.hasReason ||= added.hasReason;
  }
}

export const inCart = ({ cart }: OrderModel, size: number) => sumOf(cart, (line) => (line.size === size ? line.quantity : 0));
