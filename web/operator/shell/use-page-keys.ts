import { useEffect, useRef, useState } from 'react';

/** How long the second key of a pair may come after the first. */
const PAIR_MS = 1500;

/** Whether typing in an element enters text, so that keys must not open pages. */
const isTextField = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Opens pages with `g` and the page's key, and shows the list of keys with `?`. Not while text is being entered or a dialog is open. */
export function usePageKeys(pages: readonly { to: string; key?: string | undefined }[], open: (to: string) => unknown) {
  const [isHelpShown, setHelpShown] = useState(false);
  const firstKeyAt = useRef(Number.NEGATIVE_INFINITY);

  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isTextField(event.target) || document.querySelector('[role="dialog"], dialog[open]')) return;
      // A list shows its own keys beside these.
      if (event.key === '?') return document.querySelector('[data-list]') ? undefined : setHelpShown(true);
      const isSecond = event.timeStamp - firstKeyAt.current < PAIR_MS;
      firstKeyAt.current = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
      const page = isSecond ? pages.find(({ key }) => key === event.key) : undefined;
      if (page) open(page.to);
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [pages, open]);

  return { isHelpShown, showHelp: () => setHelpShown(true), hideHelp: () => setHelpShown(false) };
}
