import { describe, expect, it } from 'vitest';
import { type BodyFields, describeContradiction, parseBodyFields } from './body-fields.ts';

const answersOf = (fields: BodyFields) => {
  const read = parseBodyFields(fields);
  if ('problems' in read) throw new Error(JSON.stringify(read.problems));
  return read.answers;
};
const problemsOf = (fields: BodyFields) => {
  const read = parseBodyFields(fields);
  return 'problems' in read ? read.problems.map(({ field }) => field) : [];
};

describe('fields of a body', () => {
  it('are cm and kg with unit code 0', () => {
    expect(answersOf({ gender: 0, heightUnits: 0, height: 180, weightUnits: 0, weight: 80 })).toMatchObject({
      sex: 'male',
      stature: 180,
      mass: 80,
      isInFeet: false,
    });
  });

  it('are feet, inches, stones and pounds with unit code 2', () => {
    const answers = answersOf({
      gender: 1,
      heightUnits: 2,
      heightFeet: 5,
      height: 4,
      weightUnits: 2,
      weightStones: 10,
      weight: 7,
    });
    expect(answers).toMatchObject({ sex: 'female', isInFeet: true, isInPounds: true });
    expect(answers.stature).toBeCloseTo(64 * 2.54);
    expect(answers.mass).toBeCloseTo(147 * 0.45359237);
  });

  it('can be inches and pounds alone', () => {
    const answers = answersOf({ gender: 0, heightUnits: 2, height: 70, weightUnits: 2, weight: 180 });
    expect([answers.stature, answers.mass]).toEqual([70 * 2.54, 180 * 0.45359237]);
  });

  it('can be missing, null or 0', () => {
    expect(answersOf({ gender: 2, height: null, weight: 0, ukjeans: 0, ukbracup: ' ' })).toEqual({
      sex: 'either',
      isMeasured: false,
      isInFeet: false,
      isInPounds: false,
    });
  });

  it.each<[BodyFields, string[]]>([
    [{ gender: 0, heightUnits: 1, height: 180 }, ['heightUnits']],
    [{ gender: 0, weightUnits: 1, weight: 80 }, ['weightUnits']],
    [{ gender: 10 }, ['gender']],
    [{ gender: 0, height: 280, weight: 80 }, ['height']],
    [{ gender: 0, height: 180, weight: 5 }, ['weight']],
    [{ gender: 0, height: 210, weight: 40 }, ['weight']],
    [{ gender: 0, height: 180, heightFeet: 5 }, ['heightFeet']],
    [{ gender: 0, height: 180, weight: 80, weightStones: 12 }, ['weightStones']],
    [{ gender: 0, height: Number.NaN }, ['height']],
    [{ gender: 0, height: -180 }, ['height']],
    [{ gender: 0, ukshirt: 44 }, ['ukshirt']],
    [{ gender: 1, ukbra: 34, ukbracup: 'Q' }, ['ukbracup']],
    [{ gender: 1, ukbra: 85 }, ['ukbra']],
    [{ gender: 1, ukjeans: 44 }, ['ukjeans']],
  ])('are reported when they are impossible: %j', (fields, expected) => {
    expect(problemsOf(fields)).toEqual(expected);
  });
});

describe('a contradictory answer', () => {
  it('is described in the wearer’s units', () => {
    const collar = { field: 'shirt', measure: 'neck' as const, reported: 14 * 2.54 - 1.27, low: 40, high: 44 };
    expect(describeContradiction(collar, { sex: 'male' })).toBe(
      'You entered 14 in for the collar. We expected 16.0 to 18.0. Is it right?',
    );
    expect(describeContradiction({ field: 'mass', measure: 'mass', reported: 50, low: 70, high: 90 }, { sex: 'female' })).toBe(
      'You entered 50 kg for your weight. We expected 70 to 90. Is it right?',
    );
  });

  it('names what was measured with a tape', () => {
    const waist = { field: 'waistNatural', measure: 'waistNatural' as const, reported: 108, low: 77.6, high: 97.2 };
    expect(describeContradiction(waist, { sex: 'female' })).toBe(
      'You entered 108 cm for the waist. We expected 78 to 97. Is it right?',
    );
    const bust = { field: 'chest', measure: 'chest' as const, reported: 140, low: 90, high: 110 };
    expect(describeContradiction(bust, { sex: 'female', isInFeet: true })).toBe(
      'You entered 55 in for the bust. We expected 35 to 43. Is it right?',
    );
  });
});
