import { useCallback, useSyncExternalStore } from 'react';

/**
 * Whether the window is narrower than this many pixels at the usual size of text, and than correspondingly more with text enlarged, as in the media
 * queries of styles. For different markup; where styles suffice, use a media query. */
export function useIsNarrow(below: number): boolean {
  const query = `(width < ${below / 16}em)`;
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
