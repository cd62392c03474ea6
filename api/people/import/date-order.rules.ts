import type { DateShapes } from '#api/platform/sheet-file/date-shapes.rules.ts';
import type { DateOrder } from '#contract/people/import/interpretation.ts';

/**
 * How the dates of a column are to be read, and why: its own cells prove it, somebody said so of an earlier file, or nothing does and it has to be asked. Null
 * where the order makes no difference.
 */
type DateOrderFinding = { order: DateOrder; basis: 'proved' | 'remembered' } | { order: null; basis: 'open' } | null;

/** What a column's cells and an earlier answer say about the order of day and month. Proof is above an earlier answer. */
export function findColumnOrder(dates: DateShapes, remembered: DateOrder | null): DateOrderFinding {
  const { onlyDayFirst, onlyMonthFirst, either } = dates;
  if (onlyDayFirst > 0 && onlyMonthFirst === 0) return { order: 'day', basis: 'proved' };
  if (onlyMonthFirst > 0 && onlyDayFirst === 0) return { order: 'month', basis: 'proved' };
  // Where cells prove both, at most one order is right for the others.
  if (either === 0 && onlyDayFirst === 0) return null;
  return remembered ? { order: remembered, basis: 'remembered' } : { order: null, basis: 'open' };
}
