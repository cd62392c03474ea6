import { describe, expect, it } from 'vitest';
import { readGuide, type Wearers } from './guide.rules.ts';

const read = (table: string[], wearers: Wearers = 'men') => {
  const [header = [], ...rows] = table.map((line) => line.split('|').map((cell) => cell.trim()));
  const { guide, notes } = readGuide(
    header,
    rows.map((cells, at) => ({ line: at + 2, cells })),
    wearers,
  );
  return { guide, notes: notes.map(({ line, outcome, text }) => `${line ?? '-'} ${outcome}: ${text}`) };
};

describe('readGuide', () => {
  it('keeps the columns and adds centimetres next to inches', () => {
    const { guide, notes } = read(['Size|Chest (in)|Sleeve (cm)|Half chest (cm)', 'S|36-38|60|52', 'M|38-40|61|54']);
    expect(guide).toEqual({
      columns: ['Size', 'Chest (in)', 'Chest (cm)', 'Sleeve (cm)', 'Half chest (cm)'],
      rows: [
        ['S', '36-38', '91.5–96.5', '60', '52'],
        ['M', '38-40', '96.5–101.5', '61', '54'],
      ],
      gender: 0,
      sizeColumns: ['Size'],
      points: { 'Chest (cm)': 'chest' },
      legs: {},
    });
    expect(notes).toEqual([
      '- read: "Sleeve (cm)" is displayed but not used for advice',
      '- read: "Half chest (cm)" is displayed but not used for advice: it measures the garment',
      '2 read: S: Chest (in) 91.5–96.5 cm (36-38 in)',
      '3 read: M: Chest (in) 96.5–101.5 cm (38-40 in)',
    ]);
  });

  it('uses the centimetres when a measure is given in both units', () => {
    const { guide, notes } = read(['Size|Chest (in)|Chest (cm)', 'S|36-38|91 - 97']);
    expect(guide.columns).toEqual(['Size', 'Chest (in)', 'Chest (cm)']);
    expect(guide.rows).toEqual([['S', '36-38', '91–97']]);
    expect(notes[0]).toBe('- read: "Chest (in)" is displayed; "Chest (cm)" is used for advice');
  });

  it('reads the first column as size and measure when sizes are waists', () => {
    const { guide } = read(['Waist (in)|Inside leg short (in)|Inside leg regular (in)', '34|30|32']);
    expect(guide).toMatchObject({
      columns: [
        'Waist (in)',
        'Waist (cm)',
        'Inside leg short (in)',
        'Inside leg short (cm)',
        'Inside leg regular (in)',
        'Inside leg regular (cm)',
      ],
      rows: [['34', '86.5', '30', '76', '32', '81.5']],
      points: { 'Waist (cm)': 'waist' },
      legs: { 'Inside leg short (cm)': ['Short'], 'Inside leg regular (cm)': ['Regular'] },
    });
  });

  it('reads natural waist, several size columns and several legs in one column when the guide is for women', () => {
    const { guide } = read(
      ['UK size|EU size|Waist (cm)|Hips (cm)|Inside leg S / R / L (cm)', '12|40|72|98|73.5 / 78.5 / 83.5'],
      'women',
    );
    expect(guide).toMatchObject({
      gender: 1,
      sizeColumns: ['UK size', 'EU size'],
      points: { 'Waist (cm)': 'waistNatural', 'Hips (cm)': 'hip' },
      legs: { 'Inside leg S / R / L (cm)': ['Short', 'Regular', 'Long'] },
      rows: [['12', '40', '72', '98', '73.5 / 78.5 / 83.5']],
    });
  });

  it('infers missing units from the numbers, and skips the column when ambiguous units are possible', () => {
    expect(read(['Size|To fit chest', 'S|36-38', 'M|38-40']).notes[0]).toBe('- read: "To fit chest" is assumed to be in inches');
    expect(read(['Size|Chest', 'S|91-96', 'M|96-101']).notes[0]).toBe('- read: "Chest" is assumed to be in cm');
    const ambiguous = read(['Size|Chest', 'S|36-38', 'M|96-101']);
    expect(ambiguous.guide.points).toEqual({});
    expect(ambiguous.notes[0]).toContain('the unit could be cm or inches');
  });

  it('reports each cell it could not read, and leaves it empty', () => {
    const { guide, notes } = read([
      'Size|Chest (cm)',
      'XS|up to 86',
      'S|86-91',
      'M|91-96-101',
      'L|9-10',
      'XL|-',
      'S|90-95',
      '|90',
      'XXL|1|2',
    ]);
    expect(guide.rows).toEqual([
      ['XS', '81–86'],
      ['S', '86–91'],
      ['M', '–'],
      ['L', '–'],
      ['XL', '–'],
      ['S', '90–95'],
    ]);
    expect(notes).toEqual(
      expect.arrayContaining([
        '2 warning: "Chest (cm)": the open-ended range is assumed to be as wide as a neighbouring size\'s: 81–86 cm',
        '4 warning: "Chest (cm)": "91-96-101" could not be read',
        '5 warning: "Chest (cm)": "9-10" could not be read',
        '6 warning: XL: no measure that size advice can use',
        '7 warning: S is already in an earlier row; that row is used',
        '8 refused: the row has no size in its first column',
        '9 refused: the row has 3 cells where the header has 2',
      ]),
    );
  });
});
