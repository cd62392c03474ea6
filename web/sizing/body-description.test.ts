import { describe, expect, it } from 'vitest';
import type { Answers } from '#body/answers.ts';
import { estimateBody } from '#body/predict.ts';
import { describeMannequin, listBodyMeasures, toFigure } from './body-description.ts';

const predict = (answers: Answers) => estimateBody(answers);
const man = predict({ sex: 'male', stature: 178, mass: 82, isMeasured: true });

describe('a body in words', () => {
  it('includes every measure with its interval', () => {
    for (const { name, value, range } of listBodyMeasures(man, 'cm')) {
      const [low = 0, high = 0] = range.match(/\d+/g)?.map(Number) ?? [];
      expect(low, name).toBeLessThan(Number.parseInt(value, 10));
      expect(high, name).toBeGreaterThan(Number.parseInt(value, 10));
    }
    expect(listBodyMeasures(man, 'inches').every(({ value, range }) => / in$/.test(value) && / to .* in$/.test(range))).toBe(
      true,
    );
  });

  it('says bust for women, and marks measured values', () => {
    const woman = predict({ sex: 'female', stature: 164, mass: 66, tapes: [{ measure: 'waistNatural', cm: 74 }] });
    const lines = listBodyMeasures(woman, 'cm');
    expect(lines.map(({ name }) => name)).toContain('Bust');
    expect(listBodyMeasures(man, 'cm').map(({ name }) => name)).toContain('Chest');
    expect(lines.filter(({ isMeasured }) => isMeasured).map(({ measure }) => measure)).toEqual(['waistNatural']);
    expect(listBodyMeasures(man, 'cm').map(({ measure }) => measure)).toContain('waist');
    expect(describeMannequin(woman, { stature: 165 }, 'cm')).toMatch(
      /165 cm tall without shoes: bust about \d+ cm, waist 7\d cm, hips \d+ cm\./,
    );
  });

  it('has a figure between both sexes when the sex is not given', () => {
    expect(toFigure(man).female).toBe(0);
    const { female, measures } = toFigure(predict({ sex: 'either', stature: 170, mass: 70 }));
    expect(female).toBeGreaterThan(0.2);
    expect(female).toBeLessThan(0.8);
    expect(Object.values(measures).every(Number.isFinite)).toBe(true);
  });
});
