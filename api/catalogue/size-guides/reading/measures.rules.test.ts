import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCell, readHeading, toCm } from './measures.rules.ts';

describe('readHeading', () => {
  it.each([
    ['Chest (cm)', 'chest', 'cm'],
    ['To fit chest (in)', 'chest', 'in'],
    ['TO FIT BUST - INCHES', 'chest', 'in'],
    ['Bust/Chest in cm', 'chest', 'cm'],
    ['Waist "', 'waist', 'in'],
    ['Waist (mm)', 'waist', 'mm'],
    ['Hips', 'hip', undefined],
    ['A - Chest (cm)', 'chest', 'cm'],
    ['Chest & Bust *', 'chest', undefined],
    ['Low hip (cm)', 'hip', 'cm'],
    ['Collar (in)', 'collar', 'in'],
    ['Neck size', 'collar', undefined],
    ['To fit neck (cm)', 'neck', 'cm'],
    ['Inside leg (cm)', 'insideLeg', 'cm'],
    ['Inseam', 'insideLeg', undefined],
  ])('%s', (text, point, unit) => {
    const { measure, unit: own, legs } = readHeading(text);
    expect([measure?.point, own, legs]).toEqual([point, unit, []]);
  });

  it.each([
    ['Inside leg S / R / L (cm)', ['Short', 'Regular', 'Long']],
    ['Inside leg short (in)', ['Short']],
    ['Leg length - Reg', ['Regular']],
    ['Inseam Extra-Long', ['Extra long']],
  ])('%s', (text, legs) => expect(readHeading(text)).toMatchObject({ measure: { point: 'insideLeg' }, legs }));

  it.each(['Size', 'UK size', 'EU', 'Alpha size'])('reads %s as a size column', (text) => {
    expect(readHeading(text)).toMatchObject({ measure: undefined, isSize: true });
  });

  it.each(['Half chest (cm)', 'Chest width', 'Garment waist (cm)', '½ chest', 'Pit to pit'])(
    'reads %s as a measure of the garment',
    (text) => {
      expect(readHeading(text)).toMatchObject({ measure: undefined, isOfGarment: true });
    },
  );

  it.each([
    'Sleeve (cm)',
    'Back length',
    'Height',
    'Waist height',
    'Chest pocket',
    'Weight (kg)',
    'Chest short (cm)',
    'Collar colour',
    'Chest (in / cm)',
  ])('finds no usable measure in %s', (text) => {
    expect(readHeading(text).measure).toBeUndefined();
  });
});

describe('readCell', () => {
  it.each([
    ['91-96', 91, 96, undefined],
    ['91 – 96 cm', 91, 96, 'cm'],
    ['36" - 38"', 36, 38, 'in'],
    ['36 to 38in', 36, 38, 'in'],
    ['To fit chest 38-40', 38, 40, undefined],
    ['to fit 38-40"', 38, 40, 'in'],
    ['38/40', 38, 40, undefined],
    ['97,5', 97.5, 97.5, undefined],
    ['15½', 15.5, 15.5, undefined],
    ['15 1/2"', 15.5, 15.5, 'in'],
    ['38-40 in (96-101 cm)', 96, 101, 'cm'],
    ['96-101cm / 38-40in', 96, 101, 'cm'],
    ['36" / 38"', 36, 38, 'in'],
    ['36" / 91 cm', 91, 91, 'cm'],
    ['up to 86', undefined, 86, undefined],
    ['<86', undefined, 86, undefined],
    ['120+', 120, undefined, undefined],
    ['over 120 cm', 120, undefined, 'cm'],
  ])('%s', (cell, low, high, unit) => expect(readCell(cell)).toEqual({ range: { low, high }, unit }));

  it.each([
    '',
    '-',
    'M',
    'One size',
    '96-91',
    '91-96-101',
    'see below 3',
    '-5',
    '1.2.3',
    '38 40',
    '36" (38")',
    '36 in / 38 in / 40 in',
    '12345',
  ])('finds no measure in %j', (cell) => {
    expect(readCell(cell)).toBeUndefined();
  });

  it('reads the same range from every notation', () => {
    const numbers = fc.integer({ min: 20, max: 900 }).map((value) => value / 4);
    fc.assert(
      fc.property(
        numbers,
        numbers,
        fc.constantFrom('-', ' - ', '–', ' to ', '/'),
        fc.constantFrom('', ' cm', 'cm', ' in', '"'),
        (one, other, sep, unit) => {
          const [low, high] = [Math.min(one, other), Math.max(one, other)];
          expect(readCell(`${low}${sep}${high}${unit}`)?.range).toEqual({ low, high });
          expect(readCell(`${low}${sep}${high}${unit}`.replaceAll('.', ','))?.range).toEqual({ low, high });
        },
      ),
    );
    fc.assert(fc.property(fc.string(), (text) => void readCell(text)));
    fc.assert(fc.property(fc.string(), (text) => void readHeading(text)));
  });

  it('converts to half a centimetre', () => {
    expect([toCm(38, 'in'), toCm(15.5, 'in'), toCm(965, 'mm'), toCm(91.3, 'cm')]).toEqual([96.5, 39.5, 96.5, 91.3]);
  });
});
