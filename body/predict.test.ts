import { describe, expect, it } from 'vitest';
import type { Answers } from './answers.ts';
import { getVariance } from './gaussian.ts';
import { at, cholesky } from './matrix.ts';
import { LEARNED_MEASURES, MEASURE_INDEX, MEASURES, type Measure } from './measures.ts';
import { type Estimate, estimateBody, getEstimate, getEstimates, type PredictOptions, predictBody } from './predict.ts';
import { BODY_MODEL } from './shipped-model.ts';

const MAN: Answers = { sex: 'male', stature: 178, mass: 82 };
const WOMAN: Answers = { sex: 'female', stature: 164, mass: 66 };

const estimate = (answers: Answers, measure: Measure, options?: PredictOptions): Estimate =>
  getEstimate(estimateBody(answers, options), measure);
const width = ({ low80, high80 }: Estimate) => high80 - low80;

/** Every way to leave out some of these fields. */
function subsetsOf(answers: Answers, fields: readonly (keyof Answers)[]): Answers[] {
  return Array.from({ length: 2 ** fields.length }, (_, choice) => ({
    ...answers,
    ...Object.fromEntries(fields.filter((_, i) => (choice >> i) % 2 === 1).map((field) => [field, undefined])),
  }));
}

describe('a prediction', () => {
  it('has plausible measures in plausible proportions', () => {
    for (const answers of [MAN, WOMAN]) {
      const { neck, chest, waistNatural, waist, hip, upperArm, upperArmFlexed, crotchHeight, stature } = getEstimates(
        estimateBody(answers),
      );
      expect(neck.value).toBeLessThan(upperArm.value + 15);
      expect(waistNatural.value).toBeLessThan(waist.value);
      expect(upperArm.value).toBeCloseTo(0.93 * upperArmFlexed.value, 1);
      expect(chest.value).toBeGreaterThan(80);
      expect(hip.value).toBeGreaterThan(90);
      expect(crotchHeight.value / stature.value).toBeGreaterThan(0.44);
      expect(crotchHeight.value / stature.value).toBeLessThan(0.5);
    }
  });

  it('trusts a measurer, and corrects for people who report themselves taller and lighter', () => {
    expect(estimate({ ...MAN, isMeasured: true }, 'stature').value).toBeCloseTo(178, 6);
    expect(estimate({ ...MAN, isMeasured: true }, 'stature').sd).toBe(0);
    const reported = estimate(MAN, 'stature');
    expect(reported.value).toBeGreaterThan(175.5);
    expect(reported.value).toBeLessThan(177.5);
    expect(estimate(MAN, 'mass').value).toBeGreaterThan(82.5);
  });

  it('has wider intervals when less is known', () => {
    const widths = [
      { ...MAN, jeans: 34, isMeasured: true },
      { ...MAN, isMeasured: true },
      MAN,
      { sex: 'male' as const, stature: 178 },
    ].map((answers) => width(estimate(answers, 'waist')));
    expect(widths).toEqual([...widths].sort((one, other) => one - other));
    expect(at(widths, 3)).toBeGreaterThan(2 * at(widths, 2));
  });

  it('states the source of each measure', () => {
    const { neck, chest, hip, stature, age } = getEstimates(
      estimateBody({ ...MAN, shirt: 16, age: 40, tapes: [{ measure: 'chest', cm: 104 }] }),
    );
    expect([neck, chest, hip, stature, age].map(({ source }) => source)).toEqual(['label', 'tape', 'predicted', 'said', 'said']);
  });

  it.each([
    ['a man', { ...MAN, jeans: 36, shirt: 16.5 }],
    ['a woman', { ...WOMAN, jeans: 12, shirt: 12, braBand: 34, braCup: 'D' }],
    ['someone', { ...WOMAN, sex: 'either' as const, jeans: 12, shirt: 14, braBand: 34, braCup: 'C' }],
  ])('can be made for %s from every subset of the answers', (_, answers) => {
    for (const subset of subsetsOf(answers, ['stature', 'mass', 'jeans', 'shirt', 'braBand', 'braCup'])) {
      for (const population of ['army', 'civilian'] as const) {
        const prediction = estimateBody(subset, { population });
        for (const { value, low95, high95 } of Object.values(getEstimates(prediction))) {
          expect(value).toBeGreaterThan(0);
          expect(low95).toBeLessThanOrEqual(value);
          expect(high95).toBeGreaterThanOrEqual(value);
        }
        expect(getEstimate(prediction, 'chest').value).toBeGreaterThan(80);
        expect(getEstimate(prediction, 'chest').value).toBeLessThan(125);
      }
    }
  });

  it('is between both sexes, with wider intervals, when the sex is not given', () => {
    const [man, woman, either] = (['male', 'female', 'either'] as const).map((sex) =>
      estimate({ sex, stature: 170, mass: 70 }, 'hip'),
    );
    expect(either?.value).toBeGreaterThan(Math.min(man?.value ?? 0, woman?.value ?? 0));
    expect(either?.value).toBeLessThan(Math.max(man?.value ?? 0, woman?.value ?? 0));
    expect(width(either as Estimate)).toBeGreaterThan(Math.max(width(man as Estimate), width(woman as Estimate)));
  });

  it('gives civilians a larger waist than soldiers of the same size', () => {
    const heavy: Answers = { sex: 'male', stature: 176, mass: 95, isMeasured: true };
    const [civilian, soldier] = (['civilian', 'army'] as const).map(
      (population) => estimate(heavy, 'waist', { population }).value,
    );
    expect((civilian ?? 0) - (soldier ?? 0)).toBeGreaterThan(2);
  });

  it('distinguishes the natural waist from the waist at the navel: women’s charts pair hips of 99, 109 and 121 cm with 74, 84 and 96', () => {
    for (const [bmi, chart] of [
      [25, 75.5],
      [28, 81],
      [36, 96.5],
    ] as const) {
      const woman: Answers = { sex: 'female', stature: 163, mass: bmi * 1.63 ** 2, isMeasured: true };
      expect(Math.abs(estimate(woman, 'waistNatural').value - chart)).toBeLessThan(3);
      expect(estimate(woman, 'waist').value - estimate(woman, 'waistNatural').value).toBeGreaterThan(9);
      expect(estimate(woman, 'waistNatural').sd).toBeLessThan(estimate(woman, 'waist').sd);
    }
    const taped = { ...WOMAN, tapes: [{ measure: 'waistNatural' as const, cm: 74 }] };
    expect(Math.abs(estimate(taped, 'waistNatural').value - 74)).toBeLessThan(1);
    expect(estimate(taped, 'waist').value).toBeGreaterThan(82);
  });

  it('is less certain, with a warning, above a BMI of 40', () => {
    expect(estimateBody({ sex: 'female', stature: 160, mass: 120 }).isExtrapolated).toBe(true);
    expect(estimateBody(WOMAN).isExtrapolated).toBe(false);
  });

  it('does not change the answers or the model', () => {
    const answers = { ...MAN, jeans: 34 };
    const first = estimateBody(answers).belief;
    expect(estimateBody(answers).belief).toEqual(first);
    expect(answers).toEqual({ ...MAN, jeans: 34 });
  });
});

