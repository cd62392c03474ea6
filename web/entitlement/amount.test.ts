import { expect, it } from 'vitest';
import { parseAmount } from './amount.ts';

it.each([
  ['3', 3],
  [' 12,5 ', 12.5],
  ['-3', undefined],
  ['three', undefined],
  ['', undefined],
])('reads the amount “%s”', (text, amount) => {
  expect(parseAmount(text)).toBe(amount);
});
