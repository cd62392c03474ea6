import { describe, expect, it } from 'vitest';
import { listOrderFilterChips } from './order-filter-chips.ts';
import {
  getPeriodDates,
  hasOrderFilters,
  noOrderFilters,
  readOrderFilters,
  toOrdersQuery,
  writeOrderFilters,
} from './order-filters.ts';

const read = (search: string) => readOrderFilters(new URLSearchParams(search));
const today = new Date(2026, 10, 21);

describe('filters in the URL', () => {
  it('are read as they were written', () => {
    const filters = {
      ...noOrderFilters,
      search: 'A/12 & co',
      period: 'month' as const,
      outstanding: true,
      approval: true,
      group: 3,
      season: 2,
      page: 4,
    };
    expect(readOrderFilters(writeOrderFilters(filters))).toEqual(filters);
    const days = { ...noOrderFilters, from: '2026-01-05', to: '2026-02-28', resort: 6, area: 1 };
    expect(readOrderFilters(writeOrderFilters(days))).toEqual(days);
  });

  it('write nothing if none is set', () => {
    expect(writeOrderFilters(noOrderFilters).toString()).toBe('');
  });

  it.each([
    'page=-1',
    'page=0',
    'page=x',
    'page=1.5',
    'group=-3',
    'group=drop table',
    'from=yesterday',
    'from=2026-13-45',
    'period=toString',
  ])('ignore the invalid value %s', (search) => expect(read(search)).toEqual(noOrderFilters));

  it('count pages from 1', () => {
    expect(read('page=3').page).toBe(2);
    expect(writeOrderFilters({ ...noOrderFilters, page: 2 }).get('page')).toBe('3');
  });

  it('prefer a period to single days', () => {
    expect(read('period=week&from=2026-01-01')).toMatchObject({ period: 'week', from: '' });
  });

  it('do not include the search', () => {
    expect(hasOrderFilters(read('q=polo&page=2'))).toBe(false);
    expect(hasOrderFilters(read('season=1'))).toBe(true);
  });
});

describe('a period', () => {
  it.each([
    ['week', '2026-11-15', '2026-11-21'],
    ['month', '2026-10-23', '2026-11-21'],
    ['quarter', '2026-08-24', '2026-11-21'],
    ['year', '2026-01-01', '2026-11-21'],
    ['lastYear', '2025-01-01', '2025-12-31'],
  ] as const)('of a %s begins on %s', (period, from, to) => expect(getPeriodDates(period, today)).toEqual({ from, to }));
});

describe('the query for the server', () => {
  it('contains only active filters', () => {
    expect(Object.keys(toOrdersQuery(noOrderFilters, today)).sort()).toEqual(['fields', 'limit', 'page']);
    expect(toOrdersQuery(read('q=navy&period=week&outstanding=1&group=2&resort=3&area=4&season=5&page=2'), today)).toMatchObject({
      searchTerm: 'navy',
      createdAtMin: '2026-11-15',
      createdAtMax: '2026-11-21',
      outstandingOnly: true,
      organisationGroupId: 2,
      resortId: 3,
      businessAreaId: 4,
      seasonId: 5,
      page: 1,
    });
  });
});

describe('chips', () => {
  it('name every filter and remove it', () => {
    const filters = read('period=month&outstanding=1&approval=1&group=2&season=5');
    const chips = listOrderFilterChips(filters, { group: 'North', season: undefined });
    expect(chips.map(({ label }) => label)).toEqual([
      'Last 30 days',
      'Outstanding only',
      'Waiting for approval',
      'Group: North',
      'Season: 5',
    ]);
    const cleared = Object.assign({}, filters, ...chips.map(({ resetFilters }) => resetFilters));
    expect(hasOrderFilters(cleared)).toBe(false);
  });

  it('name the first and the last day', () => {
    expect(listOrderFilterChips(read('from=2026-03-01&to=2026-03-12'), {}).map(({ label }) => label)).toEqual([
      'From 1 Mar 2026',
      'Until 12 Mar 2026',
    ]);
  });
});
