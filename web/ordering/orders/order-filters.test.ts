import { describe, expect, it } from 'vitest';
import { listAllowedOrderColumns } from './order-columns.ts';
import { listOrderFilterChips } from './order-filter-chips.ts';
import {
  getPeriodDates,
  hasOrderFilters,
  noOrderFilters,
  readOrderFilters,
  toOrdersQuery,
  toOrderTotalsQuery,
  withAllowedSort,
  writeOrderFilters,
} from './order-filters.ts';

const read = (search: string) => readOrderFilters(new URLSearchParams(search));
const today = new Date(2026, 10, 21);
const viewer = { seesOthers: true, pricesVisible: true };
const arrangement = {
  columns: listAllowedOrderColumns(viewer).filter(({ id }) => id === 'group' || id === 'total'),
  rows: 25,
};

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
      statuses: [50, 20],
      deliveries: [25],
      sort: '-orderTotal' as const,
      rows: 50,
      page: 4,
    };
    expect(readOrderFilters(writeOrderFilters(filters))).toEqual(filters);
    const days = { ...noOrderFilters, from: '2026-01-05', to: '2026-02-28', resort: 6, area: 1, wardrobe: 11, product: 9 };
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
    'status=15,x',
    'delivery=99',
    'sort=toString',
    'rows=251',
  ])('ignore the invalid value %s', (search) => expect(read(search)).toEqual(noOrderFilters));

  it('count pages from 1', () => {
    expect(read('page=3').page).toBe(2);
    expect(writeOrderFilters({ ...noOrderFilters, page: 2 }).get('page')).toBe('3');
  });

  it('prefer a period to single days', () => {
    expect(read('period=week&from=2026-01-01')).toMatchObject({ period: 'week', from: '' });
  });

  it('do not include the search, the order and the page', () => {
    expect(hasOrderFilters(read('q=polo&page=2&sort=id&rows=25'))).toBe(false);
    expect(hasOrderFilters(read('status=20'))).toBe(true);
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
    expect(Object.keys(toOrdersQuery(noOrderFilters, arrangement, today)).sort()).toEqual(['fields', 'limit', 'page', 'totals']);
    const search =
      'q=navy&period=week&outstanding=1&group=2&resort=3&area=4&season=5&page=2&wardrobe=6&product=7&status=20,50&delivery=25&sort=-id';
    expect(toOrdersQuery(read(search), arrangement, today)).toMatchObject({
      searchTerm: 'navy',
      createdAtMin: '2026-11-15',
      createdAtMax: '2026-11-21',
      outstandingOnly: true,
      organisationGroupId: 2,
      resortId: 3,
      businessAreaId: 4,
      seasonId: 5,
      collectionId: 6,
      productId: 7,
      orderStatusId: [50, 20],
      shippingStatusId: [25],
      order: 'id desc',
      limit: 25,
      totals: false,
      page: 1,
    });
  });

  it('asks for the fields of the list and of the visible columns, each once', () => {
    const { fields = '' } = toOrdersQuery(noOrderFilters, arrangement, today);
    expect(fields.split(',').toSorted()).toEqual(
      [
        ...[
          'id',
          'customer',
          'createdOnUtc',
          'orderTotal',
          'totalCount',
          'poNumber',
          'orderStatus',
          'paymentStatus',
          'shippingStatus',
        ],
        ...[
          'totalValue',
          'shippedValue',
          'cancelledValue',
          'pendingValue',
          'returnRequestAllowed',
          'trackingUrls',
          'shippedOnUtc',
        ],
        'reOrderAllowed',
        'isExchange',
        'organisationGroupId',
      ].toSorted(),
    );
  });

  it('asks for the totals once for all pages and orders, and never with the list', () => {
    const filters = read('q=polo&group=1&page=3&rows=50&sort=-orderTotal');

    expect(toOrdersQuery(filters, arrangement, today).totals).toBe(false);
    expect(toOrderTotalsQuery(filters, today)).toEqual({
      searchTerm: 'polo',
      organisationGroupId: 1,
      page: 0,
      limit: 1,
      fields: 'id',
    });
  });
});

describe('chips', () => {
  it('name every filter and remove it', () => {
    const filters = read('period=month&outstanding=1&approval=1&group=2&season=5&status=20,50&delivery=25&wardrobe=6&product=7');
    const chips = listOrderFilterChips(filters, { group: 'North', season: undefined, wardrobe: 'Crew', product: 'Polo' });
    expect(chips.map(({ label }) => label)).toEqual([
      'Last 30 days',
      'Outstanding only',
      'Waiting for approval',
      'Status: Waiting for approval',
      'Status: In progress',
      'Delivery: Partly sent',
      'Group: North',
      'Wardrobe: Crew',
      'Season: 5',
      'Product: Polo',
    ]);
    let cleared = filters;
    for (let chip = chips[0]; chip; [chip] = listOrderFilterChips(cleared, {})) cleared = { ...cleared, ...chip.resetFilters };
    expect(hasOrderFilters(cleared)).toBe(false);
  });

  it('name the first and the last day', () => {
    expect(listOrderFilterChips(read('from=2026-03-01&to=2026-03-12'), {}).map(({ label }) => label)).toEqual([
      'From 1 Mar 2026',
      'Until 12 Mar 2026',
    ]);
  });
});

describe('columns and sort orders', () => {
  it('leave out people for those who see their own orders only, and amounts for those who see no prices', () => {
    const wearer = { seesOthers: false, pricesVisible: false };
    expect(listAllowedOrderColumns(wearer).map(({ id }) => id)).toEqual([
      'date',
      'po',
      'wardrobe',
      'season',
      'status',
      'delivery',
      'lastSent',
      'payment',
    ]);
    for (const sort of ['customer', '-orderTotal'])
      expect([withAllowedSort(read(`sort=${sort}`), wearer).sort, withAllowedSort(read(`sort=${sort}`), viewer).sort]).toEqual([
        '-createdOnUtc',
        sort,
      ]);
  });
});
