import { describe, expect, it } from 'vitest';
import { listGuideMeasures } from './guide-measures.rules.ts';

const table = (columns: string[], ...rows: string[][]) => ({
  gender: 0,
  columns,
  rows,
  sizeColumns: columns.slice(0, 1),
  points: {},
  legs: {},
});
const points = (...columns: string[]) =>
  listGuideMeasures(table(['Size', ...columns], ['M', ...columns.map(() => '60')]), null, []).measures.map(
    ({ name, unit, point }) => `${name} ${unit} ${point}`,
  );

describe('listGuideMeasures', () => {
  it('names every measure, and what of a body it can be compared with', () => {
    expect(points('Chest (cm)', 'To fit neck (in)', 'Head (cm)', 'Foot length (cm)', 'Palm (in)', 'Height tall (cm)')).toEqual([
      'Chest cm chest',
      'To fit neck in neck',
      'Head cm headGirth',
      'Foot length cm footLength',
      'Palm in handGirth',
      'Height tall cm stature',
    ]);
    expect(points('Back length (cm)', 'Half chest (cm)', 'Weight')).toEqual([
      'Back length cm null',
      'Half chest cm null',
      'Weight null null',
    ]);
  });

  it('leaves out what does not concern the garment, such as the bust for trousers', () => {
    const guide = table(['Size', 'Bust (cm)', 'Hip (cm)', 'Inside leg (cm)'], ['M', '90', '98', '79']);
    const names = (type: string) => listGuideMeasures(guide, type, []).measures.map(({ name }) => name);
    expect([names('blouse'), names('trousers'), names('coverall')]).toEqual([
      ['Bust', 'Hip'],
      ['Hip', 'Inside leg'],
      ['Bust', 'Hip', 'Inside leg'],
    ]);
  });

  it('shows a measure in both units once, and other names of the size not at all', () => {
    expect(points('Chest (cm)', 'Chest (in)', 'EU size', 'US men’s')).toEqual(['Chest cm chest']);
  });

  it('tells sleeves from the shoulder from those from the middle of the back by their length', () => {
    const sleeve = (figure: string) => listGuideMeasures(table(['Size', 'Sleeve (cm)'], ['M', figure]), 'shirt', []).measures[0];
    expect(sleeve('61')).toMatchObject({ point: 'sleeveOutseam', isOfGarment: true });
    expect(sleeve('86')).toMatchObject({ point: 'sleeveSpineWrist', isOfGarment: true });
  });

  it('gives each leg length of a column its own figures', () => {
    const guide = {
      ...table(['Waist (in)', 'Waist (cm)', 'Inside leg S / R (cm)'], ['32', '81', '74 / 79'], ['34', '86', '79']),
      points: { 'Waist (cm)': 'waist' },
      legs: { 'Inside leg S / R (cm)': ['Short', 'Regular'] },
    };
    const { measures, sizes } = listGuideMeasures(guide, 'trousers', [{ id: 7, name: '32' }]);
    expect(measures.map(({ name }) => name)).toEqual(['Waist', 'Inside leg, short', 'Inside leg, regular']);
    expect(sizes).toEqual([
      {
        sizeId: 7,
        name: '32',
        values: [
          { text: '81', low: 81, high: 81 },
          { text: '74', low: 74, high: 74 },
          { text: '79', low: 79, high: 79 },
        ],
      },
    ]);
  });

  it('compares a neck with a collar less its ease, and shows the collar', () => {
    const guide = { ...table(['Size', 'Collar (in)'], ['M', '16']), points: { 'Collar (in)': 'collar' } };
    expect(listGuideMeasures(guide, 'shirt', [{ id: 1, name: 'M' }]).sizes[0]?.values).toEqual([
      { text: '16', low: 39.3, high: 39.3 },
    ]);
  });

  it('shows the rows of the guide for a garment none of whose sizes is in it, and nothing for one that is missing', () => {
    const guide = table(['Size', 'Head (cm)'], ['S', '54–56'], ['L', '–']);
    expect(listGuideMeasures(guide, 'cap', [{ id: 1, name: 'One size' }]).sizes).toEqual([
      { sizeId: null, name: 'S', values: [{ text: '54–56', low: 54, high: 56 }] },
      { sizeId: null, name: 'L', values: [{ text: '', low: null, high: null }] },
    ]);
    expect(
      listGuideMeasures(guide, 'cap', [
        { id: 1, name: 'S' },
        { id: 2, name: 'XS' },
      ]).sizes[1],
    ).toEqual({
      sizeId: 2,
      name: 'XS',
      values: [{ text: '', low: null, high: null }],
    });
  });
});
