import { expect, it } from 'vitest';
import { noBoardFilters, readBoardFilters, toBoardQuery, writeBoardFilters } from './board-filters.ts';

it('the filters of the board survive in the URL', () => {
  const filters = { search: 'polo', organisation: 3, destination: 'a1b2', state: 'backOrder', page: 2 } as const;
  expect(readBoardFilters(writeBoardFilters(filters))).toEqual(filters);
  expect(toBoardQuery(filters)).toEqual({
    page: 2,
    limit: 50,
    searchTerm: 'polo',
    organisationId: 3,
    destination: 'a1b2',
    state: 'backOrder',
  });
});

it('values in the URL that make no sense are ignored', () => {
  const search = new URLSearchParams('organisation=-1&state=toString&page=abc&q=%20');
  expect(readBoardFilters(search)).toEqual(noBoardFilters);
  expect(toBoardQuery(noBoardFilters)).toEqual({ page: 0, limit: 50 });
});