describe('size labels and tape measurements', () => {
  it('change their own measure and correlated ones', () => {
    expect(estimate({ ...MAN, shirt: 17.5 }, 'neck').value).toBeGreaterThan(estimate(MAN, 'neck').value + 1);
    expect(estimate({ ...MAN, jeans: 40 }, 'chest').value).toBeGreaterThan(estimate(MAN, 'chest').value);
    expect(estimate({ ...WOMAN, jeans: 18 }, 'thigh').value).toBeGreaterThan(estimate(WOMAN, 'thigh').value);
    expect(estimate({ ...WOMAN, braBand: 38, braCup: 'DD' }, 'chest').value).toBeGreaterThan(estimate(WOMAN, 'chest').value);
  });

  it('count twice when a measurement was taken twice', () => {
    const tape = { measure: 'waist' as const, cm: 95 };
    const [once, twice] = [[tape], [tape, tape]].map((tapes) => estimate({ ...MAN, tapes }, 'waist').sd);
    // Two measurements with an error of 1.5 cm equal one with 1.06 cm; the prior adds a little.
    expect(once).toBeLessThan(1.5);
    expect((twice ?? 0) / (once ?? 1)).toBeCloseTo(Math.SQRT1_2, 1);
  });

  it('include known sizes of another manufacturer', () => {
    const known = estimate({ ...MAN, knownSizes: [{ measure: 'chest', low: 112, high: 117 }] }, 'chest');
    expect(known.value).toBeGreaterThan(estimate(MAN, 'chest').value + 1);
    expect(known.source).toBe('label');
  });

  it('are less certain for a band without a cup than with one', () => {
    expect(estimate({ ...WOMAN, braBand: 34 }, 'chest').sd).toBeGreaterThan(
      estimate({ ...WOMAN, braBand: 34, braCup: 'C' }, 'chest').sd,
    );
  });
});

