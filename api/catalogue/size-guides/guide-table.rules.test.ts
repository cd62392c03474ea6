import { describe, expect, it } from 'vitest';
import { checkGuideTable, listColumnUses, tidyTable, toGuide, toTypedTable } from './guide-table.rules.ts';

const check = (columns: string[], ...rows: string[][]) =>
  checkGuideTable(tidyTable({ columns, rows })).map(
    ({ row, column, isError, message }) => `${row ?? '*'},${column ?? '*'} ${isError ? 'error' : 'warning'}: ${message}`,
  );

describe('checkGuideTable', () => {
  it('accepts ranges, single figures, fractions and cells without a figure', () => {
    expect(
      check(['Size', 'Chest (in)', 'EU'], ['S', '36–38', '46'], ['M', '38½ - 40', '48'], ['L', '–', '50'], ['XL', '44', '']),
    ).toEqual([]);
  });

  it.each([
    ['a cell that is no figure', ['Chest (cm)'], [['S', 'large']], '0,1 error: “large” can’t be read'],
    ['a measure of the hand that is no figure', ['Palm (cm)'], [['7', 'much']], '0,1 error: “much” can’t be read'],
    ['a range from large to small', ['Chest (cm)'], [['S', '94–91']], '0,1 error: “94–91” begins with the larger figure.'],
    [
      'inches in a column of centimetres',
      ['Chest (cm)'],
      [['S', '36–38']],
      '0,1 error: “36–38” is not plausible here: expected 40 to 200 cm.',
    ],
    ['a size without a name', ['Chest (cm)'], [['', '91']], '0,0 error: Enter the name of the size.'],
    [
      'a size twice',
      ['Chest (cm)'],
      [
        ['S', '91'],
        ['s', '95'],
      ],
      '1,0 error: s is in two rows.',
    ],
    ['a heading twice', ['Chest (cm)', 'chest (CM)'], [['S', '91', '91']], '*,2 error: There are two columns called'],
    ['a column without heading', [''], [['S', '91']], '*,1 error: Enter a heading for column 2.'],
    ['no measures', [], [['S']], '*,* error: Add a column'],
    ['no sizes', ['Chest (cm)'], [], '*,* error: Add a row'],
    ['too many cells', ['Chest (cm)'], [['S', '91', '95']], '0,* error: This row has 3 cells'],
    ['a leg length too few', ['Inside leg S / R (cm)'], [['S', '79']], '0,1 error: “79” needs 2 figures'],
    [
      'a size that is smaller than the one above',
      ['Chest (cm)'],
      [
        ['S', '95'],
        ['M', '91'],
      ],
      '1,1 warning: M is smaller than the size above it.',
    ],
    ['a missing unit', ['Chest'], [['S', '36']], '*,1 warning: No unit is given; inches are assumed.'],
  ])('reports %s', (_, columns, rows, message) => {
    expect(check(['Size', ...columns], ...rows)).toEqual([expect.stringContaining(message)]);
  });

  it('names the line of a file', () => {
    expect(checkGuideTable({ columns: ['Size', 'Chest (cm)'], rows: [['S', '?']], lines: [7] })[0]).toMatchObject({
      row: 0,
      line: 7,
    });
  });
});

describe('a guide in inches', () => {
  const typed = {
    columns: ['Size', 'Chest (in)', 'Back length (cm)'],
    rows: [
      ['S', '36–38', '70'],
      ['M', '38–40', '72'],
    ],
  };

  it('is stored with centimetres, and edited as it was typed', () => {
    const stored = toGuide(typed, 'men');
    expect(stored.columns).toEqual(['Size', 'Chest (in)', 'Chest (cm)', 'Back length (cm)']);
    expect(toTypedTable(stored)).toEqual(typed);
  });

  it('leaves both units where both were typed', () => {
    const both = { columns: ['Size', 'Chest (in)', 'Chest (cm)'], rows: [['S', '36', '90']] };
    expect(toTypedTable(toGuide(both, 'men'))).toEqual(both);
  });

  it('says what each column is used for', () => {
    expect(listColumnUses(typed, toGuide(typed, 'men')).map(({ use }) => use)).toEqual(['size', 'advice', 'displayed']);
    const hands = { columns: ['Size', 'Palm (cm)'], rows: [['7', '17.8']] };
    expect(listColumnUses(hands, toGuide(hands, 'everyone')).map(({ use }) => use)).toEqual(['size', 'compared']);
  });
});
