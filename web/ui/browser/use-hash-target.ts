import { type RefObject, useEffect, useRef } from 'react';

/**
 * The id and ref of an element to which links lead with `#` and this id, such as `#R50017` in a mail. It is scrolled to and focused when it appears: when
 * the page was loaded, it was not there yet.
 */
export function useHashTarget<Target extends HTMLElement>(
  id: string,
): { id: string; ref: RefObject<Target | null>; tabIndex: -1 } {
  const ref = useRef<Target>(null);
  const isTarget = location.hash === `#${id}`;
  useEffect(() => {
    if (!isTarget) return;
    ref.current?.scrollIntoView({ block: 'center' });
    ref.current?.focus({ preventScroll: true });
  }, [isTarget]);
  return { id, ref, tabIndex: -1 };
}
