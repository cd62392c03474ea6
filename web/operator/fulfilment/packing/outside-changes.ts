import { nameLine } from '../pack-order.ts';
import { type Bag, nameBag } from './bags.ts';
import type { OutsideChange } from './packing-state.ts';

const countOf = (count: number, name: string) => `${count} × ${name}`;
const wasOrWere = (count: number) => (count === 1 ? 'was' : 'were');

/** What happened to a line while it was being packed here, and what to do, as a sentence or several. */
export function describeOutsideChange(
  { line, bagKey, shipped, cancelled, surplus }: OutsideChange,
  bags: readonly Bag[],
): string {
  const name = nameLine(line);
  const bag = bags.find(({ key }) => key === bagKey);
  const order = `order ${line.orderId}`;
  const parts = [
    shipped > 0 && `${countOf(shipped, name)} of ${order} ${wasOrWere(shipped)} shipped elsewhere.`,
    cancelled > 0 && `${countOf(cancelled, name)} of ${order} ${wasOrWere(cancelled)} cancelled.`,
    shipped <= 0 &&
      cancelled <= 0 &&
      `Fewer pieces of ${name} are on hand for ${order} now: orders that were promised earlier need them, or the stock was corrected.`,
    surplus > 0 && `Take ${surplus} out of ${bag ? nameBag(bag) : 'the bag'}.`,
  ];
  return parts.filter((part) => part !== false).join(' ');
}
