import { describe, expect, it } from 'vitest';
import { QUOTE } from '../quotes.rules.ts';
import { canBeDivided, explainUnanswerable, totalAnswer } from './answer.rules.ts';

describe('canBeDivided', () => {
  const bounds = (orderMinimumQuantity: number, orderMaximumQuantity: number, allowedQuantities: number[] = []) => ({
    orderMinimumQuantity,
    orderMaximumQuantity,
    allowedQuantities,
  });

  it('finds whether pieces fit into lines of a size each', () => {
    expect(canBeDivided(40, bounds(5, 20), 2)).toBe(true);
    expect(canBeDivided(41, bounds(5, 20), 2)).toBe(false);
    expect(canBeDivided(41, bounds(5, 20), 3)).toBe(true);
    // Two lines of at least ten are more than thirteen, and one of twelve is less.
    expect(canBeDivided(13, bounds(10, 12), 9)).toBe(false);
    expect(canBeDivided(1, bounds(1, 10_000), 0)).toBe(false);
    expect(canBeDivided(16, bounds(1, 100, [6, 10]), 2)).toBe(true);
    expect(canBeDivided(16, bounds(1, 100, [6, 10]), 1)).toBe(false);
    expect(canBeDivided(13, bounds(1, 100, [6, 10]), 9)).toBe(false);
    // Allowed quantities outside minimum and maximum cannot be ordered.
    expect(canBeDivided(6, bounds(10, 100, [6, 10]), 9)).toBe(false);
    expect(canBeDivided(100_000, bounds(1, 100_000, [7, 50_000]), 2)).toBe(true);
  });

  it('agrees with trying every division', () => {
    const isDivisible = (pieces: number, steps: readonly number[], choices: number): boolean =>
      pieces === 0 || (choices > 0 && steps.some((step) => step <= pieces && isDivisible(pieces - step, steps, choices - 1)));
    for (let least = 1; least <= 4; least += 1)
      for (let most = least; most <= 6; most += 1)
        for (let choices = 0; choices <= 3; choices += 1)
          for (let pieces = 1; pieces <= 20; pieces += 1) {
            const all = Array.from({ length: most - least + 1 }, (_, index) => least + index);
            const some = all.filter((step) => step % 2 === 0);
            expect([pieces, least, most, choices, canBeDivided(pieces, bounds(least, most), choices)]).toEqual([
              pieces,
              least,
              most,
              choices,
              isDivisible(pieces, all, choices),
            ]);
            if (some.length > 0)
              expect([pieces, some, choices, canBeDivided(pieces, bounds(least, most, some), choices)]).toEqual([
                pieces,
                some,
                choices,
                isDivisible(pieces, some, choices),
              ]);
          }
  });
});

it('counts offered lines alone, without alternatives', () => {
  const line = { isOffered: true, alternativeToId: null, quantity: 3, unitPriceMinor: 199 };
  expect(
    totalAnswer([line, { ...line, alternativeToId: 1 }, { ...line, isOffered: false }, { ...line, unitPriceMinor: null }, line]),
  ).toBe(1194);
});

it('says why nothing can be changed', () => {
  expect(Object.values(QUOTE).map((state) => [state, explainUnanswerable(state) === undefined])).toEqual([
    [QUOTE.submitted, true],
    [QUOTE.inReview, true],
    [QUOTE.quoted, true],
    [QUOTE.accepted, false],
    [QUOTE.declined, false],
    [QUOTE.expired, true],
  ]);
});
