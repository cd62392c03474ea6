import { hashKey, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

// biome-ignore lint/suspicious/noExplicitAny: queries of any replies
type AnyQuery = { queryKey: QueryKey; queryFn?: any; staleTime?: any };

/**
 * Whether each of the queries has been answered or has failed, once; starts those that are needed. A page of several parts that appear at once does not move
 * while they load; a part that failed says so itself, and is tried again while the others stay.
 */
export function useSettled(queries: readonly AnyQuery[]): boolean {
  const client = useQueryClient();
  const key = hashKey(queries.map(({ queryKey }) => queryKey));
  const [settledKey, setSettledKey] = useState<string>();
  const isKnown = queries.every(({ queryKey }) => ['success', 'error'].includes(client.getQueryState(queryKey)?.status ?? ''));
  if (isKnown && settledKey !== key) setSettledKey(key);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what the queries are
  useEffect(() => {
    let isCurrent = true;
    void Promise.all(queries.map((query) => client.prefetchQuery(query))).then(() => {
      if (isCurrent) setSettledKey(key);
    });
    return () => {
      isCurrent = false;
    };
  }, [client, key]);
  return isKnown || settledKey === key;
}
