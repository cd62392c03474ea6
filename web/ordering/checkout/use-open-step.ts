import { useRef, useState } from 'react';
import type { CheckoutStep } from './steps.ts';

/** Which step of the checkout is open, and moving the focus to a step or to one of its fields. */
export function useOpenStep(initial: () => CheckoutStep) {
  const [open, setOpen] = useState(initial);
  const headings = useRef<Partial<Record<CheckoutStep, HTMLButtonElement | null>>>({});

  /** Opens a step once it is rendered, and focuses the field of this name, or else the heading. */
  function focusStep(step: CheckoutStep, field?: string) {
    setOpen(step);
    requestAnimationFrame(() => {
      const heading = headings.current[step];
      const section = heading?.closest('section');
      const input = field === undefined ? null : section?.querySelector<HTMLElement>(`[name="${field}"]:not([type="hidden"]), [data-field="${field}"]`);
      (input ?? heading)?.focus();
      section?.scrollIntoView({ block: 'nearest' });
    });
  }

  return {
    open,
    setOpen,
    focusStep,
    /** The ref of a step's heading. */
    headingOf: (step: CheckoutStep) => (button: HTMLButtonElement | null) => {
      headings.current[step] = button;
    },
  };
}
