import type { PackLine, PackOrder } from '../pack-order.ts';

/** What goes into one parcel. */
export interface Bag {
  /** The same for the same wearer, whichever other orders are packed with it. */
  key: string;
  /** Position on the page, from 1. */
  number: number;
  /** Wearer or destination. */
  title: string;
  orderIds: readonly number[];
  /** Lines with pending pieces, by shelf. */
  lines: readonly PackLine[];
}

/** "Bag 2, Niamh Dlamini" */
export const nameBag = ({ number, title }: Pick<Bag, 'number' | 'title'>): string => `Bag ${number}, ${title}`;

/** The bag into which a line belongs: that of its wearer where each wearer gets a parcel, and otherwise one for all. */
export function getBagKey(
  { id, parcelMode }: Pick<PackOrder, 'id' | 'parcelMode'>,
  { wearerId }: Pick<PackLine, 'wearerId'>,
): string {
  if (parcelMode !== 'wearer') return 'all';
  return wearerId === null ? `order ${id}` : `wearer ${wearerId}`;
}

const compareShelves = (one: PackLine, other: PackLine) =>
  one.shelf === other.shelf ? 0 : one.shelf === null ? 1 : other.shelf === null ? -1 : one.shelf.localeCompare(other.shelf);

/** The bags of orders of one destination, in the order of the orders. */
export function toBags(orders: readonly PackOrder[]): Bag[] {
  const bags = new Map<string, { title: string; orderIds: Set<number>; lines: PackLine[] }>();
  for (const order of orders) {
    for (const line of order.lines) {
      if (line.pendingQuantity === 0) continue;
      const key = getBagKey(order, line);
      const title = key === 'all' ? order.destinationName : (line.wearerName ?? order.personName);
      const bag = bags.get(key) ?? { title, orderIds: new Set(), lines: [] };
      bag.orderIds.add(order.id);
      bag.lines.push({ ...line, orderId: order.id });
      bags.set(key, bag);
    }
  }
  return [...bags].map(([key, { title, orderIds, lines }], index) => ({
    key,
    number: index + 1,
    title,
    orderIds: [...orderIds],
    lines: lines.toSorted(compareShelves),
  }));
}
