import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/** Someone for whom others order. */
export interface OrderedFor {
  id: number;
  name: string;
}

// Beside the quantities, which are kept for the session: both belong together.
const KEY = ['quantities typed', 'for'];

/** For whom the ad hoc list is filled in, kept for the session; undefined for the site. */
export function useOrderedFor(): [wearer: OrderedFor | undefined, change: (wearer: OrderedFor | undefined) => void] {
  const client = useQueryClient();
  const { data } = useQuery<{ wearer?: OrderedFor }>({
    queryKey: KEY,
    queryFn: () => ({}),
    enabled: false,
    initialData: {},
    gcTime: Number.POSITIVE_INFINITY,
  });
  const change = useCallback(
    (wearer: OrderedFor | undefined) => void client.setQueryData(KEY, wearer ? { wearer } : {}),
    [client],
  );
  return [data.wearer, change];
}
