import { describe, expect, it } from 'vitest';
import { describeReason } from '#api/platform/reasons.ts';
import { parseBalance, parseUnit } from './balance-cells.rules.ts';
import { BALANCE_WORDING } from './balance-reasons.rules.ts';

const NOT_A_NUMBER = 'is not a number. Write it like 12 or 12.50, without currency or thousands separators.';

describe('the balance of a row', () => {
  it.each([
    ['12', 'pieces', 12],
    ['0', 'pieces', 0],
    ['-0', 'pieces', 0],
    ['3.00', 'pieces', 3],
    ['3,0', 'points', 3],
    ['62,5', 'money', 6250],
    ['62.50', 'money', 6250],
    ['62.339999999999996', 'money', 6234],
    ['1000000', 'money', 100_000_000],
  ] as const)('%s in %s is read as %d', (cell, unit, amount) => {
    expect(parseBalance(cell, unit)).toBe(amount);
  });

  it.each([
    ['', 'pieces', 'The balance is missing. Write what is left, or 0.'],
    ['two', 'pieces', `The balance “two” ${NOT_A_NUMBER}`],
    ['=1+1', 'pieces', `The balance “=1+1” ${NOT_A_NUMBER}`],
    ['£12', 'money', `The balance “£12” ${NOT_A_NUMBER}`],
    ['1e3', 'money', `The balance “1e3” ${NOT_A_NUMBER}`],
    ['1.5', 'pieces', 'The balance “1.5” is a fraction. Write a whole number of pieces.'],
    ['0,5', 'points', 'The balance “0,5” is a fraction. Write a whole number of points.'],
    ['-1', 'pieces', 'The balance “-1” is negative. Write what is left, at least 0.'],
    ['−0.01', 'money', 'The balance “−0.01” is negative. Write what is left, at least 0.'],
    [
      '1,000',
      'pieces',
      'The balance “1,000” is ambiguous. Write it without thousands separators, and with at most two decimals.',
    ],
    ['1.2345', 'money', 'The balance “1.2345” has more than two decimals.'],
    ['1000001', 'points', 'The balance “1000001” is more than 1,000,000.'],
    ['99999999999999999999', 'pieces', 'The balance “99999999999999999999” is more than 1,000,000.'],
  ] as const)('%s in %s is refused', (cell, unit, reason) => {
    const parsed = parseBalance(cell, unit);
    expect(typeof parsed === 'object' && describeReason(BALANCE_WORDING, parsed.reason)).toBe(reason);
  });
});

describe('the unit of a row', () => {
  it.each([
    ['Pieces', 'pieces'],
    ['pcs', 'pieces'],
    ['POINTS', 'points'],
    ['money', 'money'],
    ['gbp', 'money'],
  ])('%s means %s', (cell, unit) => {
    expect(parseUnit(cell, 'GBP')).toBe(unit);
  });

  it.each([
    ['', 'The unit is missing. Write pieces, points or money.'],
    ['EUR', 'The unit “EUR” is not known. Write pieces, points or money.'],
    ['kg', 'The unit “kg” is not known. Write pieces, points or money.'],
  ])('“%s” is refused', (cell, reason) => {
    const parsed = parseUnit(cell, 'GBP');
    expect(typeof parsed === 'object' && describeReason(BALANCE_WORDING, parsed.reason)).toBe(reason);
  });
});
