import { describe, expect, it } from 'vitest';
import { getLineAdvice } from './line-advice.ts';

type Line = Parameters<typeof getLineAdvice>[0];

const line = (over: Partial<Line> = {}): Line => ({
  quantity: 10,
  warnings: [],
  callForPrice: false,
  orderMinimumQuantity: 1,
  orderMaximumQuantity: 10000,
  allowedQuantities: [],
  isEditable: true,
  quote: null,
  ...over,
});
const quote = { id: 7, quoteNumber: 'Q70007', validUntilUtc: '2026-12-30T23:59:59.999Z', hasEnded: false, left: -3 };
const stockWarning = (left: number) => `Your quantity exceeds stock on hand. The maximum quantity that can be added is ${left}.`;

describe('the advice for a line with a warning', () => {
  it.each([
    ['the remaining stock', line({ warnings: [stockWarning(4)] }), 4],
    [
      'the minimum',
      line({ quantity: 2, orderMinimumQuantity: 5, warnings: ['The minimum quantity allowed for purchase is 5.'] }),
      5,
    ],
    ['the maximum', line({ orderMaximumQuantity: 6, warnings: ['The maximum quantity allowed for purchase is 6.'] }), 6],
    ['the next smaller allowed quantity', line({ quantity: 11, allowedQuantities: [12, 5, 10], warnings: ['Allowed…'] }), 10],
    ['the smallest allowed quantity', line({ quantity: 2, allowedQuantities: [12, 5, 10], warnings: ['Allowed…'] }), 5],
    [
      'an allowed quantity within the stock',
      line({ quantity: 20, allowedQuantities: [5, 10, 20], warnings: [stockWarning(12)] }),
      10,
    ],
    ['what is left of the quote', line({ quote, warnings: ['Quote Q70007 has only 7 more pieces at this price.'] }), 7],
    [
      'the maximum once the quoted price has ended',
      line({ quote: { ...quote, hasEnded: true }, quantity: 20, orderMaximumQuantity: 12 }),
      12,
    ],
  ])('suggests %s', (_, given, change) => expect(getLineAdvice(given)).toEqual({ change }));

  it.each([
    ['out of stock', line({ warnings: ['Out of stock.'] })],
    ['withdrawn', line({ warnings: ['This product is no longer available.'] })],
    [
      'sold on request',
      line({ callForPrice: true, warnings: ['The price of this product is on request. Please ask for a quote.'] }),
    ],
    ['fewer in stock than the minimum', line({ orderMinimumQuantity: 5, warnings: [stockWarning(3)] })],
    ['set by an allocation', line({ isEditable: false, warnings: [stockWarning(3)] })],
  ])('is to remove a line that is %s', (_, given) => expect(getLineAdvice(given)).toEqual({ change: null }));
});
