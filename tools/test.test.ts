import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { listSelectedTests } from './selected-tests.ts';
import {
  countTests,
  type FileResult,
  listDurations,
  listFailedTests,
  listRetriedTests,
  listSkippedTests,
  summarize,
} from './test.ts';

const aFile = (overrides: Partial<FileResult> = {}): FileResult => ({
  name: '/livery/api/a.test.ts',
  status: 'passed',
  startTime: 0,
  endTime: 0,
  assertionResults: [],
  ...overrides,
});
const file = relative(join(import.meta.dirname, '..'), '/livery/api/a.test.ts');
const results = (...statuses: string[]) => statuses.map((status) => ({ status }));

test('tests are counted over all files; skipped ones are neither passed nor failed', () => {
  const files = [
    aFile({ assertionResults: results('passed', 'passed', 'pending') }),
    aFile({ status: 'failed', assertionResults: results('passed', 'failed') }),
  ];
  expect(countTests(files)).toEqual({ passed: 3, failed: 1, skipped: 1 });
  expect(listSkippedTests(files)).toEqual([`Skipped: 1 in ${file}`]);
});

test('a file that could not be loaded is a failure, although it has no tests', () => {
  expect(countTests([aFile({ status: 'failed' })])).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test('a test that passed only when it was repeated is listed with why it failed first', () => {
  const files = [
    aFile({
      status: 'failed',
      assertionResults: [
        { status: 'passed', fullName: 'a cart is empty', failureMessages: ['expected 1 to be 2'] },
        { status: 'passed', failureMessages: [] },
        { status: 'failed', failureMessages: ['expected 1 to be 2'] },
      ],
    }),
    aFile({ assertionResults: [{ status: 'passed', fullName: 'a cart is full', failureMessages: ['first', 'second'] }] }),
  ];
  expect(listRetriedTests(files)).toEqual([
    `Retried: ${file} > a cart is empty\nexpected 1 to be 2`,
    `Retried: ${file} > a cart is full\nfirst\nsecond`,
  ]);
});

test('failed tests, and files that could not be loaded, are listed with the first line of why', () => {
  const files = [
    aFile({
      status: 'failed',
      assertionResults: [
        { status: 'passed', fullName: 'a cart is empty', failureMessages: ['expected 1 to be 2'] },
        {
          status: 'failed',
          fullName: 'a cart is full',
          failureMessages: ['expected 1 to be 2\n    at a line', 'expected 1 to be 3'],
        },
      ],
    }),
    aFile({ status: 'failed', message: 'Cannot find package\n    at a line' }),
    aFile(),
  ];
  expect(listFailedTests(files)).toEqual([
    `Failed: ${file} > a cart is full: expected 1 to be 2`,
    `Failed: ${file}: Cannot find package`,
  ]);
});

test('unit tests and stories are timed as a whole and by their slowest files', () => {
  const file = (name: string, startTime: number, endTime: number) =>
    aFile({ name: join(import.meta.dirname, '..', name), startTime, endTime });
  const files = [
    file('api/a.test.ts', 1000, 3000),
    file('api/b.test.ts', 1000, 5000),
    file('api/c.test.ts', 3000, 4000),
    file('e2e/d.e2e.ts', 6000, 18_000),
  ];
  expect(listDurations(files, 2)).toEqual([
    'Took  4.0 s  unit tests, 3 files',
    'Took  4.0 s    api/b.test.ts',
    'Took  2.0 s    api/a.test.ts',
    'Took   12 s  stories, 1 files',
    'Took   12 s    e2e/d.e2e.ts',
  ]);
});

test.each([
  [{ passed: 9, failed: 0, retried: 0, skipped: 0 }, ['retried: 0', '9 passed, 0 failed, 0 skipped'], true],
  [{ passed: 9, failed: 0, retried: 3, skipped: 2 }, ['retried: 3', '9 passed, 0 failed, 2 skipped'], true],
  [
    { passed: 9, failed: 0, retried: 4, skipped: 0 },
    ['retried: 4 (more than 3: the run fails)', '9 passed, 1 failed, 0 skipped'],
    false,
  ],
  [{ passed: 9, failed: 2, retried: 1, skipped: 0 }, ['retried: 1', '9 passed, 2 failed, 0 skipped'], false],
])('the last lines of a run with %j say what passed, and more than three retried tests fail it', (counts, lines, hasPassed) => {
  expect(summarize(counts)).toEqual({ lines, hasPassed });
});

test('a whole run fails when far fewer tests passed than there are', () => {
  const counts = { passed: 7999, failed: 0, retried: 0, skipped: 1 };
  expect(summarize(counts, { isWhole: true })).toEqual({
    lines: ['Fewer than 8000 tests passed: the run fails', 'retried: 0', '7999 passed, 1 failed, 1 skipped'],
    hasPassed: false,
  });
  expect(summarize({ ...counts, passed: 8000 }, { isWhole: true }).hasPassed).toBe(true);
});

test('the tests of a pattern are those with it in their paths, stories too', () => {
  expect(listSelectedTests(['ordering/documents'])).toEqual([
    'api/ordering/documents/documents.test.ts',
    'api/ordering/documents/draw-document.test.ts',
    'api/ordering/documents/packing-slip.test.ts',
    'api/ordering/documents/quote-document.test.ts',
  ]);
  expect(listSelectedTests(['opt-out.e2e', 'list-page'])).toEqual(['e2e/opt-out.e2e.ts', 'web/app/lists/list-page.test.tsx']);
});
