import { expect, it } from 'vitest';
import { createReply } from '#web/testing/example-reply.ts';
import { type DraftPreview, describeEffect, describePreview } from './preview-texts.ts';

const preview = (parts: Partial<Record<'gain' | 'lose' | 'over', Partial<DraftPreview['gain']>>>, people = 212) =>
  createReply('GET /api/organisation/wardrobes/:id/draft/preview', { preview: { people, ...parts } }).preview;

it('says who gains and loses how much, at today’s prices, and who is over', () => {
  const found = preview({
    gain: { people: 184, pieces: 368, amountLow: 7340.8, amountHigh: 8099.2 },
    lose: { people: 1, pieces: 1, amountLow: 19.95, amountHigh: 19.95 },
    over: { people: 2, pieces: 3 },
  });
  expect(describePreview(found, 'GBP')).toBe(
    '184 people gain 368 pieces, £7,340 to £8,100 at today’s prices · 1 person loses 1 piece, £19.95 at today’s prices · 2 people are over',
  );
});

it('says what is gained in points and budgets, and nothing of what has no price', () => {
  expect(describeEffect('gain', preview({ gain: { people: 3, points: 40 } }).gain, 'GBP')).toBe('3 people gain 40 points');
  expect(describeEffect('gain', preview({ gain: { people: 3, pieces: 2, points: 40 } }).gain, 'GBP')).toBe(
    '3 people gain 2 pieces and 40 points',
  );
  const budget = preview({ lose: { people: 20, amountLow: 2000, amountHigh: 2000 } }).lose;
  expect(describeEffect('lose', budget, 'GBP')).toBe('20 people lose £2,000 at today’s prices');
});

it('says that no one is affected', () => {
  expect(describePreview(preview({}), 'GBP')).toBe('No one gains or loses anything');
  expect(describePreview(preview({}, 0), 'GBP')).toBe('No one has this wardrobe yet');
});
