import { expect, it } from 'vitest';
import { describeReason, describeReasons, joinWordings } from './reasons.ts';

const WORDING = {
  has_left: () => 'Has left.',
  less_left: ({ left }: { left: number }) => `Only ${left} left.`,
};

it('words a kind with its values', () => {
  expect(describeReason(WORDING, { kind: 'less_left', left: 2 })).toBe('Only 2 left.');
  expect(describeReasons(WORDING, [{ kind: 'has_left' }, { kind: 'less_left', left: 1 }])).toBe('Has left. Only 1 left.');
  expect(describeReasons(WORDING, [])).toBeNull();
});

it('shows a sentence of an earlier version as it is, and a kind of a newer one by its name', () => {
  expect(describeReason(WORDING, { kind: 'text', text: 'It was closed.' })).toBe('It was closed.');
  expect(describeReason(WORDING, { kind: 'season_over' })).toBe('Season over.');
  expect(describeReason(WORDING, { kind: 'constructor' })).toBe('Constructor.');
});

it('joins wordings, unless two of them word the same kind differently', () => {
  const joined = joinWordings(WORDING, { has_left: WORDING.has_left }, { closed: () => 'Closed.' });
  expect(describeReason(joined, { kind: 'closed' })).toBe('Closed.');
  expect(() => joinWordings(WORDING, { has_left: () => 'Left.' })).toThrow('Two wordings have the kind has_left.');
});
