import { formatDay } from '../ui/format.ts';
import { type OrderFilters, periods } from './order-filters.ts';

/** Names behind the ids; undefined while they are unknown. */
export interface FilterNames {
  group?: string;
  resort?: string;
  area?: string;
  season?: string;
}

export interface FilterChip {
  label: string;
  /** What the filters become when it is taken away. */
  without: Partial<OrderFilters>;
}

/** One chip for each thing that narrows the list. */
export function chipsFor(filters: OrderFilters, names: FilterNames): FilterChip[] {
  const chips: FilterChip[] = [];
  if (filters.period !== '') chips.push({ label: periods[filters.period], without: { period: '' } });
  if (filters.from) chips.push({ label: `From ${formatDay(filters.from)}`, without: { from: '' } });
  if (filters.to) chips.push({ label: `Until ${formatDay(filters.to)}`, without: { to: '' } });
  if (filters.outstanding) chips.push({ label: 'Outstanding only', without: { outstanding: false } });
  if (filters.approval) chips.push({ label: 'Waiting for approval', without: { approval: false } });
  const named = [
    ['group', 'Group'],
    ['resort', 'Destination'],
    ['area', 'Area'],
    ['season', 'Season'],
  ] as const;
  for (const [key, label] of named) {
    if (filters[key] > 0) chips.push({ label: `${label}: ${names[key] ?? filters[key]}`, without: { [key]: 0 } });
  }
  return chips;
}
