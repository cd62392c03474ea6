import { describe, expect, it } from 'vitest';
import { compareMonths, getMonthDays, type MonthFigures } from './months.ts';
import {
  describeChange,
  describeOldest,
  describePurchases,
  describeShipped,
  describeUniforms,
  percentOfAll,
} from './sentences.ts';

const month = (year: number, number: number, totalValue: number | null, quantity = 0): MonthFigures => ({
  year,
  month: number,
  orderCount: 1,
  quantity,
  totalValue,
});

describe('a figure compared with the season before', () => {
  it.each([
    [109, 100, '9% more than by this time last season'],
    [91, 100, '9% less than by this time last season'],
    [100.2, 100, 'The same as by this time last season'],
    [199, 100, '99% more than by this time last season'],
    [314, 100, '3.1 times as much as by this time last season'],
    [240_000, 100, '2,400 times as much as by this time last season'],
    [5, 0, 'None by this time last season'],
    [0, 5, '100% less than by this time last season'],
    [0, 0, ''],
    [7, undefined, ''],
  ])('%d after %s', (now, before, words) => expect(describeChange({ now, before, isOver: false })).toBe(words));

  it('counts orders, and compares whole seasons once one is over', () => {
    expect(describeChange({ now: 9, before: 10, isCount: true, isOver: false })).toBe('10% fewer than by this time last season');
    expect(describeChange({ now: 20, before: 10, isCount: true, isOver: false })).toBe(
      '2 times as many as by this time last season',
    );
    expect(describeChange({ now: 9, before: 10, isOver: true })).toBe('10% less than the season before');
    expect(describeChange({ now: 9, before: 0, isOver: true })).toBe('None in the season before');
  });
});

describe('purchases by month', () => {
  const before = [month(2025, 10, 20_000), month(2025, 11, 10_000), month(2025, 12, 0)];
  const season = (october: number, november: number) => [month(2026, 10, october), month(2026, 11, november), month(2026, 12, 0)];
  const say = (months: MonthFigures[], today: string) => describePurchases(compareMonths(months, before), today);

  it.each([
    ['November is the highest so far, 12% above all of November last year.', 11_000, 11_200, '2026-11-29'],
    ['November is the highest so far, 30% below all of November last year.', 1_000, 7_000, '2026-11-29'],
    ['November is the highest so far, 3.5 times as much as all of November last year.', 1_000, 35_000, '2026-11-29'],
    ['October is the highest so far, 10% above the year before.', 22_000, 11_200, '2026-11-29'],
    ['October was the highest, the same as the year before.', 20_000, 11_200, '2027-02-01'],
    ['Nothing has been ordered in these months.', 0, 0, '2026-11-29'],
  ])('%s', (words, october, november, today) => expect(say(season(october, november), today)).toBe(words));

  it('compares nothing with a month that is not known or had no orders', () => {
    expect(describePurchases(compareMonths(season(5, 1), []), '2026-11-29')).toBe('October is the highest so far.');
    expect(say([month(2026, 12, 5)], '2027-02-01')).toBe('December was the highest.');
  });

  it('counts pieces for people who see no prices', () => {
    const months = [month(2026, 10, null, 3), month(2026, 11, null, 9)];
    expect(describePurchases(compareMonths(months, []), '2026-11-29')).toBe('November is the highest so far.');
  });

  it('pairs each month of a season with the same month a year earlier', () => {
    const [july, nextJuly] = compareMonths([month(2026, 7, 1), month(2027, 7, 2)], [month(2025, 7, 3), month(2026, 7, 4)]);
    expect([july?.before?.totalValue, nextJuly?.before?.totalValue]).toEqual([3, 4]);
  });

  it.each([
    [2026, 11, '2026-11-01', '2026-11-30'],
    [2028, 2, '2028-02-01', '2028-02-29'],
    [2026, 12, '2026-12-01', '2026-12-31'],
  ])('%d-%d is from %s until %s', (year, number, from, to) => {
    expect(getMonthDays({ year, month: number })).toEqual({ from, to });
  });
});

describe('who has a uniform', () => {
  it.each([
    [{ complete: 281, partlyOrdered: 76, notStarted: 31, optedOut: 12 }, '70% are complete. 31 have not started.'],
    [{ complete: 1, partlyOrdered: 0, notStarted: 1, optedOut: 0 }, '50% are complete. 1 has not started.'],
    [{ complete: 4, partlyOrdered: 2, notStarted: 0, optedOut: 0 }, '67% are complete. Everyone has started.'],
    [{ complete: 4, partlyOrdered: 0, notStarted: 0, optedOut: 0 }, 'Everyone’s uniform is complete.'],
    [{ complete: 0, partlyOrdered: 0, notStarted: 0, optedOut: 0 }, ''],
  ])('%j', (counts, words) => expect(describeUniforms(counts)).toBe(words));
});

describe('what has been shipped', () => {
  it.each([
    [850, 1000, 'orders', '85% of the orders of Winter 2026/27 have been shipped.'],
    [850, 1000, 'value', '85% of the goods of Winter 2026/27 have been shipped.'],
    [10, 10, 'orders', 'All orders of Winter 2026/27 have been shipped.'],
    [0, 0, 'orders', 'Nothing has been ordered in Winter 2026/27.'],
  ] as const)('%d of %d by %s', (shipped, all, by, words) => {
    expect(describeShipped({ name: 'Winter 2026/27', shipped, all }, by)).toBe(words);
  });
});

it.each([
  [0, 5, 0],
  [1, 1000, 1],
  [999, 1000, 99],
  [5, 5, 100],
  [0, 0, 0],
])('%d of %d are %d percent', (part, all, percent) => expect(percentOfAll(part, all)).toBe(percent));

it.each([
  [null, ''],
  ['2026-11-29T08:00:00Z', 'The oldest came today'],
  ['2026-11-28T08:00:00Z', 'The oldest has waited 1 day'],
  ['2026-10-20T08:00:00Z', 'The oldest has waited 40 days'],
])('of orders since %s', (oldest, words) => expect(describeOldest(oldest, new Date('2026-11-29T12:00:00Z'))).toBe(words));
