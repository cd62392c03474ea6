import { describe, expect, it } from 'vitest';
import { proposeAllocation, subtract, sumAmounts } from './allocation.ts';
import { parseMoney } from './parse-money.ts';
import { describePaymentResult } from './payment-result.ts';

it.each([
  ['12.5', 12.5],
  ['£1,234.50', 1234.5],
  [' 7 ', 7],
  ['0.1', 0.1],
  ['', undefined],
  ['0', undefined],
  ['-3', undefined],
  ['12,50', undefined],
  ['1.005', undefined],
  ['1e3x', undefined],
  ['2000000000', undefined],
])('"%s" is read as the amount %s', (text, amount) => {
  expect(parseMoney(text)).toBe(amount);
});

describe('the proposal', () => {
  const invoices = [
    { id: 1, number: 'A', openAmount: 10.1 },
    { id: 2, number: 'B', openAmount: 20.2 },
  ];

  it('covers the invoices in their order', () => {
    expect([...proposeAllocation(5, invoices)]).toEqual([[1, 5]]);
    expect([...proposeAllocation(30.3, invoices)]).toEqual([
      [1, 10.1],
      [2, 20.2],
    ]);
  });

  it('leaves what is too much, without errors of fractions', () => {
    const covered = sumAmounts(proposeAllocation(30.4, invoices).values());
    expect([covered, subtract(30.4, covered)]).toEqual([30.3, 0.1]);
    expect(sumAmounts([0.1, 0.2])).toBe(0.3);
  });
});

it('the result says which invoices and orders are paid, and what is left', () => {
  const payment = { currencyCode: 'GBP', unallocated: 5 };
  const allocations = [
    { invoiceId: 1, invoiceNumber: 'A', amount: 10, openAmount: 0 },
    { invoiceId: 2, invoiceNumber: 'B', amount: 1, openAmount: 3 },
  ];
  expect(
    describePaymentResult({
      payments: [{ ...payment, allocations }],
      paidOrderIds: [7, 8],
      completedOrderIds: [8],
      reopenedOrderIds: [],
    }),
  ).toEqual([
    'Invoice A is paid.',
    '£1.00 of invoice B is paid; £3.00 is still open.',
    'Order 7 is paid.',
    'Order 8 is paid and complete.',
    '£5.00 covers no invoice yet and is credit for the organisation.',
  ]);
});
