import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useOptimisticUrlState } from '../use-optimistic-url-state.ts';
import { type ListUrlState, parseListUrlState, updateListSearchParams } from './list-url-state.ts';

/** The list's state, kept in the URL. Use `replace` for text input, so that "back" does not undo single letters. */
export function useListUrlState() {
  const [address, setAddress] = useSearchParams();
  const [state, want] = useOptimisticUrlState(useMemo(() => parseListUrlState(address), [address]));
  const change = (changes: Partial<ListUrlState>, how?: { replace?: boolean }) => {
    const written = updateListSearchParams(address, { ...state, page: 0, ...changes });
    want(parseListUrlState(written));
    setAddress(written, { replace: how?.replace ?? false });
  };
  /** The URL after a change, for links. */
  const link = useCallback((changes: Partial<ListUrlState>) => `?${updateListSearchParams(address, changes)}`, [address]);
  return { ...state, change, link };
}
