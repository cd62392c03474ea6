import { createDateFormat } from '#web/ui/format/format.ts';

/** What was ordered in a month. */
export interface MonthFigures {
  year: number;
  /** 1 to 12. */
  month: number;
  orderCount: number;
  quantity: number;
  /** Null for people who see no prices. */
  totalValue: number | null;
}

/** A month, and the same month a year earlier. */
export interface ComparedMonth extends MonthFigures {
  before: MonthFigures | undefined;
}

/** Each month with the same month of the year before; `before` is undefined where the other list does not have it. */
export const compareMonths = (months: readonly MonthFigures[], before: readonly MonthFigures[]): ComparedMonth[] =>
  months.map((month) => ({
    ...month,
    before: before.find((other) => other.year === month.year - 1 && other.month === month.month),
  }));

const longNames = createDateFormat({ month: 'long', timeZone: 'UTC' });
const shortNames = createDateFormat({ month: 'short', timeZone: 'UTC' });
const firstDay = ({ year, month }: Pick<MonthFigures, 'month' | 'year'>) => new Date(Date.UTC(year, month - 1, 1));

/** "November" */
export const nameMonth = (month: Pick<MonthFigures, 'month' | 'year'>): string => longNames(firstDay(month));
/** "Nov" */
export const abbreviateMonth = (month: Pick<MonthFigures, 'month' | 'year'>): string => shortNames(firstDay(month));

/** The first and the last day of a month. */
export function getMonthDays({ year, month }: Pick<MonthFigures, 'month' | 'year'>): { from: string; to: string } {
  const day = (date: Date) => date.toISOString().slice(0, 10);
  return { from: day(new Date(Date.UTC(year, month - 1, 1))), to: day(new Date(Date.UTC(year, month, 0))) };
}

/** The month of a day as 2026-03-12 compared with another one: negative where it is earlier. */
export const compareMonthWithDay = ({ year, month }: Pick<MonthFigures, 'month' | 'year'>, day: string): number => {
  const [thatYear = 0, thatMonth = 0] = day.split('-').map(Number);
  return (year - thatYear) * 12 + month - thatMonth;
};

/** What of a month is compared: its amount, or its pieces for people who see no prices. */
export const measureOf = ({ totalValue, quantity }: MonthFigures): number => totalValue ?? quantity;
