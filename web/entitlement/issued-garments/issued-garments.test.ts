import { expect, it } from 'vitest';
import { describeHeld, describeReplacement, describeWearLife } from './issued-garments.ts';

const now = new Date('2026-11-23T12:00:00Z');

it('says how many pieces are held and when the next is due', () => {
  expect(describeHeld({ quantity: 3, nextReplacementOn: '2027-03-04' }, now)).toBe('You hold 3, next replacement March 2027.');
  expect(describeHeld({ quantity: 1, nextReplacementOn: null }, now)).toBe('You hold 1.');
});

it('says from the day on that a replacement is due', () => {
  expect(describeReplacement({ nextReplacementOn: '2026-11-24' }, now)).toBe('Next replacement November 2026');
  expect(describeReplacement({ nextReplacementOn: '2026-11-23' }, now)).toBe('Replacement due since November 2026');
});

it('names wear life in years where it is whole years', () => {
  expect([12, 18, 24].map(describeWearLife)).toEqual(['1 year', '18 months', '2 years']);
});
