import type { QueryOf } from '#contract/index.ts';
import { ORDER_STATUSES, SHIPPING_STATUSES } from '#contract/ordering/order-states.ts';
import { toIsoDay } from '#web/ui/format/iso-day.ts';
import type { OrderColumn } from './order-columns.ts';
import { DEFAULT_ORDER_SORT, isOrderSortAllowed, type OrderListViewer, type OrderSort, orderSorts } from './order-sorts.ts';

type OrdersQuery = QueryOf<'GET /api/orders'>;

/** The filters and the order of the list, kept in the page's URL. An unset filter is 0, false or empty. */
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
  wardrobe: number;
  season: number;
  product: number;
  /** Ids of order statuses; any of them. */
  statuses: readonly number[];
  /** Ids of shipping statuses; any of them. */
  deliveries: readonly number[];
  sort: OrderSort;
  /** Rows per page; 0 for the person's own setting. */
  rows: number;
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

/** Rows per page for those who have not chosen a number. */
export const DEFAULT_ORDER_ROWS = 10;
/** The numbers of rows to choose from. */
export const ORDER_ROWS = [10, 25, 50, 100] as const;
const day = /^\d{4}-\d{2}-\d{2}$/;

/** Reads the filters from the URL. Invalid values are ignored. */
export function readOrderFilters(search: URLSearchParams): OrderFilters {
  const text = (name: string) => (search.get(name) ?? '').slice(0, 200);
  const number = (name: string) => {
    const value = Number(search.get(name));
    return Number.isInteger(value) && value > 0 && value <= 2_147_483_647 ? value : 0;
  };
  const among = (name: string, known: readonly { id: number }[]) => {
    const ids = new Set(text(name).split(',').map(Number));
    return known.flatMap(({ id }) => (ids.has(id) ? [id] : []));
  };
  const sort = text('sort');
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
    wardrobe: number('wardrobe'),
    season: number('season'),
    product: number('product'),
    statuses: among('status', ORDER_STATUSES),
    deliveries: among('delivery', SHIPPING_STATUSES),
    sort: Object.hasOwn(orderSorts, sort) ? (sort as OrderSort) : DEFAULT_ORDER_SORT,
    rows: number('rows') <= 250 ? number('rows') : 0,
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
  for (const name of ['group', 'resort', 'area', 'wardrobe', 'season', 'product'] as const) set(name, filters[name]);
  set('status', filters.statuses.join());
  set('delivery', filters.deliveries.join());
  set('sort', filters.sort === DEFAULT_ORDER_SORT ? '' : filters.sort);
  set('rows', filters.rows);
  if (filters.page > 0) set('page', filters.page + 1);
  return search;
}

export const noOrderFilters: OrderFilters = readOrderFilters(new URLSearchParams());

/** Whether any filter is set; search, order and page do not count. */
export const hasOrderFilters = (filters: OrderFilters) =>
  writeOrderFilters({ ...filters, search: '', sort: DEFAULT_ORDER_SORT, rows: 0, page: 0 }).size > 0;

/** The filters with an order in which the person may sort, for example from a link that someone else passed on. */
export const withAllowedSort = (filters: OrderFilters, viewer: OrderListViewer): OrderFilters =>
  isOrderSortAllowed(filters.sort, viewer) ? filters : { ...filters, sort: DEFAULT_ORDER_SORT };

/** The first and the last day of a period relative to today, as 2026-03-12. */
export function getPeriodDates(period: Period, today: Date): { from: string; to: string } {
  const year = today.getFullYear();
  if (period === 'year') return { from: `${year}-01-01`, to: toIsoDay(today) };
  if (period === 'lastYear') return { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` };
  const length = { week: 7, month: 30, quarter: 90 }[period];
  // The period includes both days, so "7 days" begins six days ago.
  return { from: toIsoDay(new Date(year, today.getMonth(), today.getDate() - length + 1)), to: toIsoDay(today) };
}

/** The fields that portal.md names; those of visible columns are added. */
const FIELDS = [
  ['id', 'customer', 'createdOnUtc', 'orderTotal', 'totalCount', 'poNumber', 'orderStatus', 'paymentStatus', 'shippingStatus'],
  ['totalValue', 'shippedValue', 'cancelledValue', 'pendingValue', 'returnRequestAllowed', 'trackingUrls', 'shippedOnUtc'],
].flat();
/** What the rows need besides: whether they offer to order again. */
const ROW_FIELDS = ['reOrderAllowed', 'isExchange'];

/** The query of the export (call 103): filters and order, without page. */
export function toOrdersExportQuery(filters: OrderFilters, today: Date): OrdersQuery {
  const { from, to } = filters.period === '' ? filters : getPeriodDates(filters.period, today);
  const { sort } = filters;
  return {
    ...(sort !== DEFAULT_ORDER_SORT && { order: sort.startsWith('-') ? `${sort.slice(1)} desc` : sort }),
    ...(filters.search && { searchTerm: filters.search }),
    ...(from && { createdAtMin: from }),
    ...(to && { createdAtMax: to }),
    ...(filters.outstanding && { outstandingOnly: true }),
    ...(filters.approval && { requiresApprovalOnly: true }),
    ...(filters.group && { organisationGroupId: filters.group }),
    ...(filters.resort && { resortId: filters.resort }),
    ...(filters.area && { businessAreaId: filters.area }),
    ...(filters.wardrobe && { collectionId: filters.wardrobe }),
    ...(filters.season && { seasonId: filters.season }),
    ...(filters.product && { productId: filters.product }),
    ...(filters.statuses.length > 0 && { orderStatusId: [...filters.statuses] }),
    ...(filters.deliveries.length > 0 && { shippingStatusId: [...filters.deliveries] }),
  };
}

/** The query of the list (call 99) with these columns. Its totals are a query of their own, so that the list need not wait for them. */
export const toOrdersQuery = (
  filters: OrderFilters,
  { columns, rows }: { columns: readonly OrderColumn[]; rows: number },
  today: Date,
): OrdersQuery => ({
  page: filters.page,
  limit: rows,
  totals: false,
  fields: [...new Set([...FIELDS, ...ROW_FIELDS, ...columns.flatMap(({ fields }) => fields)])].join(),
  ...toOrdersExportQuery(filters, today),
});

/** The query of the list's totals. It is the same on every page and in every order. */
export const toOrderTotalsQuery = (filters: OrderFilters, today: Date): OrdersQuery => ({
  ...toOrdersExportQuery({ ...filters, sort: DEFAULT_ORDER_SORT }, today),
  page: 0,
  limit: 1,
  fields: 'id',
});
