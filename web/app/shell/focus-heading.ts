import { useEffect, useRef } from 'react';

/** Moves the focus to the new page's heading after each navigation, so that screen readers announce the page. */
export function useFocusHeadingOnNavigation(pathname: string, fromLogin: boolean): void {
  const previous = useRef<string>(undefined);
  useEffect(() => {
    const before = previous.current;
    previous.current = pathname;
    // After a full page load the reader starts at the top; after a client-side navigation, at the heading.
    if (before === pathname || (before === undefined && !fromLogin)) return;
    return keepFocusOnHeading();
  }, [pathname, fromLogin]);
}

/**
 * Focuses the heading, and again when it is replaced because the data of the page has arrived, until the person does something. Returns a
 * function that stops it.
 */
function keepFocusOnHeading(): () => void {
  const content = document.getElementById('content');
  const focusHeading = () => (document.querySelector<HTMLElement>('main h1') ?? content)?.focus({ preventScroll: true });
  const observer = new MutationObserver(() => {
    if (document.activeElement === document.body) focusHeading();
  });
  const stop = () => {
    observer.disconnect();
    removeEventListener('keydown', stop, true);
    removeEventListener('pointerdown', stop, true);
  };
  focusHeading();
  if (content) observer.observe(content, { childList: true, subtree: true });
  addEventListener('keydown', stop, true);
  addEventListener('pointerdown', stop, true);
  return stop;
}
