import { ORDER_STATUSES, SHIPPING_STATUSES } from '#contract/ordering/order-states.ts';
import { formatDate } from '#web/ui/format/format.ts';
import { type OrderFilters, periods } from './order-filters.ts';

/** The names of the IDs in the filters; undefined while unknown. */
export interface OrderFilterNames {
  group?: string;
  resort?: string;
  area?: string;
  wardrobe?: string;
  season?: string;
  product?: string;
}

export interface OrderFilterChip {
  label: string;
  /** The change to the filters that removes this chip. */
  resetFilters: Partial<OrderFilters>;
}

/** One chip for each active filter. */
export function listOrderFilterChips(filters: OrderFilters, names: OrderFilterNames): OrderFilterChip[] {
  const chips: OrderFilterChip[] = [];
  if (filters.period !== '') chips.push({ label: periods[filters.period], resetFilters: { period: '' } });
  if (filters.from) chips.push({ label: `From ${formatDate(filters.from)}`, resetFilters: { from: '' } });
  if (filters.to) chips.push({ label: `Until ${formatDate(filters.to)}`, resetFilters: { to: '' } });
  if (filters.outstanding) chips.push({ label: 'Outstanding only', resetFilters: { outstanding: false } });
  if (filters.approval) chips.push({ label: 'Waiting for approval', resetFilters: { approval: false } });
  for (const { id, label } of ORDER_STATUSES) {
    if (filters.statuses.includes(id))
      chips.push({ label: `Status: ${label}`, resetFilters: { statuses: filters.statuses.filter((each) => each !== id) } });
  }
  for (const { id, label } of SHIPPING_STATUSES) {
    if (filters.deliveries.includes(id))
      chips.push({ label: `Delivery: ${label}`, resetFilters: { deliveries: filters.deliveries.filter((each) => each !== id) } });
  }
  const named = [
    ['group', 'Group'],
    ['resort', 'Destination'],
    ['area', 'Business area'],
    ['wardrobe', 'Wardrobe'],
    ['season', 'Season'],
    ['product', 'Product'],
  ] as const;
  for (const [key, label] of named) {
    if (filters[key] > 0) chips.push({ label: `${label}: ${names[key] ?? filters[key]}`, resetFilters: { [key]: 0 } });
  }
  return chips;
}
