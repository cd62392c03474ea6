import { expect, it } from 'vitest';
import { GARMENTS } from '#garments/registry.ts';
import { getGarmentCoverage } from './garment-coverage.rules.ts';

/** Garments that no trunk, arm or leg wears, or that hang loose before it. */
const ELSEWHERE = ['apron', 'cap', 'beanie', 'shoe', 'boot', 'tie', 'scarf', 'gloves', 'belt', 'bag', 'socks'];

it('knows of every garment that is drawn what it covers', () => {
  const unknown = Object.keys(GARMENTS).filter((type) => getGarmentCoverage(type) === 'nothing');
  expect(unknown.filter((type) => !ELSEWHERE.includes(type))).toEqual([]);
  expect(getGarmentCoverage('polo')).toBe('shortSleeved');
  expect(getGarmentCoverage(null)).toBe('nothing');
});
