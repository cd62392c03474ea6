import { expect, test } from 'vitest';
import { weighKeptSize } from './kept-size.ts';

const SIZES = ['6', '8', '10', '12', '14'];

test.each([
  ['8', null, undefined, 'propose'],
  ['8', null, '8', 'propose'],
  ['8', null, '10', 'propose'],
  ['8', null, '6', 'propose'],
  ['8', 'right', '10', 'propose'],
  ['8', null, '12', 'measurements 12'],
  ['14', null, '6', 'measurements 6'],
  ['8', 'right', '12', 'measurements 12'],
  // An advised size that the garment does not have says nothing.
  ['8', null, '40', 'propose'],
  ['8', 'tooSmall', undefined, 'fit 10'],
  ['8', 'tooSmall', '14', 'fit 14'],
  ['8', 'tooSmall', '6', 'fit 10'],
  ['8', 'tooBig', '8', 'fit 6'],
  ['8', 'tooBig', '12', 'fit 6'],
  ['14', 'tooSmall', undefined, 'fit undefined'],
  ['6', 'tooBig', undefined, 'fit undefined'],
] as const)('kept %s, said %s, advised %s: %s', (sizeId, fit, advised, expected) => {
  const verdict = weighKeptSize<string>(SIZES, { sizeId, fit }, advised);
  expect(verdict.kind === 'propose' ? 'propose' : `${verdict.because} ${verdict.otherId}`).toBe(expected);
});
