import { useCallback, useSyncExternalStore } from 'react';

/** Whether the window is narrower than so many pixels; for what has to be other markup there, not only other styles. */
export function useIsNarrow(below: number): boolean {
  const query = `(max-width: ${below - 1}px)`;
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
