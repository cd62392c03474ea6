import { formatDueStock } from '../products/stock-labels.ts';
import type { CheckedItem } from './use-quick-order.ts';

/** "Oxford shirt, White, 16½". */
export const describeItem = ({ name, attributeDescription }: Pick<CheckedItem, 'name' | 'attributeDescription'>): string =>
  [name, attributeDescription].filter(Boolean).join(', ');

/** When it comes: the stock in words, unless a warning says it, with the next delivery where it is out. */
export function describeItemStock(
  item: Pick<CheckedItem, 'stockMessage' | 'stockStatus' | 'dueDateUtc' | 'dueQuantity'>,
  { warned = false }: { warned?: boolean } = {},
): string {
  const due = item.stockStatus === 'OutOfStock' ? formatDueStock(item) : '';
  return [warned ? '' : item.stockMessage || 'Available', due].filter(Boolean).join(' · ');
}
