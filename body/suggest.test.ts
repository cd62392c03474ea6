import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Answers } from './answers.ts';
import { classifyFit, evaluateFit, fitUtility, normalCdf } from './fit.ts';
import { FIT_CLASSES } from './fit-classes.ts';
import { type ChartSize, type GarmentChart, getEase, prepareChart } from './garment-chart.ts';
import { at } from './matrix.ts';
import { estimateBody, getEstimate } from './predict.ts';
import { normalQuantile, sampleBodies } from './sampling.ts';
import { chooseSize, suggestSize } from './suggest.ts';

const MAN: Answers = { sex: 'male', stature: 178, mass: 82 };
const sizes = (point: keyof ChartSize['points'], values: readonly (number | readonly [number, number])[]): ChartSize[] =>
  values.map((value, i) => ({
    id: `s${i}`,
    name: ['XS', 'S', 'M', 'L', 'XL', '2XL'][i] ?? String(i),
    points: { [point]: value },
  }));
const LETTERS: GarmentChart = {
  measuresOf: 'body',
  sex: 'male',
  kind: 'top',
  sizes: sizes('chest', [
    [78, 86],
    [86, 94],
    [94, 102],
    [102, 110],
    [110, 118],
    [118, 129],
  ]),
};
/** Letters up to 3XL by EN 13402-3. */
const TO_3XL: GarmentChart = { ...LETTERS, sizes: [...LETTERS.sizes, { id: 's6', name: '3XL', points: { chest: [129, 141] } }] };
/** Uneek's men's chart, which has a gap from 102 to 107. */
const GAPPED: GarmentChart = {
  ...LETTERS,
  sizes: sizes('chest', [
    [92, 97],
    [97, 102],
    [107, 112],
    [112, 117],
  ]),
};
const SHIRT: GarmentChart = {
  measuresOf: 'garment',
  sex: 'male',
  kind: 'shirt',
  sizes: [0, 1, 2, 3, 4].map((i) => ({
    id: `s${i}`,
    name: `s${i}`,
    points: { neck: 38 + 2 * i, chest: 104 + 8 * i, waist: 98 + 8 * i },
  })),
};

/** What is suggested; the size alone is chosen alike. */
const suggest = (answers: Answers, chart: GarmentChart | undefined) => {
  const prediction = estimateBody(answers);
  const result = suggestSize(prediction, answers, chart);
  expect(chooseSize(prediction, answers, chart)).toEqual(
    'refusal' in result
      ? { refusal: result.refusal }
      : {
          size: result.suggestion.best.name,
          leg: result.suggestion.leg?.name ?? null,
          hasConflict: result.suggestion.conflict !== undefined,
        },
  );
  return result;
};
const suggestionFor = (answers: Answers, chart: GarmentChart) => {
  const result = suggest(answers, chart);
  if ('refusal' in result) throw new Error(result.refusal);
  return result.suggestion;
};
const refusalFor = (answers: Answers, chart: GarmentChart | undefined) => {
  const result = suggest(answers, chart);
  return 'refusal' in result ? result.refusal : undefined;
};
/** Answers of someone whose chest is known to a few millimetres. The time grows with the cube of the number of measurements. */
const withChest = (cm: number): Answers => ({
  ...MAN,
  tapes: Array.from({ length: 60 }, () => ({ measure: 'chest' as const, cm })),
  confirmed: ['chest'],
});
const bestOf = (answers: Answers, chart: GarmentChart) => suggestionFor(answers, chart).best.id;

