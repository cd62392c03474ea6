import { useCallback, useSyncExternalStore } from 'react';

/**
 * Whether the window is narrower than this many pixels at the usual size of text, and than correspondingly more with text enlarged, as in the media
 * queries of styles. For different markup; where styles suffice, use a media query. While the page is printed it stays as it was: the browser has counted
 * the sheets before React could draw anything else.
 */
export function useIsNarrow(below: number): boolean {
  const query = `(width < ${below / 16}em)`;
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      const onChange = () => {
        if (!matchMedia('print').matches) listener();
      };
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
