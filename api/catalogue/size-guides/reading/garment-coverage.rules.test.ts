import { expect, it } from 'vitest';
import { GARMENTS } from '#garments/registry.ts';
import { getGarmentCoverage } from './garment-coverage.rules.ts';

/** Garments that cover neither trunk, arms nor legs, or that hang loose. */
const ELSEWHERE = ['apron', 'cap', 'beanie', 'shoe', 'boot', 'tie', 'scarf', 'gloves', 'belt', 'bag', 'socks'];

it('has the coverage of every garment type', () => {
  const unknown = Object.keys(GARMENTS).filter((type) => getGarmentCoverage(type) === 'nothing');
  expect(unknown.filter((type) => !ELSEWHERE.includes(type))).toEqual([]);
  expect(getGarmentCoverage('polo')).toBe('shortSleeved');
  expect(getGarmentCoverage(null)).toBe('nothing');
});
