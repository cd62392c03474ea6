import { type QueryKey, type UseQueryOptions, useQueries } from '@tanstack/react-query';

// biome-ignore lint/suspicious/noExplicitAny: queries of any replies
type AnyQuery = Pick<UseQueryOptions<any, Error, any, any>, 'queryFn' | 'staleTime'> & { queryKey: QueryKey };

/**
 * Whether each of the queries has been answered or has failed. A page of several parts that appear at once does not move while they load; a part that failed
 * says so itself.
 */
export const useSettled = (queries: readonly AnyQuery[]): boolean =>
  useQueries({ queries: [...queries], combine: (results) => results.every(({ isPending }) => !isPending) });
