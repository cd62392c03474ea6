import { describe, expect, it } from 'vitest';
import { hasLengths, toGuideColumns } from './guide-columns.ts';

const headings = (columns: string[], unit: 'cm' | 'inches') => toGuideColumns(columns, unit).map(({ heading }) => heading);

describe('toGuideColumns', () => {
  it('converts the measures and leaves the names of the sizes', () => {
    expect(headings(['Waist (in)', 'Hip (cm)', 'EU'], 'inches')).toEqual(['Waist (in)', 'Hip (in)', 'EU']);
    expect(headings(['Waist (in)', 'Hip (cm)', 'EU'], 'cm')).toEqual(['Waist (in)', 'Hip (cm)', 'EU']);
    const [, hip] = toGuideColumns(['Waist (in)', 'Hip (cm)'], 'inches');
    expect(hip?.show('96–101')).toEqual({ text: '38–40', own: '96–101 cm' });
    expect(hip?.show('–')).toEqual({ text: '–', own: undefined });
  });

  it('leaves one of two columns that say the same', () => {
    const columns = ['Size', 'Chest (cm)', 'Chest (in)'];
    expect(headings(columns, 'cm')).toEqual(['Size', 'Chest (cm)']);
    expect(headings(columns, 'inches')).toEqual(['Size', 'Chest (in)']);
  });

  it('tells whether there is anything to convert', () => {
    expect([hasLengths(['Size', 'Chest (cm)']), hasLengths(['UK', 'EU']), hasLengths(['Waist (in)'])]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
