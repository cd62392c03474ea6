import { expect, it } from 'vitest';
import { knowSize } from './known-size.rules.ts';

const SIZES = ['6', '8', '10', '12'];
const product = { combinations: SIZES.map((size) => ({ size })) } as unknown as Parameters<typeof knowSize>[1];
const kept = {
  productId: 1,
  sizeId: 28,
  size: '8',
  values: [
    { id: 28, name: '8' },
    { id: 32, name: 'Long' },
  ],
  sinceOn: '2025-10-14',
  keptProductId: 1,
  keptProductName: 'Chinos',
  fit: null,
};

it('proposes the kept size with its fit before the advised one', () => {
  expect(knowSize('Ann Lee', product, kept, { size: '10', leg: null })).toEqual({
    proposals: [
      { size: '8', fit: 'Long', from: 'kept' },
      { size: '10', fit: null, from: 'advice' },
    ],
  });
  expect(knowSize('Ann Lee', product, undefined, { size: '10', leg: 'Short' }).proposals).toEqual([
    { size: '10', fit: 'Short', from: 'advice' },
  ]);
});

it('asks where they are more than one size apart', () => {
  expect(knowSize('Ann Lee', product, kept, { size: '12', leg: null }).question).toEqual({
    text: 'Ann Lee has kept 8, but their measurements suggest 12. Enter a size.',
    choices: ['8', '12'],
  });
});

it('asks where the wearer said that it does not fit', () => {
  expect(knowSize('Ann Lee', product, { ...kept, fit: 'tooBig' }, undefined).question).toEqual({
    text: 'Ann Lee said that 8 is too big. Enter a size.',
    choices: ['8', '6'],
  });
});
