import { expect, it } from 'vitest';
import { ColumnProfiler, MAX_PROFILE_VALUES } from './column-profile.rules.ts';
import { findDateShape } from './date-shapes.rules.ts';

const profile = (...cells: string[]) => {
  const profiler = new ColumnProfiler();
  for (const cell of cells) profiler.add(cell);
  return profiler.end();
};

it('counts the values of a column, the most frequent first', () => {
  expect(profile('F', '', 'M', 'F', 'd')).toMatchObject({
    filled: 4,
    values: [
      { value: 'F', count: 2 },
      { value: 'M', count: 1 },
      { value: 'd', count: 1 },
    ],
    others: 0,
    longest: 1,
  });
});

it('keeps a limited number of values, and counts the others', () => {
  const { values, others, filled } = profile(...Array.from({ length: 1000 }, (_, index) => `value ${index}`));
  expect([values.length, others, filled]).toEqual([MAX_PROFILE_VALUES, 1000 - MAX_PROFILE_VALUES, 1000]);
});

it('counts what a spreadsheet has damaged, and numbers that begin with zero', () => {
  const { damaged, leadingZeros } = profile(
    '1.02346E+11',
    '1,02E+11',
    '#N/A',
    '10234.0',
    '02-Apr',
    'Apr-02',
    '00123',
    '0',
    'E11',
    '10.5',
  );
  expect(damaged).toEqual({ scientific: 2, errors: 1, zeroFractions: 1, shortDates: 2 });
  expect(leadingZeros).toBe(1);
});

it.each([
  ['25/11/2026', 'onlyDayFirst'],
  ['11/25/2026', 'onlyMonthFirst'],
  ['03/04/2026', 'either'],
  ['4.4.26', 'same'],
  ['2026-11-25', 'yearFirst'],
  ['2026-11-25T00:00:00Z', 'yearFirst'],
  ['20260331', 'yearFirst'],
  ['31 Mar 2026', 'spelled'],
  ['March 1, 2026', 'spelled'],
  ['31. März 2026', 'spelled'],
  ['1er mars 2026', 'spelled'],
  ['46112', 'serial'],
  ['31.12.9999', 'never'],
  ['0000-00-00', 'never'],
  ['2999-12-31', 'never'],
  ['12/31/9999', 'never'],
  ['31.12.4712', 'never'],
  ['Dec 31, 9999', 'never'],
  ['99991231', 'never'],
  ['00000000', 'never'],
  ['2958465', 'never'],
  ['0001-01-01T00:00:00', 'never'],
  ['01.01.1900', 'never'],
  ['1899-12-30', 'never'],
  ['1/0/1900', 'never'],
  ['00.01.1900', 'never'],
  ['Permanent', 'never'],
  ['unbefristet', 'never'],
  ['open-ended', 'never'],
  ['opening', 'none'],
  ['15.06.1900', 'onlyDayFirst'],
  ['31.12.1026', 'none'],
  ['31MAR2026', 'spelled'],
  ['4. 3. 2026', 'either'],
  ['31 Foo 2026', 'none'],
  ['00012345', 'none'],
  ['12345678', 'none'],
  ['99/99/2026', 'none'],
  ['soon', 'none'],
  ['10234', 'none'],
  ['2026', 'none'],
] as const)('%s is a date of the shape %s', (cell, shape) => {
  expect(findDateShape(cell)).toBe(shape);
});
