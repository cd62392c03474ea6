import { useSearchParams } from 'react-router';

/**
 * The row that a link of a mail names, such as `?request=17`, once it is listed; undefined without one, and when `close` has taken it out of the address.
 */
export function useLinkedRow<Row extends { id: number }>(
  rows: readonly Row[],
  param: string,
): { row: Row | undefined; close: () => void } {
  const [search, setSearch] = useSearchParams();
  const named = search.get(param);
  return {
    row: named === null ? undefined : rows.find(({ id }) => String(id) === named),
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
