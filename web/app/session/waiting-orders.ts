import { apiQuery } from '../api.ts';

/** The orders that wait for the caller's decision: their number alone. */
export const waitingOrdersQuery = {
  ...apiQuery('GET /api/orders', { query: { requiresApprovalOnly: true, page: 0, limit: 1, totals: false, fields: 'id' } }),
  staleTime: 60_000,
};
