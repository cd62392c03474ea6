import { describe, expect, it } from 'vitest';
import { describeMissing, describeOtherPieces, type UniformStatus } from './uniform-status-labels.ts';

const now = Date.parse('2026-05-20T15:00:00Z');
const person = (overrides: Partial<UniformStatus>): UniformStatus => ({
  active: true,
  startDateUtc: '2020-01-01T00:00:00Z',
  endDateUtc: null,
  orderingStatusId: 30,
  orderingBodiMeStatusId: 20,
  orderingProgress: { owed: 8, counted: 8, ordered: 8, openChoices: 0 },
  ...overrides,
});
const progress = (counted: number, openChoices = 0) => ({ owed: 8, counted, ordered: counted, openChoices });

describe('what is still missing', () => {
  it.each<[string | undefined, Partial<UniformStatus>]>([
    [
      'Started 3 days ago, no order this season, not measured',
      { startDateUtc: '2026-05-17T00:00:00Z', orderingStatusId: 10, orderingProgress: progress(0), orderingBodiMeStatusId: 10 },
    ],
    [
      'Starts today, no order this season',
      { startDateUtc: '2026-05-20T00:00:00Z', orderingStatusId: 10, orderingProgress: progress(0) },
    ],
    [
      'Starts in 1 day, no order this season',
      { startDateUtc: '2026-05-21T00:00:00Z', orderingStatusId: 10, orderingProgress: progress(0) },
    ],
    [
      'Nothing of the uniform ordered yet',
      { startDateUtc: null, orderingStatusId: 10, orderingProgress: { ...progress(0), ordered: 3 } },
    ],
    ['3 of 8 pieces still to order', { orderingStatusId: 20, orderingProgress: progress(5) }],
    ['3 of 8 pieces still to order, a choice still open', { orderingStatusId: 20, orderingProgress: progress(5, 1) }],
    [
      '2 of 8 pieces still to order, 2 choices still open, not measured',
      { orderingStatusId: 20, orderingProgress: progress(6, 2), orderingBodiMeStatusId: 10 },
    ],
    ['Not measured', { orderingBodiMeStatusId: 10 }],
    [undefined, {}],
    [undefined, { orderingStatusId: 40, orderingBodiMeStatusId: 10 }],
    [undefined, { orderingStatusId: null, orderingBodiMeStatusId: null }],
    [undefined, { active: false, orderingStatusId: 10 }],
  ])('%s', (words, overrides) => {
    expect(describeMissing(person(overrides), now)).toBe(words);
  });
});

describe('other pieces', () => {
  it.each([
    ['+ 1 other piece', { owed: 7, counted: 0, ordered: 1 }],
    ['+ 3 other pieces', { owed: 7, counted: 7, ordered: 10 }],
    [undefined, { owed: 7, counted: 4, ordered: 4 }],
    [undefined, { owed: 0, counted: 0, ordered: 4 }],
  ])('%s', (words, figures) => {
    expect(describeOtherPieces({ orderingProgress: { ...figures, openChoices: 0 } })).toBe(words);
  });
});