describe('a suggestion', () => {
  it('is the size whose range contains the body', () => {
    expect([82, 90, 98, 106, 114].map((cm) => bestOf(withChest(cm), LETTERS))).toEqual(['s0', 's1', 's2', 's3', 's4']);
    expect(suggestionFor(withChest(98), LETTERS).confidence).toBeGreaterThan(0.99);
  });

  it('is the nearer size in a gap of the chart, and the larger one in the middle of the gap', () => {
    expect(bestOf(withChest(103), GAPPED)).toBe('s1');
    expect(bestOf(withChest(104.5), GAPPED)).toBe('s2');
    expect(bestOf(withChest(106), GAPPED)).toBe('s2');
  });

  it('prefers the larger of two equally likely sizes', () => {
    const { best, runnerUp, confidence } = suggestionFor(withChest(101.9), LETTERS);
    expect(best.id).toBe('s2');
    const middle = getEstimate(estimateBody(MAN), 'chest').value;
    const split: GarmentChart = {
      ...LETTERS,
      sizes: sizes('chest', [
        [middle - 12, middle + 0.1],
        [middle + 0.1, middle + 12],
      ]),
    };
    expect(bestOf(MAN, split)).toBe('s1');
    expect(confidence).toBeGreaterThan(runnerUp?.probability ?? 1);
  });

  it('has probabilities of all sizes that sum to 1', () => {
    const suggestion = suggestionFor(MAN, LETTERS);
    expect(suggestion.sizes.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 6);
    expect(suggestion.confidence).toBe(suggestion.best.probability);
    expect(suggestion.runnerUp?.probability).toBeLessThanOrEqual(suggestion.confidence + 0.05);
  });

  it('is the same every time', () => {
    expect(suggestionFor(MAN, SHIRT)).toEqual(suggestionFor(MAN, SHIRT));
  });

  it('considers all points of a garment: a thick neck needs a larger shirt', () => {
    expect(Number(bestOf({ ...MAN, shirt: 18 }, SHIRT).slice(1))).toBeGreaterThan(
      Number(bestOf({ ...MAN, shirt: 15 }, SHIRT).slice(1)),
    );
  });

  it('requests the most useful tape measurement, once', () => {
    const fine: GarmentChart = {
      ...LETTERS,
      sizes: sizes('chest', [
        [85, 90],
        [90, 95],
        [95, 100],
        [100, 105],
        [105, 110],
        [110, 115],
      ]),
    };
    const { askFor, confidence } = suggestionFor(MAN, fine);
    expect(askFor).toBe('chest');
    const taped = { ...MAN, tapes: [{ measure: 'chest' as const, cm: 102 }] };
    expect(suggestionFor(taped, fine).askFor).toBeUndefined();
    expect(suggestionFor(taped, fine).confidence).toBeGreaterThan(confidence);
  });

  it('requests the waist and then the inside leg for trousers', () => {
    const trousers: GarmentChart = {
      measuresOf: 'body',
      sex: 'male',
      kind: 'trousers',
      sizes: [78, 83, 88, 93, 98, 103].flatMap((waist) =>
        [74, 79, 84, 89].map((crotchHeight) => ({ id: `${waist}/${crotchHeight}`, name: '', points: { waist, crotchHeight } })),
      ),
    };
    const first = suggestionFor(MAN, trousers).askFor;
    expect(first).toBe('waist');
    expect(suggestionFor({ ...MAN, tapes: [{ measure: 'waist', cm: 93 }] }, trousers).askFor).toBe('crotchHeight');
  });
});

