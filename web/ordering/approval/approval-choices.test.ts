import { describe, expect, it } from 'vitest';
import { describeWait, findNextOrder, type LineChoices, listDecidedItems, summariseChoices } from './approval-choices.ts';

const items = [
  { id: 1, quantity: 4, beyondQuantity: 2 },
  { id: 2, quantity: 1, beyondQuantity: 0 },
  // Its pieces have been cancelled: nothing is decided about it.
  { id: 3, quantity: 0, beyondQuantity: 0 },
];

describe('the choices of an approver', () => {
  it.each<[string, LineChoices, object, object[]]>([
    ['approve everything', new Map(), { approved: 5, beyond: 2, isWhole: true, needsReason: false, isInvalid: false }, []],
    [
      'drop pieces beyond the entitlement first',
      new Map([[1, { action: 'approve', quantity: 3 }]]),
      { approved: 4, beyond: 1, isWhole: false, needsReason: false },
      [{ id: 1, action: 'approve', quantity: 3 }],
    ],
    [
      'approve nothing yet when a number of pieces is not one',
      new Map([[1, { action: 'approve', quantity: 3, invalidText: '2 or 3' }]]),
      { approved: 4, isInvalid: true },
      [{ id: 1, action: 'approve', quantity: 3 }],
    ],
    [
      'drop a line, which needs a reason',
      new Map([[1, { action: 'reject' }]]),
      { approved: 1, beyond: 0, isWhole: false, needsReason: true },
      [{ id: 1, action: 'reject' }],
    ],
    [
      'send a line back',
      new Map([[2, { action: 'amend' }]]),
      { approved: 4, beyond: 2, sentBack: 1, isWhole: false, needsReason: true },
      [{ id: 2, action: 'amend' }],
    ],
  ])('%s', (_, choices, summary, decided) => {
    expect(summariseChoices(items, choices)).toMatchObject({ pieces: 5, ...summary });
    expect(listDecidedItems(items, choices)).toEqual(decided);
  });
});

it.each([
  ['the next one', [1, 2, 3], [2], 3],
  ['the next one that is left', [1, 2, 3, 4], [2, 3], 4],
  ['the one before at the end of the queue', [1, 2, 3], [3], 2],
  ['the first when the decided one is not in the queue', [1, 2], [9], 1],
  ['none in the end', [1], [1], undefined],
])('after a decision opens %s', (_, queue, decided, next) => {
  expect(findNextOrder(queue, decided)).toBe(next);
});

it.each([
  ['2026-11-23T11:59:50Z', '1 minute'],
  ['2026-11-23T11:40:00Z', '20 minutes'],
  ['2026-11-23T08:00:00Z', '4 hours'],
  ['2026-11-21T11:00:00Z', '2 days'],
])('what was sent at %s has waited %s', (since, wait) => {
  expect(describeWait(since, new Date('2026-11-23T12:00:00Z'))).toBe(wait);
});
