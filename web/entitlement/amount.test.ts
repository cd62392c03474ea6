import { expect, it } from 'vitest';
import { parseEntitlementAmount } from './amount.ts';

it.each([
  ['3', 3],
  [' 12,5 ', 12.5],
  ['1000000000', 1_000_000_000],
  ['-3', undefined],
  ['three', undefined],
  ['', undefined],
])('reads the amount “%s”', (text, amount) => {
  expect(parseEntitlementAmount(text)).toBe(amount);
});
