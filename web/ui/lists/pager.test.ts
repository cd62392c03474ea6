import { expect, it } from 'vitest';
import { pagesAround } from './pager.tsx';

it.each([
  [0, 0, [0]],
  [0, 2, [0, 1, 2]],
  [0, 9, [0, 1, null, 9]],
  [5, 9, [0, null, 4, 5, 6, null, 9]],
  [9, 9, [0, null, 8, 9]],
  [14, 9, [0, null, 9]],
])('on page %i of 0 to %i, the pager shows %j', (page, last, shown) => {
  expect(pagesAround(page, last)).toEqual(shown);
});
