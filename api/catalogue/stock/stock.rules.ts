import type { Static } from 'typebox';
import { formatDay } from '#api/platform/local-day.ts';
import type { stockStatus } from '#contract/catalogue/product-schemas.ts';

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

/** A product's own status and message before anything is chosen: the best of its combinations, without their quantities. */
export function getProductAvailability(combinations: readonly Availability[]): { message: string; shownQuantity: number | null } {
  const only = combinations[0];
  if (only && combinations.length === 1) return { message: only.message, shownQuantity: only.shownQuantity };
  const best = BEST_FIRST.find((status) => combinations.some((one) => one.status === status));
  const shown = combinations.flatMap((one) => (one.shownQuantity === null ? [] : [one.shownQuantity]));
  const shownQuantity = shown.length > 0 ? shown.reduce((sum, one) => sum + one, 0) : null;
  if (best === 'InStock' || best === 'LowStock') return { message: 'In stock', shownQuantity };
  const speaker = combinations.find((one) => one.status === best);
  return { message: best === 'Backorder' ? 'On backorder' : (speaker?.message ?? 'Out of stock'), shownQuantity };
}
