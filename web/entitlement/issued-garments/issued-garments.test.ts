import { expect, it } from 'vitest';
import { describeHeld, describeReplacement, describeWearLife } from './issued-garments.ts';

const navy = { combinationId: 1, attributeDescription: 'Navy, 12', quantity: 3, lastIssuedOn: '2026-01-02' };
const now = new Date('2026-11-23T12:00:00Z');

it('says how many pieces are held and when the next is due', () => {
  expect(describeHeld({ quantity: 3, sizes: [navy], nextReplacementOn: '2027-03-04' }, undefined, now)).toBe(
    'You have 3 (Navy, 12). Next replacement: March 2027.',
  );
  expect(describeHeld({ quantity: 2, sizes: [navy, navy], nextReplacementOn: null }, 'Gemma', now)).toBe('Gemma has 2.');
});

it('says from the day on that a replacement is due', () => {
  expect(describeReplacement({ nextReplacementOn: '2026-11-24' }, now)).toBe('Next replacement: November 2026');
  expect(describeReplacement({ nextReplacementOn: '2026-11-23' }, now)).toBe('Replacement due since November 2026');
});

it('names wear life in years where it is whole years', () => {
  expect([12, 18, 24].map(describeWearLife)).toEqual(['1 year', '18 months', '2 years']);
});
