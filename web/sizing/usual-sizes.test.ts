import { describe, expect, it } from 'vitest';
import type { SizingGarment } from './local-advice.ts';
import { describeUsualSize, pickForSex } from './usual-sizes.tsx';

const garment = (garmentTypeId: number, gender: number): SizingGarment => ({
  id: 10 * garmentTypeId + gender,
  name: 'Garment',
  externalProductId: null,
  gender,
  garmentTypeId,
  brandId: null,
  sizes: [],
  hasSizeAdvice: true,
  hasSizeGuide: true,
  covers: 'trousers',
  chart: null,
  guide: null,
});
const RANGE = [garment(2, 0), garment(2, 2), garment(4, 0), garment(4, 1)];

describe('usual sizes', () => {
  it('are of one garment of each kind for the person’s sex, or for everyone', () => {
    const kinds = (sex: 'male' | 'female' | 'either') =>
      pickForSex(RANGE, sex).map((usual) => [usual.kind, usual.garment.gender]);
    expect(kinds('male')).toEqual([
      ['Tops', 0],
      ['Trousers', 0],
    ]);
    expect(kinds('female')).toEqual([
      ['Tops', 2],
      ['Trousers', 1],
    ]);
  });

  it('include men’s and women’s trousers for someone who prefers not to say', () => {
    expect(pickForSex(RANGE, 'either').map(({ kind }) => kind)).toEqual(['Tops', 'Trousers, men’s', 'Trousers, women’s']);
  });

  it('say how the size will be where it is not good, and each probability', () => {
    const advice = {
      sizeId: 12,
      size: '12',
      confidence: 0.49,
      alternatives: [{ sizeId: 14, size: '14', probability: 0.3 }],
      leg: { id: 1, name: 'Short', probability: 0.54 },
      askFor: null,
      hasConflict: false,
      conflict: null,
      lengths: [],
    };
    const say = (fit: 'good' | 'roomy') => describeUsualSize(advice, { point: 'hip', class: fit }, [10, 12, 14], true);
    expect(say('roomy')).toBe('12 Short will probably be roomy. Size 12: 49%. Short leg: 54%. You’re between 12 and 14.');
    expect(say('good')).toBe('12 Short is most likely to fit. Size 12: 49%. Short leg: 54%. You’re between 12 and 14.');
  });
});
