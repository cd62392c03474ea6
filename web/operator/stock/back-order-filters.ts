import type { QueryOf, ReplyOf } from '#contract/index.ts';

export type BackOrder = ReplyOf<'GET /api/operator/stock/backorders'>['backOrders'][number];
export type WaitingLine = BackOrder['lines'][number];

/** Garments on a page of the list. */
export const BACK_ORDER_ROWS = 25;

/** Which lines are listed by their day, with labels. */
export const dueFilters = { overdue: 'Day has passed', unknown: 'No day promised' } as const;
type DueFilter = keyof typeof dueFilters;

const isDueFilter = (name: string): name is DueFilter => Object.hasOwn(dueFilters, name);

/** The filters of the list, kept in the page's URL. An unset filter is empty. */
export interface BackOrderFilters {
  search: string;
  due: DueFilter | '';
  /** Zero-based. */
  page: number;
}

/** Reads the filters from the URL. Invalid values are ignored. */
export function readBackOrderFilters(search: URLSearchParams): BackOrderFilters {
  const due = search.get('due') ?? '';
  const page = Number(search.get('page'));
  return {
    search: (search.get('q') ?? '').slice(0, 200).trim(),
    due: isDueFilter(due) ? due : '',
    page: Number.isInteger(page) && page > 0 && page <= 10_000 ? page - 1 : 0,
  };
}

/** Writes the filters to URL parameters. Pages are counted from 1 in the URL. */
export function writeBackOrderFilters({ search, due, page }: BackOrderFilters): URLSearchParams {
  const params = new URLSearchParams();
  if (search) params.set('q', search);
  if (due) params.set('due', due);
  if (page > 0) params.set('page', String(page + 1));
  return params;
}

/** The query of the list. */
export const toBackOrdersQuery = ({ search, due, page }: BackOrderFilters): QueryOf<'GET /api/operator/stock/backorders'> => ({
  page,
  limit: BACK_ORDER_ROWS,
  ...(search && { searchTerm: search }),
  ...(due && { due }),
});

/** The chosen lines by order, because dates are moved order by order. */
export const groupByOrder = (
  lines: readonly WaitingLine[],
  chosen: ReadonlySet<number>,
): [orderId: number, lineIds: number[]][] =>
  [
    ...Map.groupBy(
      lines.filter(({ orderItemId }) => chosen.has(orderItemId)),
      ({ orderId }) => orderId,
    ),
  ].map(([orderId, own]) => [orderId, own.map(({ orderItemId }) => orderItemId)]);
