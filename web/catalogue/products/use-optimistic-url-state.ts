import { useCallback, useState } from 'react';
import { useLocation } from 'react-router';

/**
 * A value kept in the URL that updates immediately: a value that was set applies until the URL has changed, so that
 * controls do not jump back in the meantime. Returns the value and its setter; the caller changes the URL.
 */
export function useOptimisticUrlState<T>(urlValue: T): [T, (value: T) => void] {
  const { key } = useLocation();
  const [optimistic, setOptimistic] = useState<{ value: T; locationKey: string }>();
  // Forgotten with the first change of the URL: going back to where it was set must show what the URL says there.
  if (optimistic && optimistic.locationKey !== key) setOptimistic(undefined);
  const setValue = useCallback((value: T) => setOptimistic({ value, locationKey: key }), [key]);
  return [optimistic?.locationKey === key ? optimistic.value : urlValue, setValue];
}
