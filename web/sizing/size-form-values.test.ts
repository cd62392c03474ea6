import { describe, expect, it } from 'vitest';
import { predictBody } from '#body/predict.ts';
import {
  emptySizeForm,
  getHeightCm,
  getWeightKg,
  parseDecimal,
  toAnswers,
  toBodyInput,
  toSizeFormValues,
  withLengthUnit,
  withMassUnit,
} from './size-form-values.ts';
import { formatLength } from './units.ts';

const typed = { ...emptySizeForm, sex: 'male' as const, cm: '178', kg: '82,5' };
const inFeet = {
  ...emptySizeForm,
  lengthUnit: 'inches' as const,
  massUnit: 'stones' as const,
  feet: '5',
  inches: '10',
  stones: '13',
};

describe('the values entered', () => {
  it('are read with a decimal point or comma, and are NaN when invalid', () => {
    expect([
      parseDecimal(' 82,5 '),
      parseDecimal('82.5'),
      parseDecimal(''),
      parseDecimal('about 80'),
      parseDecimal('-3'),
    ]).toEqual([82.5, 82.5, undefined, Number.NaN, Number.NaN]);
  });

  it('are converted to cm and kg from either system', () => {
    expect(toAnswers(typed)).toMatchObject({ sex: 'male', stature: 178, mass: 82.5, isInFeet: false, tapes: [] });
    const answers = toAnswers({ ...inFeet, waist: '34' });
    expect(answers.stature).toBeCloseTo(177.8, 6);
    expect(answers.mass).toBeCloseTo(82.55, 2);
    expect(answers).toMatchObject({ isInFeet: true, isInPounds: true });
    expect(answers.tapes?.[0]?.cm).toBeCloseTo(86.36, 6);
  });

  it('are optional, and invalid ones are reported by field', () => {
    expect(toAnswers(emptySizeForm)).toMatchObject({ stature: undefined, mass: undefined, tapes: [] });
    for (const wrong of [{ cm: '280' }, { cm: 'tall' }, { kg: '5' }, { waist: '900' }]) {
      const read = predictBody(toAnswers({ ...typed, ...wrong }));
      expect('problems' in read && read.problems.length, JSON.stringify(wrong)).toBe(1);
    }
    expect('prediction' in predictBody(toAnswers(typed))).toBe(true);
  });

  it('are converted when the unit is changed, and back', () => {
    const feet = withLengthUnit({ ...typed, chest: '100' }, 'inches');
    expect(feet).toMatchObject({ lengthUnit: 'inches', feet: '5', inches: '10', chest: '39.5' });
    expect(getHeightCm(withLengthUnit(feet, 'cm'))).toBe(178);
    const stones = withMassUnit(typed, 'stones');
    expect(stones).toMatchObject({ massUnit: 'stones', stones: '13', pounds: '0' });
    expect(getWeightKg(withMassUnit(stones, 'kg'))).toBe(83);
    expect(withLengthUnit(emptySizeForm, 'inches')).toEqual({ ...emptySizeForm, lengthUnit: 'inches' });
  });

  it('never result in 12 inches', () => {
    expect(withLengthUnit({ ...typed, cm: '182.7' }, 'inches')).toMatchObject({ feet: '6', inches: '0' });
  });
});

it('formats lengths like a tape measure', () => {
  expect([formatLength(97.6, 'cm'), formatLength(97.6, 'inches'), formatLength(96.5, 'inches')]).toEqual([
    '98 cm',
    '38½ in',
    '38 in',
  ]);
});

describe('a saved body', () => {
  const british = {
    ...inFeet,
    sex: 'female' as const,
    jeans: '14',
    braBand: '34',
    braCup: 'DD',
    worn: [{ brandId: 1, brandCategoryId: 101, brandCategorySizeId: 10104 }],
  };

  it('is sent by field, in the selected units', () => {
    expect(toBodyInput({ ...british, waist: '34' })).toMatchObject({
      gender: 1,
      heightUnits: 2,
      heightFeet: 5,
      height: 10,
      weightUnits: 2,
      weightStones: 13,
      weight: null,
      ukjeans: 14,
      ukbra: 34,
      ukbracup: 'DD',
      tapes: [{ name: 'waistNatural', value: 34, unit: 2 }],
      referenceSizes: british.worn,
    });
    expect(toBodyInput(typed)).toMatchObject({
      gender: 0,
      heightUnits: 0,
      height: 178,
      heightFeet: null,
      weight: 82.5,
      weightStones: null,
      ukbra: null,
    });
  });

  it('uses the narrowest girth as the waist of women, and otherwise the girth at the navel', () => {
    const waistOf = (sex: 'male' | 'female' | 'either') => toAnswers({ ...typed, sex, waist: '80' }).tapes?.[0]?.measure;
    expect([waistOf('female'), waistOf('male'), waistOf('either')]).toEqual(['waistNatural', 'waist', 'waist']);
    expect(toSizeFormValues({ gender: 1, tapes: [{ name: 'waist', value: 88, unit: 0 }] }).waist).toBe('');
    expect(toSizeFormValues({ gender: 1, tapes: [{ name: 'waistNatural', value: 80, unit: 0 }] }).waist).toBe('80');
  });

  it('fills the form with the same values', () => {
    for (const each of [typed, { ...british, waist: '34' }, { ...typed, neck: '39.5', crotchHeight: '83' }]) {
      const again = toSizeFormValues(toBodyInput(each));
      expect(toBodyInput(again)).toEqual(toBodyInput(each));
      expect(toAnswers(again)).toEqual(toAnswers(each));
    }
  });

  it('does not fill in calculated sizes', () => {
    expect(toSizeFormValues({ gender: 0, ukjeans: 34, ukshirt: 16, derivedFields: ['ukjeans'] })).toMatchObject({
      jeans: '',
      shirt: '16',
    });
  });
});
