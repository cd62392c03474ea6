import { describe, expect, it } from 'vitest';
import { getListRights, listAllowedColumns } from '#web/app/lists/list-columns.ts';
import { isNarrowed, listFilters, readListState, toFilterQuery, writeListState } from '#web/app/lists/list-state.ts';
import { toPrefetchQuery } from '#web/app/lists/prefetch-list.ts';
import { getPeriodDates } from './order-period-filter.tsx';
import { type OrderListViewer, ordersList } from './orders-list.tsx';

const admin: OrderListViewer = {
  seesOthers: true,
  pricesVisible: true,
  seesCharges: true,
  seesProducts: true,
  listsCostCentres: true,
  canApprove: true,
  currency: 'GBP',
};
const wearer: OrderListViewer = {
  seesOthers: false,
  pricesVisible: false,
  seesCharges: false,
  seesProducts: false,
  listsCostCentres: false,
  canApprove: false,
  currency: '',
};
const read = (search: string, viewer = admin) =>
  readListState(ordersList, new URLSearchParams(search), getListRights(listAllowedColumns(ordersList, viewer), viewer));
const ask = (search: string, columns: string[] | null = null, viewer = admin) =>
  toPrefetchQuery(ordersList, { params: new URLSearchParams(search), settings: { columns, limit: null }, context: viewer });
const ALL =
  'q=A%2F12+%26+co&outstanding=1&late=1&proof=1&approval=1&mine=1&status=50%2C20&delivery=25&group=3%2C5&resort=6&area=1&wardrobe=11&season=2&product=9&period=month&sort=-orderTotal&rows=50&page=5';

describe('the list of orders in the URL', () => {
  it('is read as it was written, with every filter', () => {
    const state = read(ALL);

    expect(Object.keys(state.filters).toSorted()).toEqual(
      listFilters(ordersList)
        .map(([name]) => name)
        .toSorted(),
    );
    expect(writeListState(ordersList, state).toString()).toBe(ALL);
  });

  it.each([
    'page=-1',
    'page=0',
    'page=x',
    'page=1.5',
    'group=-3',
    'group=drop table',
    'group=0,x',
    'period=toString',
    'period=..',
  ])('ignores %s', (search) => expect(read(search)).toEqual(read('')));

  it.each(['period=yesterday..', 'period=2026-13-45..', 'status=15,x', 'delivery=99', 'sort=toString', 'rows=11', 'rows=250'])(
    'ignores %s',
    (search) => expect(read(search)).toEqual(read('')),
  );

  it('has nothing of what the reader may not filter or sort by', () => {
    expect(Object.keys(read(ALL, wearer).filters).toSorted()).toEqual(
      [
        ...['collectionId', 'lateOnly', 'overallStatusId', 'outstandingOnly', 'period', 'seasonId', 'shippingStatusId'],
        'waitsForProofOnly',
      ].toSorted(),
    );
    expect([read('sort=customer', wearer).sort, read('sort=-orderTotal', wearer).sort]).toEqual([undefined, undefined]);
    expect([read('sort=customer').sort, read('sort=-orderTotal').sort]).toEqual(['customer', '-orderTotal']);
  });

  it('is narrowed by search and filters, not by order and page', () => {
    expect(isNarrowed(ordersList, read('sort=id&rows=25&page=2'))).toBe(false);
    expect([isNarrowed(ordersList, read('q=polo')), isNarrowed(ordersList, read('season=1'))]).toEqual([true, true]);
  });
});

describe('the query for the server', () => {
  it('has the set filters alone', () => {
    expect(Object.keys(ask('')).toSorted()).toEqual(['fields', 'limit', 'page', 'totals']);
    expect(ask(ALL)).toMatchObject({
      searchTerm: 'A/12 & co',
      outstandingOnly: true,
      waitsForProofOnly: true,
      requiresApprovalOnly: true,
      overallStatusId: [50, 20],
      shippingStatusId: [25],
      lateOnly: true,
      groupIds: [3, 5],
      resortId: 6,
      businessAreaId: 1,
      collectionId: 11,
      seasonId: 2,
      productId: 9,
      order: 'orderTotal desc',
      limit: 50,
      page: 4,
      totals: false,
    });
  });

  it('has the days of a period', () => {
    expect(ask('period=2026-01-05..2026-02-28')).toMatchObject({ createdAtMin: '2026-01-05', createdAtMax: '2026-02-28' });
    expect(toFilterQuery(ordersList, read('period=2026-01-05..'), admin)).toEqual({ createdAtMin: '2026-01-05' });
    expect(ask('period=lastYear')).not.toHaveProperty('period');
  });

  it('asks for the fields of the shown columns, each once', () => {
    const fields = String(ask('', ['group', 'total']).fields).split(',');

    expect(fields).toEqual([...new Set(fields)]);
    expect(fields).toEqual(expect.arrayContaining(['id', 'customer', 'reOrderAllowed', 'organisationGroupId']));
    expect(String(ask('', ['total']).fields)).not.toContain('organisationGroupId');
  });
});

describe('a period', () => {
  it.each([
    ['week', '2026-11-15', '2026-11-21'],
    ['month', '2026-10-23', '2026-11-21'],
    ['quarter', '2026-08-24', '2026-11-21'],
    ['year', '2026-01-01', '2026-11-21'],
    ['lastYear', '2025-01-01', '2025-12-31'],
  ] as const)('of a %s begins on %s', (period, from, to) =>
    expect(getPeriodDates(period, new Date(2026, 10, 21))).toEqual({ from, to }),
  );
});

it('keeps people from those who see their own orders, and amounts from those who see no prices', () => {
  expect(listAllowedColumns(ordersList, wearer).map(({ id }) => id)).toEqual([
    'id',
    'date',
    'po',
    'wardrobe',
    'season',
    'status',
    'delivery',
    'lastSent',
    'payment',
  ]);
});
