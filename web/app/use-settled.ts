import { hashKey, type QueryKey, type UseQueryOptions, useQueries } from '@tanstack/react-query';
import { useRef } from 'react';

// biome-ignore lint/suspicious/noExplicitAny: queries of any replies
type AnyQuery = Pick<UseQueryOptions<any, Error, any, any>, 'queryFn' | 'staleTime'> & { queryKey: QueryKey };

/**
 * Whether each of the queries has been answered or has failed, once. A page of several parts that appear at once does not move while they load; a part that
 * failed says so itself, and is tried again while the others stay.
 */
export function useSettled(queries: readonly AnyQuery[]): boolean {
  const isSettled = useQueries({
    queries: [...queries],
    combine: (results) => results.every(({ isPending }) => !isPending),
  });
  const key = hashKey(queries.map(({ queryKey }) => queryKey));
  const settledKey = useRef<string>(undefined);
  if (isSettled) settledKey.current = key;
  return settledKey.current === key;
}
