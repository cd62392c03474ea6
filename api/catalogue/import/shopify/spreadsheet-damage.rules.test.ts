import { expect, test } from 'vitest';
import { explainDamage, findSizesOfDate } from './spreadsheet-damage.rules.ts';

test.each([
  ['02-Apr', ['2-4', '4-2']],
  ['2-Apr', ['2-4', '4-2']],
  ['06. Aug', ['6-8', '8-6']],
  ['02.Mrz', ['2-3', '3-2']],
  ['02-août', ['2-8', '8-2']],
  ['Dec-14', ['12-14', '14-12']],
  ['Okt 12', ['10-12', '12-10']],
  ['2026-04-02', ['2-4', '4-2']],
  ['2026-04-02 00:00:00', ['2-4', '4-2']],
  ['02/04/2026', ['2-4', '4-2']],
  ['04.06.2026', ['4-6', '6-4']],
  ['10-Oct', ['10-10']],
  ['46114', []],
])('%s may have been one of %j', (value, sizes) => {
  expect(findSizesOfDate(value, true)).toEqual(sizes);
});

test.each(['S', '34 Long', '2-4', '10/12', '34/32', '104', '46', 'XL', '12 Years', 'One size', '2.5', '38.5', '99999'])(
  '%s is a size',
  (value) => {
    expect(findSizesOfDate(value, true)).toBeUndefined();
  },
);

test('a number is a date of sizes alone', () => {
  expect(findSizesOfDate('46114', false)).toBeUndefined();
});

test.each([
  ['1.02346E+11', 'was shortened by a spreadsheet'],
  ['1,02346E+11', 'was shortened by a spreadsheet'],
  ['#N/A', 'is an error of a spreadsheet'],
  ['#NV', 'is an error of a spreadsheet'],
  ['#REF!', 'is an error of a spreadsheet'],
  ['KID-0', undefined],
  ['#1', undefined],
  ['1E4', undefined],
])('the code %s: %s', (text, damage) => {
  expect(explainDamage(text)).toBe(damage);
});
