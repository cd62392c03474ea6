import { expect, it } from 'vitest';
import type { WaitingLine } from './back-orders-list.tsx';
import { groupByOrder } from './move-date-form.tsx';

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
