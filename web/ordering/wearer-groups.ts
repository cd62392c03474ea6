import type { Cart } from '#web/app/cart.ts';
import { sumMoney } from '#web/catalogue/products/price.ts';
import { groupBy } from '#web/ui/format/group-by.ts';

type CartItem = Cart['items'][number];

/** What decides about the groups of lines. */
type GroupedLine = Pick<CartItem, 'customerId' | 'customerName' | 'quantity' | 'subTotal'>;

/** The lines of a cart for one person, or for no one in particular. */
export interface CartGroup<Line extends GroupedLine = CartItem> {
  /** The person; null: goods for no one in particular. */
  wearerId: number | null;
  wearerName: string | null;
  lines: readonly Line[];
  quantity: number;
  /** Sum of the lines as they show their prices; null where one of them has none. */
  subTotal: number | null;
}

/**
 * The lines of a cart by the person whom they are for: first those for no one in particular, then people by name. Empty where all lines are for the same,
 * which needs no groups.
 */
export function groupByWearer<Line extends GroupedLine>(lines: readonly Line[]): CartGroup<Line>[] {
  const byWearer = groupBy(lines, ({ customerId }) => customerId);
  if (byWearer.size < 2) return [];
  const groups = [...byWearer].map(([wearerId, own]): CartGroup<Line> => {
    const amounts = own.flatMap(({ subTotal }) => subTotal ?? []);
    return {
      wearerId,
      wearerName: own[0]?.customerName ?? null,
      lines: own,
      quantity: own.reduce((sum, { quantity }) => sum + quantity, 0),
      subTotal: amounts.length === own.length ? sumMoney(amounts) : null,
    };
  });
  return groups.toSorted(
    (a, b) =>
      Number(a.wearerId !== null) - Number(b.wearerId !== null) ||
      (a.wearerName ?? '').localeCompare(b.wearerName ?? '', 'en-GB') ||
      (a.wearerId ?? 0) - (b.wearerId ?? 0),
  );
}

/** "For Ana Lima", "For you" or "For the site". */
export const nameGroup = (
  { wearerId, wearerName }: Pick<CartGroup, 'wearerId' | 'wearerName'>,
  ownId: number | undefined,
): string => (wearerId === null ? 'For the site' : wearerId === ownId ? 'For you' : `For ${wearerName}`);
