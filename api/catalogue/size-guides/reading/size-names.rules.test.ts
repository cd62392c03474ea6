import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HEEL_HEIGHT } from '#body/garment-chart.ts';
import { estimateBody } from '#body/predict.ts';
import { suggestSize } from '#body/suggest.ts';
import { buildGarmentChart, type ParsedSizeGuide } from './charts.rules.ts';
import { findLegsInNames } from './size-names.rules.ts';

const WAISTS = [28, 30, 32, 34, 36, 38, 40];
const LEGS = [28, 30, 32, 34, 36];
const mens: ParsedSizeGuide = {
  gender: 0,
  columns: ['Waist (in)', 'Waist (cm)', 'Inside leg S / R / L (cm)'],
  rows: WAISTS.map((waist) => [String(waist), String(Math.round(waist * 2.54)), '74 / 79 / 84']),
  sizeColumns: ['Waist (in)'],
  points: { 'Waist (cm)': 'waist' },
  legs: { 'Inside leg S / R / L (cm)': ['Short', 'Regular', 'Long'] },
};
const womens: ParsedSizeGuide = {
  ...mens,
  gender: 1,
  columns: ['UK size', 'Waist (cm)', 'Hip (cm)', 'Inside leg S / R / L (cm)'],
  rows: [8, 10, 12, 14, 16].map((size) => [String(size), String(48 + 2.5 * size), String(72 + 2.5 * size), '73.5 / 78.5 / 83.5']),
  sizeColumns: ['UK size'],
  points: { 'Waist (cm)': 'waistNatural', 'Hip (cm)': 'hip' },
};
const chart = (names: readonly string[], guide = mens, garment = 'trousers') =>
  buildGarmentChart(guide, garment, { sizes: names.map((name, id) => ({ id, name })), lengths: [] });
const legsOf = (names: readonly string[], guide = mens) =>
  chart(names, guide).sizes.map(({ name, points }) => [name, Math.round((Number(points.crotchHeight) - HEEL_HEIGHT) * 10) / 10]);

