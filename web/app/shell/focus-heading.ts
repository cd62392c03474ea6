import { useEffect, useRef } from 'react';

/** Moves the focus to the new page's heading after each navigation, so that screen readers announce the page. */
export function useFocusHeadingOnNavigation(pathname: string, fromLogin: boolean): void {
  const previous = useRef<string>(undefined);
  useEffect(() => {
    const before = previous.current;
    previous.current = pathname;
    // After a full page load the reader starts at the top; after a client-side navigation, at the heading.
    if (before === pathname || (before === undefined && !fromLogin)) return;
    const target = document.querySelector<HTMLElement>('main h1') ?? document.getElementById('content');
    target?.focus({ preventScroll: true });
  }, [pathname, fromLogin]);
}
