import { describe, expect, it } from 'vitest';
import {
  computeRefund,
  countArrivedCoverage,
  countMovedCoverage,
  explainNothingReturnable,
  RETURN,
  RETURN_TRANSITIONS,
  type ReturnableLine,
  refuseItems,
} from './returns.rules.ts';

const TODAY = '2026-11-23';
const line = (overrides: Partial<ReturnableLine> = {}): ReturnableLine => ({
  id: 1,
  productId: 1,
  combinationId: 11,
  productName: 'Fleece',
  description: 'Teal, M',
  shippedQuantity: 2,
  returnedQuantity: 0,
  openReturnQuantity: 0,
  returnableQuantity: 2,
  endedOn: '2027-11-01',
  isAwaited: false,
  isMadeToOrder: false,
  isPersonalised: false,
  isMadeToMeasure: false,
  ...overrides,
});

describe('the states of a request', () => {
  const arrows = Object.values(RETURN_TRANSITIONS).flatMap(({ from, to }) => from.map((state) => [state, to] as const));
  const final: number[] = [RETURN.repaired, RETURN.refunded, RETURN.rejected, RETURN.cancelled];

  it('can all be reached from the first, and those that decide have no way out', () => {
    const reached = new Set<number>([RETURN.pending]);
    for (let size = -1; size !== reached.size; ) {
      size = reached.size;
      for (const [from, to] of arrows) if (reached.has(from)) reached.add(to);
    }
    expect([...reached].sort((a, b) => a - b)).toEqual(Object.values(RETURN).sort((a, b) => a - b));
    // Pieces of a rejected exchange may still come back, once the new size has been sent.
    expect(arrows.filter(([from]) => final.includes(from))).toEqual([[RETURN.rejected, RETURN.authorized]]);
  });
});

describe('why nothing of an order can be returned', () => {
  it.each<[string, Partial<ReturnableLine>[]]>([
    ['Nothing in this order has been sent yet, so there is nothing to return.', [{ shippedQuantity: 0 }]],
    ['Everything in this order has been returned.', [{ returnedQuantity: 2 }, { shippedQuantity: 0 }]],
    ['You have already asked to return everything in this order. See your returns.', [{ openReturnQuantity: 2 }]],
    ['This order could be returned until 3 March 2026.', [{ endedOn: '2026-01-01' }, { endedOn: '2026-03-03' }]],
    ['Please send back the pieces that you are exchanging first. After that you can return the new ones.', [{ isAwaited: true }]],
    ['This order has not been delivered yet, so it cannot be returned.', [{ endedOn: null }]],
  ])('%s', (sentence, lines) => {
    expect(
      explainNothingReturnable(
        lines.map((overrides) => line({ returnableQuantity: 0, ...overrides })),
        TODAY,
      ),
    ).toBe(sentence);
  });
});

