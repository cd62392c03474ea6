import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { Call } from '#contract/index.ts';

/**
 * The row that a link of a mail names, such as `?request=17`: as it is listed or, where it is on another page or filtered out, as `find` loads it with
 * the call of the list. Undefined without one, and when `close` has taken it out of the address.
 */
export function useLinkedRow<Row extends { id: number }>(
  rows: readonly Row[],
  param: string,
  call: Call,
  find: (id: number) => Promise<Row | undefined>,
): { row: Row | undefined; close: () => void } {
  const [search, setSearch] = useSearchParams();
  const named = search.get(param);
  const id = named !== null && /^[1-9]\d{0,8}$/.test(named) ? Number(named) : undefined;
  const listed = rows.find((row) => row.id === id);
  const found = useQuery({
    queryKey: [call, { linked: id }],
    queryFn: async () => (await find(id as number)) ?? null,
    enabled: id !== undefined && !listed,
  });
  return {
    row: id === undefined ? undefined : (listed ?? found.data ?? undefined),
    close: () => {
      if (named === null) return;
      setSearch(
        (current) => {
          const next = new URLSearchParams(current);
          next.delete(param);
          return next;
        },
        { replace: true },
      );
    },
  };
}
