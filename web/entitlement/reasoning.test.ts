import { describe, expect, it } from 'vitest';
import { describePeriod, describeRule, formatAmount, listReasoningRows, type Reasoning } from './reasoning.ts';

const reasoning = (over: Partial<Reasoning> = {}): Reasoning => ({
  accountId: 7,
  productId: null,
  unit: 'pieces',
  rule: { kind: 'groupQuantity', collectionName: 'Front Desk', label: 'Shirts', amount: 5 },
  period: { seasonName: 'Winter 2026', startsOn: '2026-10-01', endsOn: '2027-03-31' },
  lines: [
    { kind: 'allowance', amount: 5 },
    { kind: 'adjustment', amount: 1 },
    { kind: 'reserved', amount: -2 },
  ],
  left: 4,
  changesOn: '2027-04-01',
  ...over,
});

describe('the rule behind a balance', () => {
  it.each([
    [{}, 'Front Desk: 5 × Shirts for Winter 2026.'],
    [{ period: { seasonName: null, startsOn: null, endsOn: null } }, 'Front Desk: 5 × Shirts.'],
    [
      { rule: { kind: 'noLimit', collectionName: 'Duty', label: 'Shirts', amount: null } },
      'Duty: no limit on Shirts for Winter 2026.',
    ],
    [
      { unit: 'points', rule: { kind: 'budget', collectionName: 'Bar', label: 'Bar', amount: 50 } },
      'Bar: 50 points for Winter 2026.',
    ],
    [
      { unit: 'money', rule: { kind: 'budget', collectionName: 'Depot', label: 'Depot', amount: 180 } },
      'Depot: £180.00 for Winter 2026.',
    ],
  ] satisfies [Partial<Reasoning>, string][])('%j', (over, text) => {
    expect(describeRule(reasoning(over), 'GBP')).toBe(text);
  });
});

it('lists each line', () => {
  expect(listReasoningRows(reasoning(), 'GBP')).toEqual([
    { label: 'Full allowance', amount: '5' },
    { label: 'Changed by an administrator', amount: '1' },
    { label: 'Ordered, not sent yet', amount: '−2' },
  ]);
});

it('names the unit of an amount', () => {
  expect([formatAmount(1, 'points', 'GBP'), formatAmount(-12.5, 'money', 'GBP')]).toEqual(['1 point', '−£12.50']);
});

it('describes the period', () => {
  expect(describePeriod(reasoning())).toBe('Valid 1 October 2026 to 31 March 2027, then renewed.');
  expect(describePeriod(reasoning({ changesOn: '2027-01-01' }))).toBe('Valid 1 October 2026 to 31 March 2027.');
  expect(describePeriod(reasoning({ period: { seasonName: null, startsOn: null, endsOn: null } }))).toBeUndefined();
});
