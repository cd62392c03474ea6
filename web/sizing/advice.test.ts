import { describe, expect, it } from 'vitest';
import { describeFitAreas, describeRecommendation, formatRecommendedSize, hasTapeField, isUnlikelyToFit } from './advice.ts';
import { adviseLocally } from './local-advice.ts';

const ORDER = [1, 2, 3];
const L = {
  sizeId: 2,
  size: 'L',
  confidence: 0.714,
  askFor: 'chest' as const,
  leg: null,
  alternatives: [{ sizeId: 3, size: 'XL', probability: 0.2 }],
};

describe('advice in words', () => {
  it('includes the probability, neighbouring sizes and the most useful measurement', () => {
    expect(describeRecommendation(L, ORDER, false)).toEqual({
      likely: 'likely 71 %',
      rest: 'between L and XL, measure your chest to be sure',
    });
    expect(
      describeRecommendation({ ...L, alternatives: [{ sizeId: 1, size: 'M', probability: 0.2 }], askFor: null }, ORDER, false)
        .rest,
    ).toBe('between M and L');
    expect(describeRecommendation({ ...L, alternatives: [], askFor: null, confidence: 1 }, ORDER, false)).toEqual({
      likely: 'likely 99 %',
      rest: '',
    });
  });

  it('includes the leg with the size, and the probability of each', () => {
    const trousers = {
      ...L,
      size: '34',
      leg: { id: 9, name: 'Long', probability: 0.634 },
      alternatives: [],
      askFor: 'crotchHeight' as const,
    };
    expect([formatRecommendedSize(trousers), formatRecommendedSize(L)]).toEqual(['34 Long', 'L']);
    expect(describeRecommendation(trousers, ORDER, false)).toEqual({
      likely: 'size likely 71 %, leg likely 63 %',
      rest: 'measure your inside leg to be sure',
    });
    expect(hasTapeField('crotchHeight')).toBe(true);
  });

  it('names the bust of a woman', () => {
    expect(describeRecommendation(L, ORDER, true).rest).toBe('between L and XL, measure your bust to be sure');
  });

  it('does not count as likely to fit when the size is only the closest one', () => {
    expect(isUnlikelyToFit({ confidence: 0.25, alternatives: [] })).toBe(true);
    const neighbour = { sizeId: 3, size: 'XL', probability: 0.3 };
    expect(isUnlikelyToFit({ confidence: 0.41, alternatives: [neighbour] })).toBe(false);
  });

  it('describes the fit by area', () => {
    expect(
      describeFitAreas(
        [
          { name: 'chest', verdict: 'Good' },
          { name: 'waistNatural', verdict: 'Loose' },
          { name: 'hip', verdict: 'Tight' },
        ],
        false,
      ),
    ).toBe('Chest good, waist roomy, hips close.');
    expect(describeFitAreas([{ name: 'chest', verdict: 'Good' }], true)).toBe('Bust good.');
    expect(describeFitAreas([], false)).toBe('');
    expect([hasTapeField('neck'), hasTapeField('thigh'), hasTapeField(null)]).toEqual([true, false, false]);
  });
});

describe('advice calculated in the browser', () => {
  const garment = {
    id: 1,
    name: 'Polo',
    externalProductId: '1',
    gender: 2,
    garmentTypeId: 2,
    brandId: null,
    sizes: [],
    hasSizeAdvice: true,
    hasSizeGuide: true,
    covers: 'shortSleeved' as const,
    guide: null,
    chart: {
      covers: 'longSleeved' as const,
      kind: 'top',
      primary: 'chest',
      sizes: [
        [1, 'M', 97, 102],
        [2, 'L', 102, 107],
        [3, 'XL', 107, 117],
      ].map(([id, name, low, high]) => ({
        id: Number(id),
        name: String(name),
        points: [{ point: 'chest', low: Number(low), high: Number(high) }],
        legs: [],
      })),
    },
  };

  it('equals the service’s advice, and sends nothing', async () => {
    const tape = [{ measure: 'chest' as const, cm: 104.5 }];
    const advice = adviseLocally({ sex: 'male', stature: 178, mass: 82, tapes: tape }, garment);
    if ('refusal' in advice) throw new Error(advice.refusal);
    expect(advice).toMatchObject({ sizeId: 2, size: 'L', askFor: null });
    expect(await advice.loadFit?.()).toEqual([{ name: 'chest', verdict: 'Good' }]);
  });

  it('includes the leg of trousers', () => {
    const legs = ['Short', 'Regular', 'Long'].map((name, at) => ({ id: 20 + at, name, insideLeg: 74 + 5 * at }));
    const sizes = [30, 32, 34, 36].map((inches) => ({
      id: inches,
      name: String(inches),
      points: [{ point: 'waist', low: inches * 2.54, high: inches * 2.54 }],
      legs,
    }));
    const trousers = { ...garment, gender: 0, chart: { covers: 'trousers' as const, kind: 'trousers', primary: 'waist', sizes } };
    const tapes = [
      { measure: 'waist' as const, cm: 86 },
      { measure: 'crotchHeight' as const, cm: 88 },
    ];
    const advice = adviseLocally({ sex: 'male', stature: 184, mass: 80, tapes }, trousers);
    expect(advice).toMatchObject({ size: '34', leg: { id: 22, name: 'Long' }, askFor: null });
  });

  it('gives the codes of the service when there is no advice', () => {
    const man = { sex: 'male' as const, stature: 178, mass: 82 };
    expect(adviseLocally({ sex: 'male' }, garment)).toEqual({ refusal: 'NO_MEASUREMENTS' });
    expect(adviseLocally(man, { ...garment, chart: null })).toEqual({ refusal: 'NO_ADVICE_FOR_GARMENT' });
    expect(adviseLocally(man, { ...garment, chart: { ...garment.chart, sizes: [] } })).toMatchObject({
      refusal: expect.any(String),
    });
    expect(adviseLocally({ ...man, stature: 280 }, garment)).toEqual({ refusal: 'NO_RECOMMENDATION_PERSON' });
  });
});
