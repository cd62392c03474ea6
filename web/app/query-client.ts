import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const mayPass = (error: Error) =>
  error instanceof ApiError && (error.status === 0 || error.status === 502 || error.status === 503);

/** Everything that the server has told this tab. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      gcTime: 10 * 60_000,
      // Offline, a question fails and says so, instead of waiting behind a skeleton.
      networkMode: 'always',
      retry: (failures, error) => failures < 2 && mayPass(error),
    },
    // What changes something is never sent twice without being told to.
    mutations: { networkMode: 'always', retry: false },
  },
});

/** Stays when a session runs out, for the same person: what was typed and not sent. */
const unsent = 'quantities typed';

/** Drops what was told to the person who has left; the brand's own words stay, and what was typed, where that is asked for. */
export const evictPersonQueries = ({ keepTyped = false } = {}) =>
  queryClient.removeQueries({
    predicate: ({ queryKey: [what] }) => what !== 'GET /api/theme/getthemebyhost' && !(keepTyped && what === unsent),
  });
