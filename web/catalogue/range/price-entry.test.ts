import { describe, expect, it } from 'vitest';
import { parsePriceText, toPriceText } from './price-entry.ts';

describe('a price as it is typed', () => {
  it.each([
    ['12.50', 12.5, null],
    ['£12.5', 12.5, null],
    ['12,50', 12.5, null],
    ['1,234', 1234, null],
    ['1,234.50', 1234.5, null],
    ['0', 0, null],
    ['1000000', 1_000_000, null],
    ['-10%', null, -10],
    ['+7.25 %', null, 7.25],
    ['−100%', null, -100],
    ['0%', null, null],
    ['  ', null, null],
  ])('%j is read', (typed, overriddenPrice, pricePercent) =>
    expect(parsePriceText(typed)).toEqual({ overriddenPrice, pricePercent }),
  );

  it.each([
    ['12.345', 'at most two decimals'],
    ['12,3456', 'at most two decimals'],
    ['-5', 'can’t be negative'],
    ['+5', 'enter a percentage'],
    ['1000000.01', 'at most 1,000,000'],
    ['99999999999999999', 'at most 1,000,000'],
    ['-101%', 'more than 100%'],
    ['1001%', 'at most 1,000%'],
    ['7.555%', 'at most two decimals'],
    ['twelve', 'Enter an amount'],
    ['1e5', 'Enter an amount'],
    ['12.50.1', 'Enter an amount'],
    ['£', 'Enter an amount'],
    ['%', 'Enter a percentage'],
  ])('%j is refused with a sentence', (typed, sentence) =>
    expect(parsePriceText(typed)).toMatchObject({ problem: expect.stringContaining(sentence) }),
  );

  it('is edited as it would be typed', () => {
    for (const text of ['12.50', '+7.5%', '-10%', ''])
      expect(toPriceText(parsePriceText(text) as Parameters<typeof toPriceText>[0])).toBe(text);
  });
});
