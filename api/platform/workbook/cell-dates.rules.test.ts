import { expect, it } from 'vitest';
import { parseImportDate } from './cell-dates.rules.ts';

it.each([
  ['2026-03-04', '2026-03-04'],
  ['2026-03-04T00:00:00Z', '2026-03-04'],
  ['04/03/2026', '2026-03-04'],
  ['4.3.26', '2026-03-04'],
  ['4 March 2026', '2026-03-04'],
  ['04-Mar-2026', '2026-03-04'],
  ['46085', '2026-03-04'],
  ['04/03/2026 00:00:00', '2026-03-04'],
  ['20260304', '2026-03-04'],
  ['2026.03.04.', '2026-03-04'],
  ['Mar 4, 2026', '2026-03-04'],
  ['March 4, 2026', '2026-03-04'],
  ['March 4th 2026', '2026-03-04'],
  ['Wednesday, March 4, 2026', '2026-03-04'],
  ['Mi., 4. März 2026', '2026-03-04'],
  ['4. Maerz 2026', '2026-03-04'],
  ['4 mars 2026', '2026-03-04'],
  ['4 de marzo de 2026', '2026-03-04'],
  ['04MAR2026', '2026-03-04'],
  ['1er août 2026', '2026-08-01'],
  ['4. 3. 2026', '2026-03-04'],
  ['Mar 4, 2026 12:00 AM', '2026-03-04'],
  ['31/02/2026', undefined],
  ['20261304', undefined],
  ['2026034', undefined],
  ['10234', undefined],
  ['March 2026', undefined],
  ['Mars 4', undefined],
  ['13/13/2026', undefined],
  ['soon', undefined],
  ['4 Foo 2026', undefined],
])('reads the date %s', (cell, day) => {
  expect(parseImportDate(cell, false)).toBe(day);
  if (cell === '04/03/2026') expect(parseImportDate(cell, true)).toBe('2026-04-03');
});
