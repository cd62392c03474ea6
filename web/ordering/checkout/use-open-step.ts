import { useEffect, useRef, useState } from 'react';
import type { CheckoutStep } from './steps.ts';

/** Which step of the checkout is open, and moving the focus to a step or to one of its fields. */
export function useOpenStep(initial: () => CheckoutStep) {
  const [open, setOpen] = useState(initial);
  const headings = useRef<Partial<Record<CheckoutStep, HTMLButtonElement | null>>>({});
  const [, setAsked] = useState(0);
  const target = useRef<{ step: CheckoutStep; field: string | undefined }>(undefined);

  // After each rendering, because a step with questions may be there only after the next.
  useEffect(() => {
    const heading = target.current && headings.current[target.current.step];
    if (!target.current || !heading) return;
    const { field } = target.current;
    const section = heading.closest('section');
    const input =
      field === undefined
        ? null
        : section?.querySelector<HTMLElement>(`[name="${field}"]:not([type="hidden"]), [data-field="${field}"]`);
    (input ?? heading).focus();
    section?.scrollIntoView({ block: 'nearest' });
    target.current = undefined;
  });

  /** Opens a step, and focuses the field of this name once it is rendered, or else the heading. */
  function focusStep(step: CheckoutStep, field?: string) {
    target.current = { step, field };
    setOpen(step);
    setAsked((count) => count + 1);
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
