import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import css from './add-button.module.css';

interface Props {
  /** Why it cannot be pressed now; it stands in the element with `whyId`. */
  why: string | undefined;
  whyId: string;
  loading: boolean;
  onClick: () => void;
  children: ReactNode;
  className?: string;
}

/** The main action. While it cannot be done it keeps the focus, so that its reason can be heard. */
export const AddButton = ({ why, whyId, loading, onClick, children, className = '' }: Props) => (
  <Button
    className={`${css.add} ${className}`}
    aria-disabled={why ? true : undefined}
    aria-describedby={why ? whyId : undefined}
    data-off={why ? true : undefined}
    loading={loading}
    // The second click of a double click is a habit, not a second piece; the quantity stands beside the button.
    onClick={(event) => !why && event.detail < 2 && onClick()}
  >
    {children}
  </Button>
);
