import type { DateShapes } from '#api/platform/sheet-file/date-shapes.rules.ts';
import type { DateOrder } from '#contract/people/import/interpretation.ts';

/**
 * How the dates of a column are to be read, and why: its own cells prove it, someone said so of an earlier file, or nothing does and it has to be asked. Null
 * where the order makes no difference.
 */
type DateOrderFinding = { order: DateOrder; basis: 'proved' | 'remembered' } | { order: null; basis: 'open' } | null;

const findProof = (dayFirst: number, monthFirst: number): DateOrder | undefined => {
  if (dayFirst > 0 === monthFirst > 0) return undefined;
  return dayFirst > 0 ? 'day' : 'month';
};

/** What a column's cells and an earlier answer say about the order of day and month. Proof is above an earlier answer. */
export function findColumnOrder(dates: DateShapes, remembered: DateOrder | null): DateOrderFinding {
  const { onlyDayFirst, onlyMonthFirst, either, neverDayFirst, neverMonthFirst } = dates;
  // Where all dates stand for none, no order matters.
  if (onlyDayFirst + onlyMonthFirst + either === 0) return null;
  const proved = findProof(onlyDayFirst, onlyMonthFirst) ?? findProof(neverDayFirst, neverMonthFirst);
  // Where cells prove both, at most one order is right for the others.
  const isMixed = onlyDayFirst > 0 && onlyMonthFirst > 0;
  if (proved && !isMixed) return { order: proved, basis: 'proved' };
  return remembered ? { order: remembered, basis: 'remembered' } : { order: null, basis: 'open' };
}
