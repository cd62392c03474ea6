import { expect, test } from 'vitest';
import { countRetriedTests, countTests, summarize } from './test.ts';

const results = (...statuses: string[]) => statuses.map((status) => ({ status }));

test('tests are counted over all files; skipped ones are neither', () => {
  const files = [
    { status: 'passed', assertionResults: results('passed', 'passed', 'pending') },
    { status: 'failed', assertionResults: results('passed', 'failed') },
  ];
  expect(countTests(files)).toEqual({ passed: 3, failed: 1 });
});

test('a file that could not be loaded is a failure, although it has no tests', () => {
  expect(countTests([{ status: 'failed', assertionResults: [] }])).toEqual({ passed: 0, failed: 1 });
});

test('a test that passed only when it was repeated is counted as retried', () => {
  const files = [
    {
      status: 'failed',
      assertionResults: [
        { status: 'passed', failureMessages: ['expected 1 to be 2'] },
        { status: 'passed', failureMessages: [] },
        { status: 'failed', failureMessages: ['expected 1 to be 2'] },
      ],
    },
    { status: 'passed', assertionResults: [{ status: 'passed', failureMessages: ['first', 'second'] }] },
  ];
  expect(countRetriedTests(files)).toBe(2);
});

test.each([
  [{ passed: 9, failed: 0, retried: 0 }, ['retried: 0', '9 passed, 0 failed'], true],
  [{ passed: 9, failed: 0, retried: 3 }, ['retried: 3', '9 passed, 0 failed'], true],
  [{ passed: 9, failed: 0, retried: 4 }, ['retried: 4 (more than 3: the run fails)', '9 passed, 1 failed'], false],
  [{ passed: 9, failed: 2, retried: 1 }, ['retried: 1', '9 passed, 2 failed'], false],
])('the last lines of a run with %j say what passed, and more than three retried tests fail it', (counts, lines, hasPassed) => {
  expect(summarize(counts)).toEqual({ lines, hasPassed });
});
