import { expect, it } from 'vitest';
import { countDifferences, createNearNameFinder } from './near-names.rules.ts';

const SITES = new Map([
  ['solent quay', 1],
  ['bamburgh sands', 2],
  ['kitchen 1', 3],
  ['kitchen 2', 4],
  ['düne', 5],
  ['spa', 6],
  ['north gate', 7],
  ['north gale', 8],
]);
const findNear = createNearNameFinder(SITES);

it.each([
  ['Solent Key', 1],
  ['solent  quay', 1],
  ['Solent-Quay', 1],
  ['Solnet Quay', 1],
  ['Bamborough Sands', 2],
  ['Bamburgh Sands Hotel', 2],
  ['Dune', 5],
])('%s is nearly a name', (word, id) => {
  expect(findNear(word)).toBe(id);
});

it.each(['Kitchen 3', 'Spb', 'Harbour View', 'North Gaze', '', '🙂', 'x'.repeat(500)])(
  '%s is nearly no name, or several',
  (word) => {
    expect(findNear(word)).toBeUndefined();
  },
);

it('counts changes, and swaps as one', () => {
  expect(countDifferences('quay', 'key', 4)).toBe(3);
  expect(countDifferences('solnet', 'solent', 4)).toBe(1);
  expect(countDifferences('abcdef', 'uvwxyz', 2)).toBe(3);
});
