import { describe, expect, it } from 'vitest';
import { getPreviewedType, type OrderingSeason, pickOrderingSeason, planPreview } from './balance.rules.ts';

describe('the season in which an order counts', () => {
  const season = (id: number, overrides: Partial<OrderingSeason>): OrderingSeason => ({
    id,
    name: `Season ${id}`,
    startsOn: `202${id}-01-01`,
    endsOn: `202${id}-12-31`,
    isCurrent: false,
    orderingOpensOn: null,
    orderingClosesOn: null,
    ...overrides,
  });
  const closed = { orderingClosesOn: '2026-12-31' };

  it.each<[string, OrderingSeason[], number | undefined]>([
    ['none', [], undefined],
    [
      'one whose window is open',
      [season(1, closed), season(2, { orderingOpensOn: '2027-03-01', orderingClosesOn: '2027-03-01' })],
      2,
    ],
    ['the current one of several open', [season(1, { isCurrent: true }), season(2, {})], 1],
    ['the current one of several closed', [season(1, { ...closed, isCurrent: true }), season(2, closed)], 1],
    ['an open one before the current one', [season(1, {}), season(2, { ...closed, isCurrent: true })], 1],
    ['the last of equals', [season(1, {}), season(3, {}), season(2, {})], 3],
  ])('%s', (_, seasons, id) => {
    expect(pickOrderingSeason(seasons, '2027-03-01')?.id).toBe(id);
    expect(pickOrderingSeason(seasons.toReversed(), '2027-03-01')?.id).toBe(id);
  });
});

describe('a preview', () => {
  it('uses pieces where the wardrobe permits them', () => {
    expect([[10, 20, 50], [30, 40], []].map((permitted) => getPreviewedType(permitted))).toEqual([20, 30, 20]);
  });

  it('uses the requested type if the wardrobe permits it', () => {
    expect([50, 30].map((requested) => getPreviewedType([10, 20, 50], requested))).toEqual([50, undefined]);
  });

  it('opens every group and contains the numbers of the wardrobe', () => {
    const group = (id: number, superGroupOptionId: number | null) => ({
      id,
      name: `Group ${id}`,
      quantity: id,
      minQuantity: null,
      superGroupId: superGroupOptionId === null ? null : 1,
      superGroupOptionId,
      products: [],
    });
    const wardrobe = {
      id: 1,
      name: 'Wardrobe',
      seasonId: 1,
      budgetPoints: 50,
      budgetMinor: null,
      groups: [group(1, null), group(2, 21), group(3, 22)],
    };
    const seasons = [{ id: 1, startsOn: '2027-01-01', endsOn: '2027-12-31', isCurrent: false }];
    const preview = (type: number) =>
      planPreview(wardrobe, type, seasons, '2027-03-01').map((one) => [one.label, one.status, one.granted, one.isLimited]);

    expect(preview(20)).toEqual([
      ['Group 1', 'open', 1, true],
      ['Group 2', 'open', 2, true],
      ['Group 3', 'open', 3, true],
    ]);
    expect(preview(30)[0]).toEqual(['Wardrobe', 'open', 50, true]);
    expect(preview(50)[0]).toEqual(['Group 1', 'open', 0, false]);
  });
});