describe('the leg of trousers', () => {
  const inLegs = (insideLegs: readonly number[]): GarmentChart => ({
    measuresOf: 'body',
    sex: 'male',
    kind: 'trousers',
    sizes: [81, 86, 91, 97, 102].map((waist) => ({
      id: String(waist),
      name: String(waist),
      points: { waist },
      legs: insideLegs.map((insideLeg, i) => ({ id: `${waist}/${i}`, name: ['Short', 'Regular', 'Long'][i] ?? '', insideLeg })),
    })),
  });
  const withLeg = (cm: number, more: Partial<Answers> = {}): Answers => ({
    ...MAN,
    ...more,
    tapes: Array.from({ length: 50 }, () => ({ measure: 'crotchHeight' as const, cm })),
    confirmed: ['crotchHeight'],
  });

  it('is the one that ends at the top of the heel', () => {
    const legs = [77, 80, 82.5, 85.5, 88].map((cm) => suggestionFor(withLeg(cm), inLegs([74, 79, 84])).leg?.name);
    expect(legs).toEqual(['Short', 'Regular', 'Regular', 'Long', 'Long']);
  });

  it('matches the advised size and has its own probability', () => {
    const { best, leg } = suggestionFor({ ...MAN, tapes: [{ measure: 'waist', cm: 97 }] }, inLegs([74, 79, 84]));
    expect(leg?.id.startsWith(`${best.id}/`)).toBe(true);
    expect(leg?.probability).toBeGreaterThan(0.35);
    expect(leg?.probability).toBeLessThan(0.95);
  });

  it('is requested after the waist, until it has been measured', () => {
    const chart = inLegs([74, 79, 84]);
    const waist = { measure: 'waist' as const, cm: 97 };
    expect(suggestionFor(MAN, chart).askFor).toBe('waist');
    expect(suggestionFor({ ...MAN, tapes: [waist] }, chart).askFor).toBe('crotchHeight');
    const both = { ...MAN, tapes: [waist, { measure: 'crotchHeight' as const, cm: 85 }] };
    expect(suggestionFor(both, chart).askFor).toBeUndefined();
  });

  it('is not advised when there is no choice or no leg is near', () => {
    expect(suggestionFor(MAN, inLegs([79])).leg).toBeUndefined();
    expect(suggestionFor(withLeg(99, { stature: 205, mass: 100 }), inLegs([74, 79, 84])).leg).toBeUndefined();
  });
});

