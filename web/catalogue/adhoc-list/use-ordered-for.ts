import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Wearer } from '../products/optimistic-cart.ts';

// Beside the quantities, which are kept for the session: both belong together.
const KEY = ['quantities typed', 'for'];

/** For whom the ad hoc list is filled in, kept for the session; undefined for the site. */
export function useOrderedFor(): [wearer: Wearer | undefined, change: (wearer: Wearer | undefined) => void] {
  const client = useQueryClient();
  const { data } = useQuery<{ wearer?: Wearer }>({
    queryKey: KEY,
    queryFn: () => ({}),
    enabled: false,
    initialData: {},
    gcTime: Number.POSITIVE_INFINITY,
  });
  const change = useCallback((wearer: Wearer | undefined) => void client.setQueryData(KEY, wearer ? { wearer } : {}), [client]);
  return [data.wearer, change];
}
