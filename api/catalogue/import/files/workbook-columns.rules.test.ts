import { expect, it } from 'vitest';
import { readWorkbookHeader } from './workbook-columns.rules.ts';

const placesOf = (...headings: string[]) =>
  readWorkbookHeader(['Handle', 'Product version', ...headings])?.columns ?? new Map<string, number>();

it('finds the quantities of an order by their headings, also in workbooks that were exported earlier', () => {
  for (const columns of [placesOf('Minimum quantity', 'Maximum quantity'), placesOf('Fewest pieces', 'Most pieces')]) {
    expect(columns.get('minimumQuantity')).toBe(2);
    expect(columns.get('maximumQuantity')).toBe(3);
  }
});
