import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { changeListAddress, type ListAddress, readListAddress } from './list-address.ts';

/** The list's state, which lives in the address. `replace` for what is typed: back must not undo letter by letter. */
export function useListAddress() {
  const [address, setAddress] = useSearchParams();
  const state = useMemo(() => readListAddress(address), [address]);
  const change = useCallback(
    (wanted: Partial<ListAddress>, how?: { replace?: boolean }) =>
      setAddress((before) => changeListAddress(before, wanted), { replace: how?.replace ?? false }),
    [setAddress],
  );
  /** Where a change would lead, for links. */
  const link = useCallback((wanted: Partial<ListAddress>) => `?${changeListAddress(address, wanted)}`, [address]);
  return { ...state, change, link };
}
