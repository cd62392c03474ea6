import { expect, it } from 'vitest';
import { ColumnKinds } from './stray-cells.rules.ts';

const kinds = new ColumnKinds();
for (const row of [
  ['1', 'Ann', 'ann@x.example', '2026-03-01'],
  ['2', 'Ben', 'ben@x.example', ''],
  ['x-3', 'Cyd', 'cyd@x.example', '2026-04-01'],
])
  kinds.add(row);

it.each([
  [['4', 'Dan', 'dan@x.example', '2026-05-01'], true],
  [['4', 'Dan', 'dan@x.example', ''], true],
  [['4', 'Dan', 'Orr', 'dan@x.example'], false],
  [['4', 'Dan', '', 'dan@x.example'], false],
  // Nothing proves it.
  [['4', 'Dan', '', ''], false],
])('%j has its cells where its columns have them: %s', (cells, fits) => {
  expect(kinds.fits(cells)).toBe(fits);
});
