import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import css from './add-button.module.css';

interface Props {
  /** Why it cannot be pressed now; it stands in the element with `whyId`. */
  disabledReason: string | undefined;
  disabledReasonId: string;
  loading: boolean;
  onClick: () => void;
  children: ReactNode;
  className?: string;
}

/** The main action. While it cannot be done it keeps the focus, so that its reason can be heard. */
export const AddButton = ({ disabledReason, disabledReasonId, loading, onClick, children, className = '' }: Props) => (
  <Button
    className={`${css.add} ${className}`}
    aria-disabled={disabledReason ? true : undefined}
    aria-describedby={disabledReason ? disabledReasonId : undefined}
    data-off={disabledReason ? true : undefined}
    loading={loading}
    // The second click of a double click is a habit, not a second piece; the quantity stands beside the button.
    onClick={(event) => !disabledReason && event.detail < 2 && onClick()}
  >
    {children}
  </Button>
);