describe('size names that include a leg length', () => {
  it.each([
    [['34/32', '36/32', '34/34']],
    [['34-32', '36-32', '34-34']],
    [['34 x 32 in', '36x32', '34×34']],
    [['W34 L32', 'W36/L32', 'w34l34']],
    [['34W 32L', '36W x 32L', '34W/34L']],
    [['34"/32"', '36"/32"', '34" / 34"']],
  ])('are read in inches: %j', (names) => {
    expect(legsOf(names).map(([, leg]) => leg)).toEqual([81.3, 86.4, 81.3]);
  });

  it.each([
    [['34R', '36R', '34L'], mens],
    [['34 R', '36-R', '34 L'], mens],
    [['34 Regular', '36 reg', '34 Long'], mens],
    [['34 (Regular)', '36 (Regular)', '34 - Long'], mens],
  ])('are read by the leg names of the size guide: %j', (names, guide) => {
    expect(legsOf(names, guide).map(([, leg]) => leg)).toEqual([79, 84, 79]);
  });

  it('are read for women, and one step beyond the lengths of the guide', () => {
    expect(legsOf(['12L', '14L', '12S', '12R'], womens)).toEqual([
      ['12S', 73.5],
      ['12R', 78.5],
      ['12L', 83.5],
      ['14L', 83.5],
    ]);
    expect(legsOf(['12 Long', '12 Extra long', '12 Regular'], womens).map(([, leg]) => leg)).toEqual([78.5, 83.5, 88.5]);
  });

  it('are read in centimetres when the guide has such sizes', () => {
    const guide = { ...mens, rows: [88, 92, 96].map((waist) => [String(waist), String(waist), '']) };
    expect(legsOf(['92/82 cm', '96/82 cm', '92/88 cm'], guide)).toEqual([
      ['92/82 cm', 82],
      ['92/88 cm', 88],
      ['96/82 cm', 82],
    ]);
  });

  it('are read when the guide has a row for each size', () => {
    const guide = {
      ...mens,
      columns: ['Size', 'Waist (cm)', 'Inside leg (cm)'],
      rows: [
        ['34R', '86', '79'],
        ['34L', '86', '84'],
      ],
      sizeColumns: ['Size'],
      points: { 'Waist (cm)': 'waist', 'Inside leg (cm)': 'insideLeg' },
      legs: {},
    };
    expect(chart(['34R', '34L'], guide).sizes.map(({ points }) => points.crotchHeight)).toEqual([
      [79 + HEEL_HEIGHT, 79 + HEEL_HEIGHT],
      [84 + HEEL_HEIGHT, 84 + HEEL_HEIGHT],
    ]);
  });

  it.each([
    ['sizes between two', ['28/30', '30/32', '32/34', '34/36']],
    ['letters', ['S/M', 'M/L', 'L/XL', 'S', 'M', 'L']],
    ['one size', ['One size 34/32', 'One size']],
    ['one pair alone', ['34/32']],
    ['large letters', ['2XL', '3XL', '34XL']],
    ['legs that are none', ['34/12', '36/12', '34/50', '36/50']],
    ['sizes that the guide does not have', ['50/32', '52/32', '50/34']],
    ['names with more in them', ['34/32/30', '36/32/30', 'EU 34/32', '34/32 slim', '2 for 34/32']],
    ['an unknown leg length', ['34P', '36P', '34 Petite']],
  ])('are not found in other names: %s', (_, names) => {
    expect(chart(names).sizes).toEqual([]);
  });

  it('are not split when the guide contains the full name', () => {
    const guide = { ...mens, rows: [...mens.rows, ['34/32', '88', '']] };
    expect(chart(['34/32', '36/32', '34'], guide).sizes.map(({ name, points }) => [name, points.crotchHeight])).toEqual([
      ['34/32', undefined],
      ['34', undefined],
    ]);
  });

  it('are not found for shirts', () => {
    expect(
      chart(['34/32', '36/32', '34'], { ...mens, points: { 'Waist (cm)': 'chest' } }, 'shirt').sizes.map(({ name }) => name),
    ).toEqual(['34']);
  });

  const styles = [
    (waist: number, leg: number) => `${waist}/${leg}`,
    (waist: number, leg: number) => `W${waist} L${leg}`,
    (waist: number, leg: number) => `${waist}-${leg}`,
    (waist: number, leg: number) => ` ${waist}" x ${leg}" `,
  ];
  const lists = fc.record({
    waists: fc.subarray(WAISTS, { minLength: 2 }),
    legs: fc.subarray(LEGS, { minLength: 2 }),
    style: fc.constantFrom(...styles),
    isByLeg: fc.boolean(),
  });
  const namesOf = ({ waists, legs, style, isByLeg }: typeof lists extends fc.Arbitrary<infer T> ? T : never) =>
    isByLeg
      ? legs.flatMap((leg) => waists.map((waist) => ({ waist, leg, name: style(waist, leg) })))
      : waists.flatMap((waist) => legs.map((leg) => ({ waist, leg, name: style(waist, leg) })));

  it('are sorted from small to large, without duplicates, in any notation', () => {
    fc.assert(
      fc.property(lists, (list) => {
        const names = namesOf(list);
        const { sizes } = chart(names.map(({ name }) => name));
        expect(sizes).toHaveLength(names.length);
        const read = sizes.map(({ name, points }) => {
          const { waist, leg } = names.find((each) => each.name === name) ?? { waist: 0, leg: 0 };
          expect(points.crotchHeight).toBeCloseTo(leg * 2.54 + HEEL_HEIGHT, 6);
          expect((points.waist as readonly number[])[0]).toBe(Math.round(waist * 2.54));
          return waist * 100 + leg;
        });
        expect(read).toEqual([...read].sort((one, other) => one - other));
      }),
      { numRuns: 60 },
    );
  });

  it('lead to the size whose waist and leg both fit, with their joint probability', () => {
    fc.assert(
      fc.property(lists, fc.nat(), (list, pick) => {
        const names = namesOf(list);
        const meant = names[pick % names.length] as (typeof names)[number];
        const tapes = [
          { measure: 'waist' as const, cm: Math.round(meant.waist * 2.54) },
          { measure: 'crotchHeight' as const, cm: meant.leg * 2.54 + HEEL_HEIGHT },
        ].flatMap((tape) => Array.from({ length: 12 }, () => tape));
        const answers = { sex: 'male' as const, isMeasured: true, tapes };
        const result = suggestSize(estimateBody(answers), answers, chart(names.map(({ name }) => name)));
        if ('refusal' in result) throw new Error(result.refusal);
        expect(result.suggestion.best.name).toBe(meant.name);
        expect(result.suggestion.confidence).toBeGreaterThan(0.9);
        expect(result.suggestion.leg).toBeUndefined();
      }),
      { numRuns: 40 },
    );
    const answers = { sex: 'male' as const, stature: 178, mass: 82, jeans: 34 };
    const prediction = estimateBody(answers);
    const waists = WAISTS.map(String);
    const both = suggestSize(
      prediction,
      answers,
      chart(namesOf({ waists: WAISTS, legs: LEGS, style: styles[0] as never, isByLeg: true }).map(({ name }) => name)),
    );
    const waistAlone = suggestSize(prediction, answers, chart(waists));
    if ('refusal' in both || 'refusal' in waistAlone) throw new Error('no advice');
    expect(both.suggestion.best.name.startsWith(waistAlone.suggestion.best.name)).toBe(true);
    expect(both.suggestion.confidence).toBeLessThan(waistAlone.suggestion.confidence);
    const total = (which: typeof both) => which.suggestion.sizes.reduce((sum, { probability }) => sum + probability, 0);
    expect(total(both)).toBeCloseTo(1, 6);
    const ofWaist = both.suggestion.sizes.filter(({ name }) => name.startsWith(`${waistAlone.suggestion.best.name}/`));
    expect(ofWaist.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(waistAlone.suggestion.confidence, 1);
  });

  it('lead to the larger of two equally likely waists, with the same leg', () => {
    const tapes = [
      { measure: 'waist' as const, cm: 83.495 },
      { measure: 'crotchHeight' as const, cm: 32 * 2.54 + HEEL_HEIGHT },
    ].flatMap((tape) => Array.from({ length: 12 }, () => tape));
    const answers = { sex: 'male' as const, isMeasured: true, tapes };
    const result = suggestSize(estimateBody(answers), answers, chart(['32/30', '32/32', '34/30', '34/32']));
    if ('refusal' in result) throw new Error(result.refusal);
    const { best, runnerUp } = result.suggestion;
    expect([best.name, runnerUp?.name]).toEqual(['34/32', '32/32']);
    expect(best.probability).toBeLessThan(runnerUp?.probability ?? 0);
  });

  it('are not found in sizes between two others, whatever the step', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 22, max: 34 }),
        fc.constantFrom(1, 2, 4),
        fc.integer({ min: 2, max: 8 }),
        (from, step, count) => {
          const names = Array.from({ length: count }, (_, i) => `${from + step * i}/${from + step * (i + 1)}`);
          expect(findLegsInNames(names, (size) => !size.includes('/')).size).toBe(0);
        },
      ),
    );
  });
});
