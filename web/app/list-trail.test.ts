import { describe, expect, it } from 'vitest';
import { extendTrail, type ListTrail } from './list-trail.ts';

const trail = (ids: number[]): ListTrail => ({
  call: 'GET /api/customers',
  rowsKey: 'customers',
  query: { orderingStatusId: 10 },
  search: 'uniform=10',
  ids,
  before: 0,
  totalCount: 59,
});
const upTo = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => first + index);
/** A list with these records, as its call pages it; notes what was asked. */
const listOf = (ids: readonly number[]) => {
  const asked: object[] = [];
  return {
    asked,
    read: async (query: object) => {
      const { page, limit } = query as { page: number; limit: number };
      asked.push(query);
      return ids.slice(page * limit, (page + 1) * limit).map((id) => ({ id }));
    },
  };
};

describe('the way through a list', () => {
  it('goes on after the page from which the first record was opened', async () => {
    const list = listOf(upTo(1, 59));

    expect((await extendTrail(trail(upTo(1, 25)), list.read)).ids).toEqual(upTo(1, 59));
    expect(list.asked).toEqual([{ orderingStatusId: 10, page: 0, limit: 250 }]);
  });

  it('leaves out no one when those before have left the list', async () => {
    expect((await extendTrail(trail(upTo(1, 25)), listOf(upTo(26, 59)).read)).ids).toEqual(upTo(1, 59));
  });

  it('goes through lists of any length', async () => {
    const list = listOf(upTo(1, 700));

    expect((await extendTrail(trail(upTo(1, 500)), list.read)).ids).toEqual(upTo(1, 700));
    expect(list.asked).toHaveLength(3);
  });

  it('ends with the list', async () => {
    const all = trail(upTo(1, 59));
    expect(await extendTrail(all, listOf(upTo(1, 59)).read)).toBe(all);
  });
});
