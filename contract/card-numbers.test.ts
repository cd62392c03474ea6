import { describe, expect, it } from 'vitest';
import { findCardNumbers, looksLikeCardNumber } from './card-numbers.ts';

describe('the number of a card', () => {
  it.each([
    '4242424242424242',
    'My card is 4242 4242 4242 4242, thanks',
    '4242-4242-4242-4242 12/29 123',
    '4242.4242.4242.4242',
    '4242 - 4242 - 4242 - 4242',
    '4 2 4 2 4 2 4 2 4 2 4 2 4 2 4 2',
    '42 42 42 42 42 42 42 42',
    'Visa4242424242424242',
    '3782 822463 10005',
    '3056 9309 0259 04',
    '5555555555554444 and the code is 123',
    '2223003122003222',
    '6011111111111117',
    '3566002020360505',
    '6205500000000000004',
    '4222222222222',
    '020 7946 0958 4242 4242 4242 4242',
    '4242\u00a04242\u00a04242\u00a04242',
    '4242\u200b42424242\u20114242',
    '４２４２ ４２４２ ４２４２ ４２４２',
  ])('is seen in %j', (text) => expect(looksLikeCardNumber(text)).toBe(true));

  it.each([
    '',
    '4242424242424241',
    '4242 4242 4242',
    '1234567890123',
    'Order 10234, 12 pieces of 4000 and 30 of 5000',
    '+44 20 7946 0958 or +44 20 7946 0959',
    '5012345678900',
    '42424242424242424242424242',
    'Sizes 38, 40, 42, 44, 46, 48, 50',
    'sizes 40 42 44 46 48 50 52 54 56 58 60 62',
    '2026-11-30 21:17:39',
    '1764537459123',
    'PO-2026-000123-77',
    '123e4567-e89b-12d3-a456-426614174000',
    'https://example.com/4242/4242/4242/4242',
  ])('is not seen in %j', (text) => expect(looksLikeCardNumber(text)).toBe(false));

  it('is found where it is', () => {
    const text = 'pay 4242 4242 4242 4242 or 5555-5555-5555-4444.';
    expect(findCardNumbers(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      '4242 4242 4242 4242',
      '5555-5555-5555-4444',
    ]);
  });

  it('takes time in proportion to the text', () => {
    const measure = (length: number) => {
      const texts = ['4', '4 ', '4242 ', '424 -'].map((part) => part.repeat(length / part.length));
      const start = process.cpuUsage();
      for (const text of texts) findCardNumbers(text);
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 1000;
    };
    measure(1_000_000);
    expect(measure(2_000_000)).toBeLessThan(8000);
  });
});