describe('what someone asks to return', () => {
  const wrong = { id: 2, name: 'Wrong product ordered', isFault: false };
  const faulty = { id: 3, name: 'There was a problem with the product', isFault: true };
  const credit = { id: 3, name: 'Store credit', kind: 'credit' as const };
  const replacement = { id: 2, name: 'Replacement', kind: 'replacement' as const };
  const exchange = { id: 4, name: 'Exchange for another size', kind: 'exchange' as const };

  it.each([
    ['two pieces of two', [{ id: 1, quantity: 2 }], {}, wrong, credit, undefined],
    ['no pieces', [{ id: 1, quantity: 0 }], {}, wrong, credit, 'items: Please choose at least one piece.'],
    ['a line of another order', [{ id: 9, quantity: 1 }], {}, wrong, credit, 'items[0].id: This line is not part of the order.'],
    [
      'a line twice',
      [
        { id: 1, quantity: 1 },
        { id: 1, quantity: 1 },
      ],
      {},
      wrong,
      credit,
      'items[1].id: This line is named twice.',
    ],
    [
      'three pieces of two',
      [{ id: 1, quantity: 3 }],
      {},
      wrong,
      credit,
      'items[0].quantity: Only 2 pieces of this line can be returned.',
    ],
    [
      'more than is left beside an earlier request',
      [{ id: 1, quantity: 2 }],
      { returnableQuantity: 1, openReturnQuantity: 1 },
      wrong,
      credit,
      'items[0].quantity: Only 1 piece of this line can be returned; you have already asked to return 1 piece.',
    ],
    [
      'everything once more',
      [{ id: 1, quantity: 1 }],
      { returnableQuantity: 0, openReturnQuantity: 2 },
      wrong,
      credit,
      'items[0].quantity: You have already asked to return this line.',
    ],
    [
      'a line after its last day',
      [{ id: 1, quantity: 1 }],
      { returnableQuantity: 0, endedOn: '2026-11-22' },
      wrong,
      credit,
      'items[0].quantity: This line could be returned until 22 November 2026.',
    ],
    [
      'goods made to order that are in order',
      [{ id: 1, quantity: 1 }],
      { isMadeToOrder: true },
      wrong,
      credit,
      'items[0].id: Fleece was made for you, so it can only be returned when it is faulty.',
    ],
    [
      'a garment made to measure, for another size',
      [{ id: 1, quantity: 1, exchangeCombinationId: 12 }],
      { isMadeToOrder: true, isMadeToMeasure: true },
      faulty,
      exchange,
      'items[0].id: Fleece was made to measure, so it can be repaired or credited, and not exchanged or replaced.',
    ],
    [
      'a garment made to measure, for a second piece',
      [{ id: 1, quantity: 1, exchangeCombinationId: 12 }],
      { isMadeToOrder: true, isMadeToMeasure: true },
      faulty,
      replacement,
      'items[0].id: Fleece was made to measure, so it can be repaired or credited, and not exchanged or replaced.',
    ],
    ['goods made to order that are faulty', [{ id: 1, quantity: 1 }], { isMadeToOrder: true }, faulty, credit, undefined],
    [
      'an exchange without a new size',
      [{ id: 1, quantity: 1 }],
      {},
      wrong,
      exchange,
      'items[0].exchangeCombinationId: Please choose the new size.',
    ],
    [
      'an exchange for the same size',
      [{ id: 1, quantity: 1, exchangeCombinationId: 11 }],
      {},
      wrong,
      exchange,
      'items[0].exchangeCombinationId: This is the size that was sent. Please choose another one.',
    ],
    ['an exchange for another size', [{ id: 1, quantity: 1, exchangeCombinationId: 12 }], {}, wrong, exchange, undefined],
  ])('%s', (_, items, overrides, reason, action, expected) => {
    const refusal = refuseItems(items, [line(overrides)], { reason, action, today: TODAY });
    const found = refusal && `${refusal.field}: ${refusal.message}`;
    expect(found).toBe(expected);
  });
});

describe('the covered pieces that leave a line', () => {
  const covered = {
    quantity: 3,
    cancelledQuantity: 0,
    returnedQuantity: 0,
    openReturnQuantity: 0,
    coveredQuantity: 2,
    promisedQuantity: 0,
  };

  it.each([
    ['the piece beyond the entitlement goes first', {}, 1, 0],
    ['then the covered ones', {}, 2, 1],
    ['all of them', {}, 3, 2],
    ['the first piece has been asked for already', { openReturnQuantity: 1 }, 1, 1],
    ['an exchange has been promised the first covered piece', { openReturnQuantity: 2, promisedQuantity: 1 }, 1, 1],
    ['nothing is covered', { coveredQuantity: 0 }, 3, 0],
    ['a cancelled piece was the one beyond', { cancelledQuantity: 1 }, 1, 1],
  ])('%s', (_, overrides, moved, expected) => {
    expect(countMovedCoverage({ ...covered, ...overrides }, moved)).toBe(expected);
  });

  it.each([
    [2, 2, 2, 2],
    [2, 2, 1, 1],
    [2, 1, 1, 0],
    [3, 1, 2, 0],
  ])('of %i pieces with %i covered, when %i arrive: %i', (quantity, awaitedCovered, arrived, expected) => {
    expect(countArrivedCoverage({ quantity, awaitedCovered }, arrived)).toBe(expected);
  });
});

it('refunds of single pieces add up to the line, to the penny', () => {
  const charged = { unitMinor: 333, taxRate: 0.2 };
  const refunds = [0, 1, 2].map((refundedQuantity) => computeRefund({ ...charged, refundedQuantity }, 1));
  expect(refunds.map(({ refundTaxMinor }) => refundTaxMinor)).toEqual([67, 66, 67]);
  expect(refunds.reduce((sum, { refundMinor }) => sum + refundMinor, 0)).toBe(999);
});
