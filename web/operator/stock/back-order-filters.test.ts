import { expect, it } from 'vitest';
import {
  groupByOrder,
  readBackOrderFilters,
  toBackOrdersQuery,
  type WaitingLine,
  writeBackOrderFilters,
} from './back-order-filters.ts';

it('keeps its filters in the URL and ignores values that are not valid', () => {
  const filters = { search: 'polo', due: 'overdue', page: 1 } as const;
  expect(readBackOrderFilters(writeBackOrderFilters(filters))).toEqual(filters);
  expect(toBackOrdersQuery(filters)).toEqual({ page: 1, limit: 25, searchTerm: 'polo', due: 'overdue' });
  expect(readBackOrderFilters(new URLSearchParams('due=toString&page=-2'))).toEqual({ search: '', due: '', page: 0 });
});

it('groups the chosen lines by order', () => {
  const lines = [
    [1, 10],
    [2, 11],
    [3, 10],
    [4, 12],
  ].map(([orderItemId, orderId]) => ({ orderItemId, orderId }) as WaitingLine);
  expect(groupByOrder(lines, new Set([1, 2, 3]))).toEqual([
    [10, [1, 3]],
    [11, [2]],
  ]);
});
