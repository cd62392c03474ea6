import { useCallback, useState } from 'react';
import { useLocation } from 'react-router';

/**
 * A value that lives in the address, but answers at once: what was wanted stands until the address has changed, which a
 * control could not wait for without springing back. Answers the value, and how to want another.
 */
export function useOptimisticUrlState<T>(fromAddress: T): [T, (wanted: T) => void] {
  const { key } = useLocation();
  const [ahead, setAhead] = useState<{ wanted: T; since: string }>();
  const want = useCallback((wanted: T) => setAhead({ wanted, since: key }), [key]);
  return [ahead?.since === key ? ahead.wanted : fromAddress, want];
}
