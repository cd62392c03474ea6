import { expect, it } from 'vitest';
import { isWholeMinorUnits, parseNumber } from './parse-number.ts';

it.each([
  ['250', 250],
  [' 99.50 ', 99.5],
  ['1,000', 1000],
  ['£1,250,000.75', 1_250_000.75],
  ['-1,000', -1000],
  ['', 0],
  ['1,5', Number.NaN],
  ['1.000,50', Number.NaN],
  ['12,34,567', Number.NaN],
  ['ten', Number.NaN],
])('reads "%s" as %d', (text, number) => {
  expect(parseNumber(text)).toBe(number);
});

it.each([
  [12.34, true],
  [1000.1, true],
  [0, true],
  [12.345, false],
])('an amount of %d has at most two decimals: %s', (amount, isWhole) => {
  expect(isWholeMinorUnits(amount)).toBe(isWhole);
});
