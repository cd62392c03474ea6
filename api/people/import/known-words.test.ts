import { expect, it } from 'vitest';
import { readWord } from './interpretation.rules.ts';
import { createNameLookup } from './name-lookup.rules.ts';

const LOOKUP = createNameLookup({}, [], undefined, {} as Parameters<typeof createNameLookup>[3]);
const read = (field: 'gender' | 'active') => (word: string) => readWord(field, word, LOOKUP, new Map());

it('reads non-binary, diverse and not stated as no entry, as systems spell them', () => {
  const words = [
    'Non-binary',
    'NON_BINARY',
    'Nonbinary',
    'diverse',
    'divers',
    'Not stated',
    'NOT_DECLARED',
    'Prefer not to say',
    'Prefer-Not-To-Say',
    'I do not wish to answer',
    'keine Angabe',
    'Other',
    'X',
  ];
  expect(words.map(read('gender'))).toEqual(words.map(() => 0));
});

it('reads what stands in empty cells as nothing', () => {
  const words = ['-', 'n/a', 'None', '(blank)', '?'];
  expect(words.map(read('gender'))).toEqual(words.map(() => null));
});

it('reads the words for accounts, and leaves who is away to be asked', () => {
  expect(['Active', 'aktiv', 'Terminated', 'ausgeschieden'].map(read('active'))).toEqual([1, 1, 0, 0]);
  expect(['On Leave', 'Leave of absence', 'suspended'].map(read('active'))).toEqual([undefined, undefined, undefined]);
});
