import { expect, test } from 'vitest';
import { findQuantityTextProblem } from './quantity-text.ts';

test.each([
  ['', undefined],
  ['0', undefined],
  [' 12 ', undefined],
  ['100000', undefined],
  ['100001', 'At most 100,000'],
  ['1.5', 'Whole numbers only'],
  ['1,5', 'Whole numbers only'],
  ['-3', 'Whole numbers only'],
  ['1e3', 'Whole numbers only'],
  ['two', 'Whole numbers only'],
])('the problem with %j is %j', (text, problem) => {
  expect(findQuantityTextProblem(text)).toBe(problem);
});
