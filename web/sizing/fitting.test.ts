import { describe, expect, it } from 'vitest';
import { estimateBody } from '#body/predict.ts';
import { createFitting, describeOutfit, formatFit, toFitRows } from './fitting.ts';
import type { SizingGarment } from './local-advice.ts';

const answers = { sex: 'male', stature: 178, mass: 82, tapes: [{ measure: 'chest', cm: 104 }] } as const;
const prediction = estimateBody(answers);
const garment = (chart: SizingGarment['chart']): SizingGarment => ({
  id: 7,
  name: 'Polo',
  externalProductId: '7',
  gender: 0,
  garmentTypeId: 2,
  brandId: null,
  sizes: [],
  hasSizeAdvice: true,
  chart,
});
const polo = garment({
  kind: 'top',
  covers: 'shortSleeved',
  primary: 'chest',
  sizes: (['M', 'L', 'XL'] as const).map((name, i) => ({
    id: i + 1,
    name,
    points: [{ point: 'chest', low: 92 + 8 * i, high: 100 + 8 * i }],
    legs: [],
  })),
});

function fitted() {
  const fitting = createFitting(prediction, answers, polo);
  if ('refusal' in fitting) throw new Error(fitting.refusal);
  return fitting;
}

describe('how the sizes of a garment would fit', () => {
  it('compares the advised size with the next most likely one', () => {
    const { best, runnerUp, sizes } = fitted();
    expect(best.name).toBe('L');
    expect(runnerUp?.name).toMatch(/^(M|XL)$/);
    expect(sizes.map(({ outfit }) => outfit.coverage)).toEqual(['shortSleeved', 'shortSleeved', 'shortSleeved']);
  });

  it('describes every point, with the body measures that a size is made for', () => {
    const { best, sizes } = fitted();
    const [row] = toFitRows([best, sizes[2] ?? best], prediction, 'cm');
    expect(row).toMatchObject({ name: 'Chest', likely: '104 cm' });
    expect(row?.cells[0]).toMatchObject({ class: 'good', made: 'for 100 to 108 cm' });
    expect(row?.cells[0]?.words).toMatch(/^good, likely \d\d %$/);
    expect(row?.cells[1]?.class).toBe('roomy');
    expect(toFitRows([best], prediction, 'inches')[0]?.likely).toBe('41 in');
  });

  it('names the bust of a woman', () => {
    const woman = estimateBody({ sex: 'female', stature: 168, mass: 68 });
    const fitting = createFitting(woman, { sex: 'female', stature: 168, mass: 68 }, polo);
    if ('refusal' in fitting) throw new Error(fitting.refusal);
    expect(toFitRows([fitting.best], woman, 'cm')[0]?.name).toBe('Bust');
    expect(describeOutfit(fitting.best, 'Polo', woman)).toContain('bust');
  });

  it('always states the probability', () => {
    expect(formatFit({ class: 'good', probability: 0.999 })).toBe('good, likely 99 %');
    expect(formatFit({ class: 'snug', probability: 0.36 })).toBe('probably snug (36 %)');
  });

  it('describes the picture for people who cannot see it', () => {
    const { best } = fitted();
    expect(describeOutfit(best, 'Polo', prediction)).toMatch(
      /^A mannequin of your build in Polo, size L: chest good, likely \d\d %\./,
    );
  });

  it('gives the codes of the service when there is no advice', () => {
    expect(createFitting(prediction, answers, garment(null))).toEqual({
      refusal: 'NO_ADVICE_FOR_GARMENT',
    });
  });
});
