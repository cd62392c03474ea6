import { expect, it } from 'vitest';
import { checkInterrupted } from './check-interrupted.ts';

const check = (row: string, hasJob: boolean, later?: string) =>
  checkInterrupted(row, {
    awaitsJob: (state) => state === 'waiting',
    hasJob: async () => hasJob,
    readAgain: async () => later,
  });

it.each([
  ['finished', false, undefined, { row: 'finished', isInterrupted: false }],
  ['waiting', true, 'waiting', { row: 'waiting', isInterrupted: false }],
  ['waiting', false, 'waiting', { row: 'waiting', isInterrupted: true }],
  // The job ended between the two looks.
  ['waiting', false, 'finished', { row: 'finished', isInterrupted: false }],
  ['waiting', false, undefined, { row: 'waiting', isInterrupted: true }],
])('a row that is %s, whose job is there: %s, and that is %s then', async (row, hasJob, later, expected) => {
  expect(await check(row, hasJob, later)).toEqual(expected);
});
