import { describe, expect, it } from 'vitest';
import { findCorrectionProblem, readCorrection } from './corrections.ts';
import { readCounted, readPieces } from './count-lines.ts';
import { readDay, readDeliveries } from './delivery-lines.ts';

describe('readDeliveries', () => {
  it('reads lines of a sheet or typed with commas, without headings and empty lines', () => {
    expect(readDeliveries('SKU\tPieces\tDay\tOrder\nA-1\t40\t12/03/2026\tPO 7\n\nA-2\t1 000\t2026-4-1')).toEqual({
      items: [
        { code: 'A-1', quantity: 40, dueOn: '2026-03-12', reference: 'PO 7' },
        { code: 'A-2', quantity: 1000, dueOn: '2026-04-01', reference: null },
      ],
      lines: [2, 4],
      problems: [],
    });
    expect(readDeliveries('A-1, 40, 2026-03-12').items).toHaveLength(1);
  });

  it('names the lines that cannot be read', () => {
    expect(readDeliveries('A-1, x, 2026-03-12\nA-1, 1, 31/02/2026\n, 1, 2026-03-12').problems).toEqual([
      'Line 1: “x” is not a number of pieces.',
      'Line 2: “31/02/2026” is not a day. Enter 2026-03-12 or 12/03/2026.',
      'Line 3: enter a SKU or barcode.',
    ]);
  });

  it('takes only days that exist', () => {
    expect(['2026-02-30', '2026-13-01', '1/2/2026', '12.3.2026', 'soon'].map(readDay)).toEqual([
      undefined,
      undefined,
      '2026-02-01',
      '2026-03-12',
      undefined,
    ]);
  });
});

describe('readCounted', () => {
  it('sums the lines of a code', () => {
    expect(readCounted('sku,pieces\nA-1,4\na-1,5\nA-2;0')).toEqual({
      items: [
        { code: 'A-1', quantity: 9 },
        { code: 'A-2', quantity: 0 },
      ],
      problems: [],
    });
    expect(readCounted('A-1,-4\nA-2').problems).toEqual([
      'Line 1: “-4” is not a number of pieces.',
      'Line 2: “” is not a number of pieces.',
    ]);
  });

  it('takes whole numbers of pieces', () => {
    expect([' 12 ', '0', '1.5', '', '9999999'].map(readPieces)).toEqual([12, 0, undefined, undefined, undefined]);
  });
});

describe('a correction', () => {
  it('is a number with or without a sign', () => {
    expect(['-2', '−2', '+3', '3', '0', '1.5', ''].map(readCorrection)).toEqual([-2, -2, 3, 3, undefined, undefined, undefined]);
  });

  it('does not go below what is reserved, unless more can be ordered than is on hand', () => {
    const stock = { onHand: 10, reserved: 4, canOversell: false };
    expect(findCorrectionProblem(stock, '-6')).toBeUndefined();
    expect(findCorrectionProblem(stock, '-7')).toBe('4 of 10 are reserved for orders, so you can remove 6 at most.');
    expect(findCorrectionProblem({ ...stock, reserved: 10 }, '-1')).toMatch(/remove none\.$/);
    expect(findCorrectionProblem({ ...stock, canOversell: true }, '-7')).toBeUndefined();
  });
});
