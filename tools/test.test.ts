import { expect, test } from 'vitest';
import { countTests } from './test.ts';

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
