import { expect, it } from 'vitest';
import { findNameOrder, haveSameWords, listNameExamples, splitFullName } from './full-names.rules.ts';

it.each([
  ['Okafor-Lindqvist, Maeve', 'last, first', 'Maeve', 'Okafor-Lindqvist'],
  ['van der Berg, Jan Willem', 'last, first', 'Jan Willem', 'van der Berg'],
  ['King, Dr. Martin Luther, Jr.', 'last, first', 'Martin Luther', 'King Jr.'],
  ['Davis, Jr., Sammy', 'last, first', 'Sammy', 'Davis Jr.'],
  ['王，小明', 'last, first', '小明', '王'],
  ['Maeve Okafor', 'first last', 'Maeve', 'Okafor'],
  ['Ludwig van Beethoven', 'first last', 'Ludwig', 'van Beethoven'],
  ['Anna Maria de la Cruz', 'first last', 'Anna Maria', 'de la Cruz'],
  ['Dr. Amy Lund', 'first last', 'Amy', 'Lund'],
  ['Sammy Davis, Jr.', 'first last', 'Sammy', 'Davis Jr.'],
  ['Sammy Davis III', 'first last', 'Sammy', 'Davis III'],
  ['Gerard ’t Hart', 'first last', 'Gerard', '’t Hart'],
  ['Müller Hans Peter', 'last first', 'Hans Peter', 'Müller'],
  ['van Beethoven Ludwig', 'last first', 'Ludwig', 'van Beethoven'],
  ['Van Nguyen', 'first last', 'Van', 'Nguyen'],
] as const)('splits %s, which is %s', (cell, order, firstName, lastName) => {
  expect(splitFullName(cell, order)).toEqual({ firstName, lastName });
});

it.each([
  ['Maeve', 'first last'],
  ['Okafor, Maeve', 'first last'],
  ['Maeve Okafor', 'last, first'],
  ['Davis, Jr.', 'last, first'],
  ['Lund, Amy, Kiosk', 'last, first'],
  [',', 'last, first'],
  ['Okafor,', 'last, first'],
] as const)('does not split %s where names are %s', (cell, order) => {
  expect(splitFullName(cell, order)).toBeUndefined();
});

const profileOf = (...cells: string[]) => ({ values: cells.map((value) => ({ value, count: 1 })) });

it('finds the order by commas alone', () => {
  expect(findNameOrder(profileOf('Lund, Amy', 'Lund, Ben'), 'first last')).toEqual({ order: 'last, first', basis: 'proved' });
  expect(findNameOrder(profileOf('Amy Lund', 'Ben Lund'), null)).toEqual({ order: null, basis: 'open' });
  expect(findNameOrder(profileOf('Amy Lund', 'Ben Lund'), 'last first')).toEqual({ order: 'last first', basis: 'remembered' });
  expect(findNameOrder(profileOf('Amy Lund', 'Lund, Ben'), null)).toEqual({ order: null, basis: 'open' });
  expect(findNameOrder(profileOf('Amy Lund'), 'last, first')).toEqual({ order: null, basis: 'open' });
});

it('shows the longest names as examples, also those that cannot be split', () => {
  expect(listNameExamples(profileOf('Amy Lund', 'Cher', 'Anna Maria de la Cruz'), 'first last', 3)).toEqual([
    { cell: 'Anna Maria de la Cruz', firstName: 'Anna Maria', lastName: 'de la Cruz' },
    { cell: 'Amy Lund', firstName: 'Amy', lastName: 'Lund' },
    { cell: 'Cher', firstName: null, lastName: null },
  ]);
});

it('knows a name again that is split otherwise', () => {
  expect(haveSameWords('Ruiz Lopez, Maria', 'Maria Ruiz Lopez')).toBe(true);
  expect(haveSameWords('Maria Ruiz Lopez', 'Maria Ruiz')).toBe(false);
});
