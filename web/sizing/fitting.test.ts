import { describe, expect, it } from 'vitest';
import { estimateBody } from '#body/predict.ts';
import { createFitting, describeLikely, describeOutfit, type Fitting, formatFit, formatGuideValue } from './fitting.ts';
import type { SizingGarment } from './local-advice.ts';

const answers = { sex: 'male', stature: 178, mass: 82, tapes: [{ measure: 'chest', cm: 104 }] } as const;
const prediction = estimateBody(answers);
const names = ['M', 'L', 'XL'] as const;
const polo: SizingGarment = {
  id: 7,
  name: 'Polo',
  externalProductId: '7',
  gender: 0,
  garmentTypeId: 2,
  brandId: null,
  sizes: [],
  hasSizeAdvice: true,
  hasSizeGuide: true,
  covers: 'shortSleeved',
  chart: {
    kind: 'top',
    covers: 'shortSleeved',
    primary: 'chest',
    sizes: names.map((name, i) => ({
      id: i + 1,
      name,
      points: [{ point: 'chest', low: 92 + 8 * i, high: 100 + 8 * i }],
      legs: [],
    })),
  },
  guide: {
    id: 1,
    name: 'Tops',
    measures: [
      { name: 'Chest', unit: 'cm', point: 'chest', isOfGarment: false },
      { name: 'Hips', unit: 'cm', point: 'hip', isOfGarment: false },
      { name: 'Back length', unit: 'cm', point: null, isOfGarment: false },
    ],
    sizes: names.map((name, i) => ({
      sizeId: i + 1,
      name,
      values: [
        { text: `${92 + 8 * i}–${100 + 8 * i}`, low: 92 + 8 * i, high: 100 + 8 * i },
        i === 2 ? { text: '', low: null, high: null } : { text: `${94 + 8 * i}`, low: 94 + 8 * i, high: 94 + 8 * i },
        { text: `${70 + 2 * i}`, low: null, high: null },
      ],
    })),
  },
};

function fitted(garment = polo, of = prediction): Fitting {
  const fitting = createFitting(of, answers, garment);
  if (!fitting) throw new Error('The garment has a size guide.');
  return fitting;
}
const sizeOf = (fitting: Fitting, name: string) => {
  const size = fitting.sizes.find((each) => each.name === name);
  if (!size) throw new Error(`There is no size ${name}.`);
  return size;
};

describe('how the sizes of a garment would fit', () => {
  it('compares every measure of the guide that the model knows, and shows the others', () => {
    const fitting = fitted();
    expect(fitting.suggestion?.best.name).toBe('L');
    const [chest, hips, length] = sizeOf(fitting, 'L').cells;
    expect(chest?.fit?.class).toBe('good');
    expect(sizeOf(fitting, 'XL').cells[0]?.fit?.class).toBe('roomy');
    expect(hips?.fit?.point).toBe('hip');
    expect(length).toEqual({ value: { text: '72', low: null, high: null }, fit: undefined });
    // The guide says nothing of the hips of XL.
    expect(sizeOf(fitting, 'XL').cells[1]?.fit).toBeUndefined();
    expect(fitting.sizes.map(({ outfit }) => outfit.coverage)).toEqual(['shortSleeved', 'shortSleeved', 'shortSleeved']);
  });

  it('compares a garment for which no size is recommended, such as gloves', () => {
    const gloves: SizingGarment = {
      ...polo,
      chart: null,
      hasSizeAdvice: false,
      covers: 'nothing',
      guide: {
        id: 2,
        name: 'Gloves',
        measures: [{ name: 'Palm', unit: 'cm', point: 'handGirth', isOfGarment: false }],
        sizes: [17.8, 20.3, 22.9].map((palm, i) => ({
          sizeId: i,
          name: String(i + 7),
          values: [{ text: String(palm), low: palm, high: palm }],
        })),
      },
    };
    const fitting = fitted(gloves);
    expect([fitting.suggestion, fitting.refusal, fitting.isDrawn]).toEqual([undefined, 'NO_ADVICE_FOR_GARMENT', false]);
    expect(fitting.sizes.map(({ cells }) => cells[0]?.fit?.class)).toContain('good');
  });

  it('is impossible without a size guide', () => {
    expect(createFitting(prediction, answers, { ...polo, guide: null })).toBeUndefined();
  });
});

describe('a fit in words', () => {
  it('gives what is likely of the person and what the guide says in their unit, with the guide’s own figures', () => {
    const { measures, sizes } = fitted();
    const [chest] = measures;
    const value = sizes[0]?.cells[0]?.value;
    if (!chest || !value) throw new Error('The guide has a chest.');
    expect(describeLikely(chest, prediction, 'cm')?.value).toBe('104 cm');
    expect(describeLikely(chest, prediction, 'inches')).toMatchObject({ name: 'Chest', value: '41 in' });
    expect(formatGuideValue(value, chest, 'cm')).toEqual({ shown: '92–100 cm', own: undefined });
    expect(formatGuideValue(value, chest, 'inches')).toEqual({ shown: '36–39½ in', own: '92–100 cm' });
    expect(formatGuideValue({ text: '' }, chest, 'cm')).toBeUndefined();
    expect(describeLikely({ point: null }, prediction, 'cm')).toBeUndefined();
  });

  it('names the bust of a woman', () => {
    const woman = estimateBody({ sex: 'female', stature: 168, mass: 68 });
    const { measures, sizes } = fitted(polo, woman);
    expect(measures[0] && describeLikely(measures[0], woman, 'cm')?.name).toBe('Bust');
    expect(sizes[0] && describeOutfit(sizes[0], 'Polo', woman)).toContain('bust');
  });

  it('always states the probability', () => {
    expect(formatFit({ point: 'chest', class: 'good', probability: 0.999 })).toBe('likely good (99%)');
    expect(formatFit({ point: 'chest', class: 'snug', probability: 0.36 })).toBe('probably snug (36%)');
    expect(formatFit({ point: 'crotchHeight', class: 'tooTight', probability: 0.8 })).toBe('likely too short (80%)');
  });

  it('describes the picture for people who cannot see it', () => {
    expect(describeOutfit(sizeOf(fitted(), 'L'), 'Polo', prediction)).toMatch(
      /^A mannequin of your build in Polo, size L: chest likely good \(\d\d%\); hips /,
    );
  });
});
