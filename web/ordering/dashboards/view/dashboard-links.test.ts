import { describe, expect, it } from 'vitest';
import { getListRights, listAllowedColumns } from '#web/app/lists/list-columns.ts';
import { readListState, toConditions } from '#web/app/lists/list-state.ts';
import type { Profile } from '#web/app/session/profile.ts';
import { type OrderListViewer, ordersList } from '#web/ordering/orders/orders-list.tsx';
import { peopleList } from '#web/people/list/people-list.tsx';
import type { PeopleListReader } from '#web/people/list/people-list-reader.ts';
import type { DashboardFilters } from './dashboard-filters.ts';
import { ordersLink, peopleLink } from './dashboard-links.ts';

const admin: OrderListViewer = {
  seesOthers: true,
  pricesVisible: true,
  seesCharges: true,
  seesProducts: true,
  listsCostCentres: true,
  canApprove: false,
  currency: 'GBP',
};
const manager: PeopleListReader = {
  caller: {} as Profile,
  isManager: true,
  administers: true,
  ordering: undefined,
};

const everything: DashboardFilters = { seasonId: 0, groupIds: [], resortId: 0, businessAreaId: 0 };
const some: DashboardFilters = { seasonId: 3, groupIds: [11, 12], resortId: 21, businessAreaId: 31 };
const places = { seasonId: 3, groupIds: [11, 12], resortId: 21, businessAreaId: 31 };

/** What the list of orders asks the server for, when a link opens it. */
function askOrders(link: string) {
  const { pathname, searchParams } = new URL(link, 'https://uniforms.example');
  expect(pathname).toBe('/index/orders');
  return toConditions(
    ordersList,
    readListState(ordersList, searchParams, getListRights(listAllowedColumns(ordersList, admin), admin)),
  );
}

function askPeople(link: string) {
  const { pathname, searchParams } = new URL(link, 'https://uniforms.example');
  expect(pathname).toBe('/index/customers');
  const rights = getListRights(listAllowedColumns(peopleList, manager), manager);
  return toConditions(peopleList, readListState(peopleList, searchParams, rights));
}

describe('links to orders', () => {
  const counted = { overallStatusId: [10, 20, 25, 26, 27, 28, 29, 30, 31] };

  it('have the filters of the page', () => {
    expect(askOrders(ordersLink(some, { are: 'any' }))).toEqual(places);
    expect(askOrders(ordersLink(everything, { are: 'any' }))).toEqual({});
  });

  it.each([
    ['that figures count', { are: 'counted' }, counted],
    ['that are not all shipped', { are: 'counted', hasPending: true }, { ...counted, outstandingOnly: true }],
    ['that wait for approval', { are: 'waiting' }, { overallStatusId: [50] }],
    ['that are late', { are: 'any', isLate: true }, { lateOnly: true }],
    ['with a product', { are: 'counted', productId: 7 }, { ...counted, productId: 7 }],
    [
      'of a month',
      { are: 'counted', period: { from: '2026-11-01', to: '2026-11-30' } },
      { ...counted, createdAtMin: '2026-11-01', createdAtMax: '2026-11-30' },
    ],
  ] as const)('%s', (_, part, expected) => {
    expect(askOrders(ordersLink(some, part))).toEqual({ ...places, ...expected });
  });
});

describe('links to people', () => {
  it.each([
    ['all', {}],
    ['notStarted', { orderingStatusId: 10 }],
    ['partlyOrdered', { orderingStatusId: 20 }],
    ['complete', { orderingStatusId: 30 }],
    ['optedOut', { orderingStatusId: 40 }],
    ['startedWithoutUniform', { orderingStatusId: 10, orderingAfterStartDateStatusId: 10 }],
  ] as const)('open the tab %s with the filters of the page', (tab, expected) => {
    expect(askPeople(peopleLink(some, tab))).toEqual({ ...places, ...expected });
    expect(askPeople(peopleLink(everything, tab))).toEqual(expected);
  });
});
