import { type RefObject, useEffect, useId, useRef, useState } from 'react';

interface OpeningPanel<P extends HTMLElement> {
  button: RefObject<HTMLButtonElement | null>;
  buttonProps: {
    ref: RefObject<HTMLButtonElement | null>;
    'aria-expanded': boolean;
    'aria-controls': string;
    onClick: () => void;
  };
  panel: RefObject<P | null>;
  panelProps: { id: string; ref: RefObject<P | null>; hidden: boolean };
  close: () => void;
}

/**
 * A panel that a button opens: a click elsewhere, the Escape key and focus that moves on close it. Not the attribute `popover`, which Safari before 17
 * does not know. The panel stays mounted, because dialogs are opened from it. `button` receives the focus when such a dialog closes.
 */
export function usePanel<P extends HTMLElement>(): OpeningPanel<P> {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<P>(null);
  const close = () => setOpen(false);
  useEffect(() => {
    if (!isOpen) return;
    const leave = ({ target }: Event) => {
      if (![button, panel].some(({ current }) => current?.contains(target as Node))) setOpen(false);
    };
    const leaveByKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    document.addEventListener('keydown', leaveByKey);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
      document.removeEventListener('keydown', leaveByKey);
    };
  }, [isOpen]);
  return {
    button,
    buttonProps: { ref: button, 'aria-expanded': isOpen, 'aria-controls': id, onClick: () => setOpen(!isOpen) },
    panel,
    panelProps: { id, ref: panel, hidden: !isOpen },
    close,
  };
}
