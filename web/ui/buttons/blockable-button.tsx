import { Button, type ButtonProps } from '@mantine/core';
import { useId } from 'react';
import { VisuallyHidden } from '../content/visually-hidden.tsx';

interface Props extends ButtonProps {
  /** Why the button cannot be used; undefined or null where it can. */
  blocker: string | null | undefined;
  /** Left out for buttons that submit their form. */
  onClick?: () => void;
  type?: 'submit';
}

/** A button that is disabled where it cannot be used, and says why: as a tooltip and to screen readers. */
export function BlockableButton({ blocker, disabled, ...rest }: Props) {
  const id = useId();
  const isBlocked = blocker != null;
  return (
    <>
      <Button
        disabled={isBlocked || disabled}
        title={blocker ?? undefined}
        aria-describedby={isBlocked ? id : undefined}
        {...rest}
      />
      {isBlocked && (
        <VisuallyHidden>
          <span id={id}>{blocker}</span>
        </VisuallyHidden>
      )}
    </>
  );
}