describe('no suggestion', () => {
  it.each<[string, Answers, GarmentChart | undefined, string]>([
    ['there are no answers', { sex: 'male' }, LETTERS, 'NO_MEASUREMENTS'],
    ['the garment has no chart', MAN, undefined, 'NO_ADVICE_FOR_GARMENT'],
    ['the chart has no sizes', MAN, { ...LETTERS, sizes: [] }, 'NO_ADVICE_FOR_GARMENT'],
    [
      'the chart measures nothing',
      MAN,
      { ...LETTERS, sizes: [{ id: 'one', name: 'One size', points: {} }] },
      'NO_RECOMMENDATION_GARMENT',
    ],
    ['no size fits one such body in four', { sex: 'male', stature: 175, mass: 165 }, LETTERS, 'NO_RECOMMENDATION_PERSON'],
    ['the body is larger than every size', { sex: 'male', stature: 180, mass: 160 }, GAPPED, 'NO_RECOMMENDATION_PERSON'],
    [
      'the body is smaller than every size',
      { sex: 'male', stature: 160, mass: 48 },
      { ...GAPPED, sizes: GAPPED.sizes.slice(2) },
      'NO_RECOMMENDATION_PERSON',
    ],
  ])('when %s', (_, answers, chart, refusal) => {
    expect(refusalFor(answers, chart)).toBe(refusal);
  });

  it('never gives advice where no size fits with a probability of a quarter', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('male', 'female'),
        fc.integer({ min: 150, max: 200 }),
        fc.integer({ min: 16, max: 56 }),
        (sex, stature, bmi) => {
          const answers: Answers = { sex, stature, mass: Math.min(199, bmi * (stature / 100) ** 2) };
          const result = suggestSize(estimateBody(answers), answers, TO_3XL);
          if ('refusal' in result) return;
          // The fit is not too tight, and not too big; draws and the single Gaussian differ by a few per cent.
          const fits = result.suggestion.sizes.map(
            ({ points: [chest] }) => 1 - at(chest?.probabilities ?? [], 0) - at(chest?.probabilities ?? [], 4),
          );
          expect(Math.max(...fits)).toBeGreaterThan(0.2);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('the fit of a size', () => {
  it('names the classes from tight to loose as the body shrinks', () => {
    const bounds = { tight: 110, snug: 105, roomy: 98, big: 90 };
    expect([115, 108, 100, 95, 80].map((body) => classifyFit(body, bounds))).toEqual([...FIT_CLASSES]);
  });

  it('has classes whose probabilities sum to 1', () => {
    const chart = prepareChart(SHIRT);
    for (const { probabilities, probability } of chart ? evaluateFit(estimateBody(MAN), chart, 2) : []) {
      expect(probabilities.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 6);
      expect(Math.min(...probabilities)).toBeGreaterThan(-1e-6);
      expect(probability).toBeGreaterThan(0);
    }
  });

  it('is the ease after shrinking when the chart measures garments', () => {
    const shrunk = prepareChart({ ...SHIRT, shrinkPercent: 5 });
    const chest = shrunk && evaluateFit(estimateBody(withChest(100)), shrunk, 1).find(({ point }) => point === 'chest');
    expect(chest?.ease).toBeCloseTo(112 * 0.95 - 100, 0);
  });

  it('is the distance outside the range when the chart measures bodies', () => {
    const chart = prepareChart(LETTERS);
    const easeAt = (cm: number) => (chart ? evaluateFit(estimateBody(withChest(cm)), chart, 2)[0]?.ease : undefined);
    expect(easeAt(98)).toBeCloseTo(0, 6);
    expect(easeAt(105)).toBeCloseTo(-3, 0);
    expect(easeAt(90)).toBeCloseTo(4, 0);
  });

  it('allows larger bodies when the fabric stretches', () => {
    const [plain, stretch] = [0, 10].map(
      (stretchPercent) => prepareChart({ ...SHIRT, stretchPercent })?.bounds[0]?.[1]?.tight ?? 0,
    );
    expect(stretch).toBeGreaterThan(plain ?? 0);
  });

  it('requires more ease for outer layers and less for a slim cut', () => {
    const chestEase = (fit: GarmentChart['fit']) => getEase({ ...SHIRT, fit }, 'chest');
    expect(chestEase('overLayer').min).toBe(chestEase('regular').min + 4);
    expect(chestEase('slim').idealLow).toBeLessThan(chestEase('regular').idealLow);
  });

  it('has a utility that falls with the distance outside the range, and never below 0', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 60, max: 160, noNaN: true }),
        fc.double({ min: 0.1, max: 10, noNaN: true }),
        (body, further) => {
          const bounds = { tight: 110, snug: 105, roomy: 98, big: 90 };
          const utility = fitUtility(body, bounds);
          expect(utility).toBeGreaterThanOrEqual(0);
          expect(utility).toBeLessThanOrEqual(1);
          if (body > bounds.snug) expect(fitUtility(body + further, bounds)).toBeLessThanOrEqual(utility);
          if (body < bounds.roomy) expect(fitUtility(body - further, bounds)).toBeLessThanOrEqual(utility);
        },
      ),
    );
  });
});

describe('drawn bodies', () => {
  it('have the mean and covariance of the distribution', () => {
    const belief = { mean: Float64Array.of(4, 5), covariance: Float64Array.of(0.01, 0.006, 0.006, 0.02) };
    const draws = Array.from(sampleBodies([{ weight: 1, belief }], 4096), Math.log);
    const [xs, ys] = [draws.filter((_, i) => i % 2 === 0), draws.filter((_, i) => i % 2 === 1)];
    const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(mean(xs)).toBeCloseTo(4, 3);
    expect(mean(ys)).toBeCloseTo(5, 3);
    expect(mean(xs.map((x) => (x - 4) ** 2))).toBeCloseTo(0.01, 3);
    expect(mean(ys.map((y) => (y - 5) ** 2))).toBeCloseTo(0.02, 3);
    expect(mean(xs.map((x, i) => (x - 4) * (at(ys, i) - 5)))).toBeCloseTo(0.006, 3);
  });

  it('follow the normal distribution', () => {
    for (const p of [0.001, 0.02, 0.1, 0.5, 0.8, 0.975, 0.9999]) expect(normalCdf(normalQuantile(p))).toBeCloseTo(p, 6);
    expect(normalQuantile(0.975)).toBeCloseTo(1.959964, 5);
  });
});
