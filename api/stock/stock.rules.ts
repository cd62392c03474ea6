import type { Static } from 'typebox';
import type { stockStatus } from '#contract/catalogue.ts';

export type StockStatus = Static<typeof stockStatus>;

/** A delivery that is on its way; `dueOn` is a date without a time, `2026-03-12`. */
export interface Delivery {
  dueOn: string;
  quantity: number;
}

/** What is known about the stock of one combination. */
export interface StockFacts {
  managesStock: boolean;
  /** 0 none; 1 more can be ordered than there is, and nobody is told; 2 the same, and the person is told. */
  backorderMode: number;
  displaysQuantity: boolean;
  /** At this free quantity and below stock counts as low. */
  lowStockQuantity: number;
  discontinued: boolean;
  onHand: number;
  reserved: number;
  nextDelivery: Delivery | null;
}

/** How many a person can have, and when. */
export interface Availability {
  /** On hand less reserved; below zero when more was promised than there is. */
  free: number;
  /** Most that one order can take: free stock, or Infinity where nothing limits it. */
  orderable: number;
  status: StockStatus;
  /** Empty when stock is not managed. */
  message: string;
  /** What may be shown of `free`: null when it is hidden or not managed. */
  shownQuantity: number | null;
  /** The next delivery, when stock is managed. */
  due: Delivery | null;
}

/** 2026-03-12 as 12 March 2026: sentences are in English whatever the server's locale. */
function spokenDate(date: string): string {
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  );
}

/** Status, message and quantities by the stock rules of the wire contract. The only place that decides them. */
export function availabilityOf(facts: StockFacts): Availability {
  const free = facts.onHand - facts.reserved;
  const due = facts.managesStock ? facts.nextDelivery : null;
  const shownQuantity = facts.managesStock && facts.displaysQuantity ? Math.max(free, 0) : null;
  if (facts.discontinued)
    return { free, orderable: 0, status: 'Discontinued', message: 'Discontinued', shownQuantity: null, due: null };
  if (!facts.managesStock)
    return { free, orderable: Number.POSITIVE_INFINITY, status: 'NotManaged', message: '', shownQuantity, due };
  const orderable = facts.backorderMode === 0 ? Math.max(free, 0) : Number.POSITIVE_INFINITY;
  if (free > 0) {
    const status = free <= facts.lowStockQuantity ? 'LowStock' : 'InStock';
    return { free, orderable, status, message: facts.displaysQuantity ? `${free} in stock` : 'In stock', shownQuantity, due };
  }
  if (facts.backorderMode === 1) return { free, orderable, status: 'InStock', message: 'In stock', shownQuantity, due };
  if (facts.backorderMode === 2) {
    const when = due ? `expected on ${spokenDate(due.dueOn)}` : 'will be dispatched once in stock';
    return { free, orderable, status: 'Backorder', message: `Out of stock, on backorder: ${when}`, shownQuantity, due };
  }
  return { free, orderable, status: 'OutOfStock', message: 'Out of stock', shownQuantity, due };
}

const BEST_FIRST: StockStatus[] = ['NotManaged', 'InStock', 'LowStock', 'Backorder', 'OutOfStock', 'Discontinued'];

/** A product's own status and message before anything is chosen: the best of its combinations, without their quantities. */
export function availabilityOfProduct(combinations: readonly Availability[]): { message: string; shownQuantity: number | null } {
  const only = combinations[0];
  if (only && combinations.length === 1) return { message: only.message, shownQuantity: only.shownQuantity };
  const best = BEST_FIRST.find((status) => combinations.some((one) => one.status === status));
  const shown = combinations.flatMap((one) => (one.shownQuantity === null ? [] : [one.shownQuantity]));
  const shownQuantity = shown.length > 0 ? shown.reduce((sum, one) => sum + one, 0) : null;
  if (best === 'InStock' || best === 'LowStock') return { message: 'In stock', shownQuantity };
  const speaker = combinations.find((one) => one.status === best);
  return { message: best === 'Backorder' ? 'On backorder' : (speaker?.message ?? 'Out of stock'), shownQuantity };
}
