import type { Static } from 'typebox';
import { formatDay } from '#api/platform/local-day.ts';
import type { stockStatus } from '#contract/catalogue/products/product-schemas.ts';

export type StockStatus = Static<typeof stockStatus>;

/** Stock of one combination and the product's stock rules. */
export interface StockFacts {
  managesStock: boolean;
  /** 0 none; 1 more than the stock can be ordered, without a message; 2 the same, with a message. */
  backorderMode: number;
  displaysStockQuantity: boolean;
  /** At this free quantity and below stock counts as low. */
  lowStockQuantity: number;
  discontinued?: boolean;
  onHand: number;
  reserved: number;
  /** The next delivery that is not overdue: a date without a time, `2026-03-12`. */
  dueOn: string | null;
  dueQuantity: number | null;
}

/** How many units a person can order, and when they are available. */
export interface Availability {
  /** On hand less reserved; negative when more has been promised than is in stock. */
  free: number;
  /** The largest quantity that one order can contain: free stock, or Infinity without a limit. */
  orderable: number;
  status: StockStatus;
  /** Empty when stock is not managed. */
  message: string;
  /** The free quantity to show; null when it is hidden or not managed. */
  shownQuantity: number | null;
  /** The next delivery, when stock is managed. */
  dueOn: string | null;
  dueQuantity: number | null;
}

/** Status, message and quantities by the stock rules of the contract. All code that shows or checks stock uses this function. */
export function getAvailability(facts: StockFacts): Availability {
  const free = facts.onHand - facts.reserved;
  if (facts.discontinued) {
    return {
      free,
      orderable: 0,
      status: 'Discontinued',
      message: 'Discontinued',
      shownQuantity: null,
      dueOn: null,
      dueQuantity: null,
    };
  }
  if (!facts.managesStock) {
    return {
      free,
      orderable: Number.POSITIVE_INFINITY,
      status: 'NotManaged',
      message: '',
      shownQuantity: null,
      dueOn: null,
      dueQuantity: null,
    };
  }
  return {
    free,
    orderable: facts.backorderMode === 0 ? Math.max(free, 0) : Number.POSITIVE_INFINITY,
    ...(free > 0 ? messageInStock(facts, free) : messageOutOfStock(facts)),
    shownQuantity: facts.displaysStockQuantity ? Math.max(free, 0) : null,
    dueOn: facts.dueOn,
    dueQuantity: facts.dueQuantity,
  };
}

type StockMessage = Pick<Availability, 'status' | 'message'>;

function messageInStock(facts: StockFacts, free: number): StockMessage {
  return {
    status: free <= facts.lowStockQuantity ? 'LowStock' : 'InStock',
    message: facts.displaysStockQuantity ? `${free} in stock` : 'In stock',
  };
}

function messageOutOfStock({ backorderMode, dueOn }: StockFacts): StockMessage {
  if (backorderMode === 1) return { status: 'InStock', message: 'In stock' };
  if (backorderMode !== 2) return { status: 'OutOfStock', message: 'Out of stock' };
  const when = dueOn ? `expected on ${formatDay(dueOn)}` : 'will be dispatched once in stock';
  return { status: 'Backorder', message: `Out of stock, on backorder: ${when}` };
}

const BEST_FIRST: StockStatus[] = ['NotManaged', 'InStock', 'LowStock', 'Backorder', 'OutOfStock', 'Discontinued'];

/** What a product says about stock before anything is chosen. */
export interface ProductAvailability {
  status: StockStatus;
  message: string;
  shownQuantity: number | null;
  /** The next delivery, while nothing is in stock. */
  dueOn: string | null;
}

/**
 * A product's own status and message before anything is chosen: the best of its combinations, without their quantities. An
 * only combination (`hasOne`) speaks for the product.
 */
export function getProductAvailability(
  combinations: readonly Availability[],
  hasOne = combinations.length === 1,
): ProductAvailability {
  const status = BEST_FIRST.find((one) => combinations.some((combination) => combination.status === one)) ?? 'OutOfStock';
  const isMissing = status === 'OutOfStock' || status === 'Backorder';
  const dueOn = isMissing ? (combinations.flatMap((one) => one.dueOn ?? []).sort()[0] ?? null) : null;
  const only = combinations[0];
  if (only && hasOne) return { status, message: only.message, shownQuantity: only.shownQuantity, dueOn };
  const shown = combinations.flatMap((one) => (one.shownQuantity === null ? [] : [one.shownQuantity]));
  const shownQuantity = shown.length > 0 ? shown.reduce((sum, one) => sum + one, 0) : null;
  return { status, message: messageOfProduct(status, combinations), shownQuantity, dueOn };
}

function messageOfProduct(status: StockStatus, combinations: readonly Availability[]): string {
  if (status === 'InStock' || status === 'LowStock') return 'In stock';
  if (status === 'Backorder') return 'On backorder';
  return combinations.find((one) => one.status === status)?.message ?? 'Out of stock';
}

/** The stock of a product as lists read it: its stock rules, and one level for all combinations that say the same. */
export interface ProductStock
  extends Pick<StockFacts, 'managesStock' | 'backorderMode' | 'displaysStockQuantity' | 'lowStockQuantity'> {
  hasOneCombination: boolean;
  /** `free` is exact for an only combination; otherwise it is on the right side of 0 and of `lowStockQuantity`. */
  levels: readonly { free: number; dueOn: string | null }[];
}

/** What a list says about the stock of a product; the same as its page, but for quantities. */
export const getListedAvailability = ({ levels, hasOneCombination, ...product }: ProductStock): ProductAvailability =>
  getProductAvailability(
    levels.map(({ free, dueOn }) => getAvailability({ ...product, onHand: free, reserved: 0, dueOn, dueQuantity: null })),
    hasOneCombination,
  );
