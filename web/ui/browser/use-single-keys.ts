import { useEffect, useRef } from 'react';

/** What single keys do, by their lower-case name; undefined for those that do nothing now. */
export type SingleKeys = Readonly<Record<string, (() => void) | undefined>>;

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('textarea, select, input:not([type="checkbox"])') ||
    target.closest('[role="dialog"]') !== null);

/** Acts on single keys, except while the person is typing or a dialog is open. */
export function useSingleKeys(keys: SingleKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target)) return;
      if (document.querySelector('[role="dialog"]')) return;
      const act = latest.current[event.key.toLowerCase()];
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
