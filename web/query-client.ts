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

/** Drops what was told to the person who has left; the brand's own words stay. */
export const forgetPerson = () =>
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'GET /api/theme/getthemebyhost' });
