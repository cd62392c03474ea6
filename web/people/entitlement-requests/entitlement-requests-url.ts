export const requestStatuses = ['open', 'granted', 'declined', 'withdrawn', 'expired'] as const;
export type RequestStatus = (typeof requestStatuses)[number];

/** What the page of requests shows, as stored in its URL. */
export interface RequestsView {
  /** Status of the requests; empty for all. */
  status: RequestStatus | '';
  /** Zero-based. */
  page: number;
}

/** Reads the view from the query string; invalid values fall back to the first page of open requests. */
export function readRequestsView(search: URLSearchParams): RequestsView {
  const page = Number(search.get('page'));
  const status = search.get('status');
  return {
    status: status === 'all' ? '' : (requestStatuses.find((one) => one === status) ?? 'open'),
    page: Number.isInteger(page) && page > 0 ? Math.min(page - 1, 10_000) : 0,
  };
}

/** Writes the view to a query string, with pages counted from 1. */
export function writeRequestsView({ status, page }: RequestsView): URLSearchParams {
  const address = new URLSearchParams();
  if (status !== 'open') address.set('status', status || 'all');
  if (page > 0) address.set('page', String(page + 1));
  return address;
}
