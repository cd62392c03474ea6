import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import css from './add-button.module.css';

interface Props {
  /** Why it is disabled; the reason is shown in the element with the ID `disabledReasonId`. */
  disabledReason: string | undefined;
  disabledReasonId: string;
  loading: boolean;
  onClick: () => void;
  children: ReactNode;
  className?: string;
}

/** The "Add to cart" button. While disabled it stays focusable, so that screen readers can announce the reason. */
export const AddButton = ({ disabledReason, disabledReasonId, loading, onClick, children, className = '' }: Props) => (
  <Button
    className={`${css.add} ${className}`}
    aria-disabled={disabledReason ? true : undefined}
    aria-describedby={disabledReason ? disabledReasonId : undefined}
    data-off={disabledReason ? true : undefined}
    loading={loading}
    // Ignore the second click of a double click; the quantity has its own field.
    onClick={(event) => !disabledReason && event.detail < 2 && onClick()}
  >
    {/* One element: the parts of a label are laid out as columns, without the spaces between them. */}
    <span className={css.label}>{children}</span>
  </Button>
);
