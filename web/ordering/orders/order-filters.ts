import type { QueryOf } from '#contract/index.ts';

type OrdersQuery = QueryOf<'GET /api/orders'>;

/** The filters of the order list, kept in the page's URL. An unset filter is 0, false or empty. */
export interface OrderFilters {
  search: string;
  period: Period | '';
  /** First and last day, as 2026-03-12; used only if no period is set. */
  from: string;
  to: string;
  outstanding: boolean;
  approval: boolean;
  group: number;
  resort: number;
  area: number;
  season: number;
  /** Zero-based. */
  page: number;
}

/** The periods that can be chosen, with their labels. */
export const periods = {
  week: 'Last 7 days',
  month: 'Last 30 days',
  quarter: 'Last 90 days',
  year: 'This year',
  lastYear: 'Last year',
} as const;
export type Period = keyof typeof periods;

const isPeriod = (name: string): name is Period => Object.hasOwn(periods, name);

export const ORDERS_PAGE_SIZE = 10;
const day = /^\d{4}-\d{2}-\d{2}$/;

/** Reads the filters from the URL. Invalid values are ignored. */
export function readOrderFilters(search: URLSearchParams): OrderFilters {
  const text = (name: string) => (search.get(name) ?? '').slice(0, 200);
  const number = (name: string) => {
    const value = Number(search.get(name));
    return Number.isInteger(value) && value > 0 && value <= 2_147_483_647 ? value : 0;
  };
  const date = (name: string) => (day.test(text(name)) && !Number.isNaN(Date.parse(text(name))) ? text(name) : '');
  const period = text('period');
  return {
    search: text('q').trim(),
    period: isPeriod(period) ? period : '',
    from: isPeriod(period) ? '' : date('from'),
    to: isPeriod(period) ? '' : date('to'),
    outstanding: search.get('outstanding') === '1',
    approval: search.get('approval') === '1',
    group: number('group'),
    resort: number('resort'),
    area: number('area'),
    season: number('season'),
    page: Math.min(10_000, Math.max(0, number('page') - 1)),
  };
}

/** Writes the filters to URL parameters. Pages are counted from 1 in the URL. */
export function writeOrderFilters(filters: OrderFilters): URLSearchParams {
  const search = new URLSearchParams();
  const set = (name: string, value: string | number | boolean) => value && search.set(name, value === true ? '1' : String(value));
  set('q', filters.search);
  set('period', filters.period);
  if (filters.period === '') {
    set('from', filters.from);
    set('to', filters.to);
  }
  set('outstanding', filters.outstanding);
  set('approval', filters.approval);
  for (const name of ['group', 'resort', 'area', 'season'] as const) set(name, filters[name]);
  if (filters.page > 0) set('page', filters.page + 1);
  return search;
}

export const noOrderFilters: OrderFilters = readOrderFilters(new URLSearchParams());

/** Whether any filter is set, apart from the search and the page. */
export const hasOrderFilters = (filters: OrderFilters) => writeOrderFilters({ ...filters, search: '', page: 0 }).size > 0;

const isoDay = (date: Date) =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;

/** The first and the last day of a period relative to today, as 2026-03-12. */
export function getPeriodDates(period: Period, today: Date): { from: string; to: string } {
  const year = today.getFullYear();
  if (period === 'year') return { from: `${year}-01-01`, to: isoDay(today) };
  if (period === 'lastYear') return { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` };
  const length = { week: 7, month: 30, quarter: 90 }[period];
  // The period includes both days, so "7 days" begins six days ago.
  return { from: isoDay(new Date(year, today.getMonth(), today.getDate() - length + 1)), to: isoDay(today) };
}

const fields = [
  ['id', 'customer', 'createdOnUtc', 'orderTotal', 'poNumber', 'orderStatus', 'paymentStatus', 'shippingStatus'],
  ['pendingValue', 'cancelledValue', 'trackingUrls', 'customOrderNumber', 'currencyCode'],
]
  .flat()
  .join();

/** The query of call 99 (list orders) for these filters. */
export function toOrdersQuery(filters: OrderFilters, today: Date): OrdersQuery {
  const { from, to } = filters.period === '' ? filters : getPeriodDates(filters.period, today);
  return {
    page: filters.page,
    limit: ORDERS_PAGE_SIZE,
    fields,
    ...(filters.search && { searchTerm: filters.search }),
    ...(from && { createdAtMin: from }),
    ...(to && { createdAtMax: to }),
    ...(filters.outstanding && { outstandingOnly: true }),
    ...(filters.approval && { requiresApprovalOnly: true }),
    ...(filters.group && { organisationGroupId: filters.group }),
    ...(filters.resort && { resortId: filters.resort }),
    ...(filters.area && { businessAreaId: filters.area }),
    ...(filters.season && { seasonId: filters.season }),
  };
}