describe('contradictions', () => {
  const contradictionsOf = (answers: Answers) => estimateBody(answers).contradictions.map(({ field }) => field);

  it('are not found in ordinary answers', () => {
    expect(contradictionsOf({ ...MAN, jeans: 34, shirt: 16 })).toEqual([]);
    expect(contradictionsOf({ ...WOMAN, jeans: 14, braBand: 34, braCup: 'C' })).toEqual([]);
  });

  it('are reported and not used: collar 14 with waist 44', () => {
    const answers: Answers = { sex: 'male', stature: 180, mass: 112, shirt: 14, jeans: 44 };
    const prediction = estimateBody(answers);
    expect(prediction.contradictions).toMatchObject([{ field: 'shirt', measure: 'neck' }]);
    expect(prediction.contradictions[0]?.low).toBeGreaterThan(38);
    expect(getEstimate(prediction, 'neck').value).toBeCloseTo(estimate({ ...answers, shirt: undefined }, 'neck').value, 6);
  });

  it('between two labels are found with and without height and weight, even if neither is unusual by itself', () => {
    expect(contradictionsOf({ sex: 'male', shirt: 14, jeans: 44 })).toHaveLength(1);
    const answers: Answers = { ...MAN, shirt: 14, jeans: 44 };
    expect(contradictionsOf(answers)).toEqual(['shirt']);
    expect(contradictionsOf({ ...MAN, shirt: 14 })).toEqual([]);
    expect(contradictionsOf({ ...MAN, jeans: 44 })).toEqual([]);
    expect(contradictionsOf({ ...answers, confirmed: ['shirt'] })).toEqual([]);
    const [question] = estimateBody(answers).contradictions;
    expect(question?.low).toBeGreaterThan(36.5);
    expect(estimate(answers, 'neck').value).toBeLessThan(37);
  });

  it('are not found when labels are extreme but consistent', () => {
    expect(contradictionsOf({ sex: 'male', stature: 178, mass: 112, shirt: 18, jeans: 44 })).toEqual([]);
    expect(contradictionsOf({ sex: 'male', stature: 178, mass: 64, shirt: 14, jeans: 28 })).toEqual([]);
  });

  it('are used when they are confirmed', () => {
    const answers: Answers = { sex: 'male', stature: 180, mass: 112, shirt: 14, jeans: 44, confirmed: ['shirt'] };
    expect(contradictionsOf(answers)).toEqual([]);
    expect(estimate(answers, 'neck').value).toBeLessThan(estimate({ ...answers, shirt: undefined }, 'neck').value - 1);
  });

  it('include a foot too many and missing inches', () => {
    const tall: Answers = { sex: 'male', stature: 81 * 2.54, mass: 84, isInFeet: true, isInPounds: true };
    expect(contradictionsOf(tall)).toEqual(['stature']);
    expect(estimate(tall, 'stature').value).toBeLessThan(185);
    const short: Answers = { sex: 'male', stature: 60 * 2.54, mass: 95, jeans: 38, shirt: 17, isInFeet: true, isInPounds: true };
    expect(contradictionsOf(short)).toEqual(['stature']);
    expect(contradictionsOf({ ...tall, confirmed: ['stature'] })).toEqual([]);
  });
});

describe('impossible answers', () => {
  it.each<[Answers, string]>([
    [{ sex: 'male', stature: 280, mass: 80 }, 'stature'],
    [{ sex: 'male', stature: 180, mass: 5 }, 'mass'],
    [{ sex: 'female', stature: 210, mass: 40 }, 'mass'],
    [{ sex: 'male', stature: Number.NaN }, 'stature'],
    [{ sex: 'male', stature: Number.POSITIVE_INFINITY }, 'stature'],
    [{ ...MAN, tapes: [{ measure: 'waist', cm: -3 }] }, 'waist'],
    [{ ...MAN, knownSizes: [{ measure: 'chest', low: 100, high: 90 }] }, 'chest'],
    [{ ...MAN, age: 3 }, 'age'],
  ])('are reported: %j', (answers, field) => {
    const result = predictBody(answers);
    expect('problems' in result && result.problems.map((problem) => problem.field)).toEqual([field]);
  });
});

describe('the shipped model', () => {
  it('has the measures of this code and was written by the training script', () => {
    expect(BODY_MODEL.data.measures).toEqual([...LEARNED_MEASURES]);
    expect(BODY_MODEL.data.provenance).toMatchObject({ script: 'tools/train-body.ts' });
  });

  it('has positive definite covariances for all people', () => {
    for (const sex of ['male', 'female'] as const) {
      expect(cholesky(BODY_MODEL.correlation[sex], LEARNED_MEASURES.length)).toBeDefined();
      for (const [stature, mass] of [
        [145, 40],
        [205, 180],
        [170, 70],
        [160, 145],
      ] as const) {
        const { belief } = estimateBody({ sex, stature, mass });
        expect(cholesky(belief.covariance, MEASURES.length)).toBeDefined();
        expect(getVariance(belief, MEASURE_INDEX.waist)).toBeGreaterThan(0);
      }
    }
  });

  it('gives sensible results at the limits of the answers', () => {
    for (const sex of ['male', 'female'] as const) {
      for (let stature = 145; stature <= 205; stature += 10) {
        let before: Estimate | undefined;
        for (const bmi of [15, 18, 22, 26, 32, 40, 50, 58]) {
          const now = estimate({ sex, stature, mass: Math.min(bmi * (stature / 100) ** 2, 200), isMeasured: true }, 'waist');
          if (before && bmi * (stature / 100) ** 2 < 200) expect(now.value).toBeGreaterThan(before.value + 2);
          before = now;
        }
      }
    }
  });
});
