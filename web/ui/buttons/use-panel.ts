import { type RefObject, useEffect, useRef, useState } from 'react';

interface OpeningPanel<P extends HTMLElement> {
  button: RefObject<HTMLButtonElement | null>;
  buttonProps: {
    ref: RefObject<HTMLButtonElement | null>;
    'aria-expanded': boolean;
    onClick: () => void;
  };
  panel: RefObject<P | null>;
  panelProps: { ref: RefObject<P | null>; hidden: boolean };
  close: () => void;
}

/**
 * A panel that a button opens: a click elsewhere, the Escape key and focus that moves on close it. Not the attribute `popover`, which Safari before 17
 * does not know. The panel stays mounted, because dialogs are opened from it. `button` receives the focus when such a dialog closes.
 */
export function usePanel<P extends HTMLElement>(): OpeningPanel<P> {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<P>(null);
  const close = () => setOpen(false);
  useEffect(() => {
    if (!isOpen) return;
    let key = '';
    const leave = (event: Event) => {
      if (event.type !== 'focusin') key = event instanceof KeyboardEvent ? event.key : '';
      const isEscape = event.type === 'keydown' && key === 'Escape';
      const isOutside = [button, panel].every(({ current }) => !current?.contains(event.target as Node));
      // A page that has just been loaded moves the focus to its heading: that is not the person who moves on.
      const hasMovedOn = isOutside && (event.type === 'pointerdown' || (event.type === 'focusin' && key === 'Tab'));
      if (!isEscape && !hasMovedOn) return;
      setOpen(false);
      if (isEscape) button.current?.focus();
    };
    const closing = new AbortController();
    for (const type of ['pointerdown', 'focusin', 'keydown']) document.addEventListener(type, leave, closing);
    return () => closing.abort();
  }, [isOpen]);
  return {
    button,
    buttonProps: { ref: button, 'aria-expanded': isOpen, onClick: () => setOpen(!isOpen) },
    panel,
    panelProps: { ref: panel, hidden: !isOpen },
    close,
  };
}
