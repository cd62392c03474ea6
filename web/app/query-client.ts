import { type Query, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const isTemporary = (error: Error) =>
  error instanceof ApiError && (error.status === 0 || error.status === 502 || error.status === 503);

/** The cache of server data of this tab. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      gcTime: 10 * 60_000,
      // Offline, a query fails with a message instead of showing a skeleton for ever.
      networkMode: 'always',
      retry: (failures, error) => failures < 2 && isTemporary(error),
    },
    // A mutation is never repeated automatically: it might take effect twice.
    mutations: { networkMode: 'always', retry: false },
  },
});

/** The query key of unsent form values, which survive an expired session for the same person. */
const UNSENT_VALUES = 'quantities typed';

/** Removes all cached data of the person who logged out. The brand's theme stays; with `keepUnsentValues`, unsent form values too. */
export function evictPersonQueries({ keepUnsentValues = false } = {}): void {
  const predicate = ({ queryKey: [key] }: Query) =>
    key !== 'GET /api/theme/getthemebyhost' && !(keepUnsentValues && key === UNSENT_VALUES);
  queryClient.removeQueries({ type: 'inactive', predicate });
  // What is shown is loaded again: a component would not notice that its query was removed, and never get another result.
  void queryClient.resetQueries({ type: 'active', predicate });
}
