import { describe, expect, it } from 'vitest';
import { formatMoney, plural } from './format.ts';

describe('amounts', () => {
  it('are shown with their currency, thousands separators and two decimals', () => {
    expect(formatMoney(12.5, 'GBP')).toBe('£12.50');
    expect(formatMoney(1234567.891, 'EUR')).toBe('€1,234,567.89');
    expect(formatMoney(-3, 'GBP')).toBe('−£3.00');
  });

  it('are shown without a symbol if the currency is unknown', () => {
    expect(formatMoney(12.5, 'not a code')).toBe('12.50');
  });
});

it('shows counts with their noun', () => {
  expect([0, 1, 2, 1200].map((count) => plural(count, 'line'))).toEqual(['no lines', '1 line', '2 lines', '1,200 lines']);
});
