import { expect, it } from 'vitest';
import { RACK } from '#garments/rack.ts';
import { coverOf } from './covers.rules.ts';

/** Garments that no trunk, arm or leg wears, or that hang loose before it. */
const ELSEWHERE = ['apron', 'cap', 'beanie', 'shoe', 'boot', 'tie', 'scarf', 'gloves', 'belt', 'bag', 'socks'];

it('knows of every garment that is drawn what it covers', () => {
  const unknown = Object.keys(RACK).filter((type) => coverOf(type) === 'nothing');
  expect(unknown.filter((type) => !ELSEWHERE.includes(type))).toEqual([]);
  expect(coverOf('polo')).toBe('shortSleeved');
  expect(coverOf(null)).toBe('nothing');
});
