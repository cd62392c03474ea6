import { describe, expect, it } from 'vitest';
import { defineList } from './define-list.ts';
import { flag, oneOf, oneRecord, stateTabs } from './filter-kinds.tsx';
import {
  getSort,
  isNarrowed,
  isOtherTab,
  readListState,
  selectTabFilters,
  toFilterQuery,
  toListQuery,
  writeListState,
} from './list-state.ts';

const column = { title: 'Column', cell: () => '' };

const list = defineList<'GET /api/operator/invoices', { isManager: boolean }>()({
  name: 'invoices',
  call: 'GET /api/operator/invoices',
  rowsKey: 'invoices',
  nouns: ['invoice', 'invoices'],
  label: 'Invoices',
  columns: {
    number: { title: 'Number', cell: ({ number }) => number, sorts: ['-number', 'number'] },
    ...{ organisation: column, orders: column, issuedOn: column, dueOn: column, status: column, total: column, open: column },
  },
  card: [{ start: ['number'] }],
  search: { param: 'searchTerm', url: 'q', label: 'Search', placeholder: 'Number' },
  filters: {
    status: { ...oneOf({ label: 'Status', url: 'status', options: [{ id: 'open', label: 'Open' }] as const }), isTab: true },
    organisationId: oneRecord({ label: 'Organisation', url: 'organisation', options: [] }),
  },
  combinedFilters: { late: { ...flag({ label: 'Late', url: 'late' }), toQuery: () => ({ issuedOnMax: '2026-01-01' }) } },
  sorts: { '-issuedOn': 'Newest first', '-number': 'Highest first', number: 'Lowest first' },
  getUsualSort: (_, { isManager }) => (isManager ? '-issuedOn' : 'number'),
  isSortPossible: (sort, { organisationId }) => sort !== '-number' || organisationId === undefined,
  toSortQuery: (sort) => ({ sort }),
  rows: { usual: 25, choices: [25, 50] },
  empty: { title: 'None yet', text: '' },
  nothingFound: 'Try another number.',
});
const manager = { isManager: true };
const read = (search: string) => readListState(list, new URLSearchParams(search));

describe('the state of a list in the URL', () => {
  it('is written as it was read, beside parameters that are not of the list', () => {
    const state = read('q=12&status=open&organisation=3&late=1&sort=number&rows=50&page=3&record=1');

    expect(state).toEqual({
      search: '12',
      filters: { status: 'open', organisationId: 3, late: true },
      sort: 'number',
      page: 2,
      rows: 50,
    });
    expect(
      writeListState(list, { ...state, filters: {}, page: 0 }, new URLSearchParams('record=1&page=9&late=1')).toString(),
    ).toBe('record=1&q=12&sort=number&rows=50');
  });

  it.each([
    'status=shut',
    'organisation=0',
    'organisation=x',
    'organisation=2147483648',
    'late=0',
    'sort=total',
    'rows=26',
    'page=0',
  ])('leaves out %s', (search) => expect(read(search)).toEqual(read('')));

  it('keeps the filters of tabs apart', () => {
    expect(selectTabFilters(list, read('status=open&organisation=3'))).toEqual({ status: 'open' });
  });
});

describe('tabs of which the first is not all rows', () => {
  const requests = {
    ...list,
    filters: {},
    combinedFilters: { status: stateTabs<{ status: string }>({ param: 'status', url: 'status', states: ['open', 'paid'] }) },
  };
  const readRequests = (search: string) => readListState(requests, new URLSearchParams(search));

  it.each([
    ['', 'open', false],
    ['status=open', 'open', false],
    ['status=lost', 'open', false],
    ['status=paid', 'paid', true],
    ['status=all', undefined, true],
  ])('"%s" asks for %s', (search, status, isOther) => {
    const state = readRequests(search);
    expect([toFilterQuery(requests, state, manager).status, isOtherTab(requests, state)]).toEqual([status, isOther]);
    expect(isNarrowed(requests, state)).toBe(false);
  });

  it('are written into the URL unless it is the first', () => {
    expect(
      ['', 'status=open', 'status=paid', 'status=all'].map((search) => String(writeListState(requests, readRequests(search)))),
    ).toEqual(['', '', 'status=paid', 'status=all']);
  });
});

describe('the query of a list', () => {
  it('has search, filters, order and page', () => {
    expect(toListQuery(list, read('q=12&late=1&page=2'), { limit: 25, columns: [], context: manager })).toEqual({
      searchTerm: '12',
      issuedOnMax: '2026-01-01',
      sort: '-issuedOn',
      page: 1,
      limit: 25,
    });
    expect(toFilterQuery(list, read('status=open&page=2'), manager)).toEqual({ status: 'open', sort: '-issuedOn' });
  });

  it('has the usual order of the reader where the chosen one is not possible', () => {
    expect(getSort(list, read('sort=-number'), manager)).toBe('-number');
    expect(getSort(list, read('sort=-number&organisation=3'), manager)).toBe('-issuedOn');
    expect(getSort(list, read(''), { isManager: false })).toBe('number');
  });
});
