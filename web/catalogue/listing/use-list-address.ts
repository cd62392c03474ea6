import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useAhead } from '../ahead.ts';
import { changeListAddress, type ListAddress, readListAddress } from './list-address.ts';

/** The list's state, which lives in the address. `replace` for what is typed: back must not undo letter by letter. */
export function useListAddress() {
  const [address, setAddress] = useSearchParams();
  const [state, want] = useAhead(useMemo(() => readListAddress(address), [address]));
  const change = (wanted: Partial<ListAddress>, how?: { replace?: boolean }) => {
    const written = changeListAddress(address, { ...state, page: 0, ...wanted });
    want(readListAddress(written));
    setAddress(written, { replace: how?.replace ?? false });
  };
  /** Where a change would lead, for links. */
  const link = useCallback((wanted: Partial<ListAddress>) => `?${changeListAddress(address, wanted)}`, [address]);
  return { ...state, change, link };
}
