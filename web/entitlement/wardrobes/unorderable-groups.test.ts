import { expect, it } from 'vitest';
import { describeUnorderable, formatUnorderableMark, type UnorderableGroup } from './unorderable-groups.ts';

const group = (collectionGroupId: number, peopleCount: number): UnorderableGroup => ({
  collectionId: 1,
  collectionGroupId,
  name: 'Safety shoes',
  reason: 'unavailable',
  people: [],
  peopleCount,
});

it.each([
  [0, 'Nothing can be ordered in Safety shoes'],
  [1, '1 person has nothing to order in Safety shoes'],
  [1200, '1,200 people have nothing to order in Safety shoes'],
])('describes a group that concerns %i people', (count, text) => expect(describeUnorderable(group(1, count))).toBe(text));

it('counts the people of all reasons in the mark of a group', () => {
  const groups = [group(1, 3), group(1, 2), group(2, 0)];
  expect([1, 2, 3].map((id) => formatUnorderableMark(groups, id))).toEqual([
    '5 people: nothing to order',
    'Nothing to order',
    undefined,
  ]);
});
