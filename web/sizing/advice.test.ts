import { describe, expect, it } from 'vitest';
import {
  describeConflictChoice,
  describeEnd,
  describeFitAreas,
  describeLengthNotes,
  describeRecommendation,
  describeSizeConflict,
  formatRecommendedSize,
  hasTapeField,
  isSafeToSelect,
  isUnlikelyToFit,
  joinRecommendation,
  type SizeRecommendation,
} from './advice.ts';
import { adviseLocally } from './local-advice.ts';

const ORDER = [1, 2, 3];
const L: Omit<SizeRecommendation, 'loadFit'> = {
  sizeId: 2,
  size: 'L',
  confidence: 0.714,
  askFor: 'chest',
  leg: null,
  hasConflict: false,
  conflict: null,
  lengths: [],
  alternatives: [{ sizeId: 3, size: 'XL', probability: 0.2 }],
};

describe('advice in words', () => {
  const say = (advice: typeof L, isWoman = false, personName?: string) =>
    joinRecommendation(formatRecommendedSize(advice), describeRecommendation(advice, ORDER, isWoman, personName));
  const M = { sizeId: 1, size: 'M', probability: 0.2 };

  it('includes the probability, neighbouring sizes and the most useful measurement', () => {
    expect(say(L)).toBe('L is most likely to fit (71%). You’re between L and XL: measure your chest to be sure.');
    expect(say({ ...L, alternatives: [M], askFor: null })).toBe('L is most likely to fit (71%). You’re between M and L.');
    expect(say({ ...L, alternatives: [], askFor: null, confidence: 1 })).toBe('L is most likely to fit (99%).');
    expect(say({ ...L, alternatives: [] })).toBe('L is most likely to fit (71%). Measure your chest to be sure.');
  });

  it('names only sizes that are next to each other as those between which someone is', () => {
    const farther = { sizeId: 4, size: '2XL', probability: 0.3 };
    expect(say({ ...L, alternatives: [farther, M], askFor: null })).toContain('You’re between M and L.');
    expect(say({ ...L, alternatives: [farther], askFor: null })).toBe('L is most likely to fit (71%).');
  });

  it('does not call a size most likely when another one is likelier', () => {
    expect(say({ ...L, confidence: 0.4, alternatives: [{ ...M, probability: 0.44 }], askFor: null })).toBe(
      'L is the size to choose (40%). You’re between M and L.',
    );
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
    expect(say(trousers)).toBe('34 Long is most likely to fit. Size 34: 71%. Long leg: 63%. Measure your inside leg to be sure.');
    expect(hasTapeField('crotchHeight')).toBe(true);
  });

  it('names the bust of a woman, and someone else by their name', () => {
    expect(say(L, true)).toContain('measure your bust to be sure');
    expect(say({ ...L, askFor: null }, true, 'Gemma')).toBe('L is most likely to fit (71%). Gemma is between L and XL.');
  });

  it('says which parts need which sizes, and what to do', () => {
    const conflict = { fits: { point: 'hip', size: '14' }, needs: { point: 'waistNatural', size: '20' } };
    expect(describeSizeConflict({ conflict, size: '18' }, true)).toBe('Hips fit 14, the waist needs 20.');
    expect(describeConflictChoice({ conflict, size: '18' })).toBe(
      'Look for a style with an elastic waist, or try another garment. 18 is the closest of these sizes.',
    );
    const beyond = { fits: { point: 'chest', size: 'M' }, needs: { point: 'hip', size: null } };
    expect(describeSizeConflict({ conflict: beyond, size: '22' }, true)).toBe(
      'Bust fits M, the hips need more than the largest size.',
    );
    expect(describeSizeConflict({ conflict: { fits: null, needs: beyond.needs }, size: '22' }, true)).toBe(
      'The hips need more than the largest size.',
    );
    // Someone who orders for the person reads no measures.
    expect(describeSizeConflict({ conflict: null, size: '18' }, true)).toBe('No size fits everywhere. The closest is 18.');
  });

  it('is never selected for someone where no size fits everywhere', () => {
    expect(isSafeToSelect(L)).toBe(true);
    expect(isSafeToSelect({ ...L, hasConflict: true })).toBe(false);
    expect(isSafeToSelect({ ...L, confidence: 0.2, alternatives: [] })).toBe(false);
  });

  it('says where the sizes end, and what will be short or long', () => {
    expect(describeEnd({ point: 'chest', end: 'largest', size: '4XL', madeFor: 141 }, false, 'cm')).toBe(
      'The largest size is 4XL, made for a chest of up to 141 cm.',
    );
    expect(describeEnd({ point: 'hip', end: 'smallest', size: '6', madeFor: 85 }, true, 'cm')).toBe(
      'The smallest size is 6, made for hips of 85 cm or more.',
    );
    expect(
      describeLengthNotes(
        [
          { part: 'sleeves', is: 'short', cm: 5 },
          { part: 'legs', is: 'long', cm: 4 },
        ],
        'cm',
      ),
    ).toBe('Sleeves will probably be about 5 cm too short. Legs will probably be about 4 cm too long.');
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
