import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import css from './form-buttons.module.css';

interface Props {
  isSaving: boolean;
  /** Closes the form. */
  onCancel: () => void;
  /** Color of the button that submits the form. */
  color?: string;
  cancelLabel?: string;
  disabled?: boolean;
  /** Further buttons, between the two. */
  more?: ReactNode;
  /** The label of the button that submits the form. */
  children: ReactNode;
}

/** Buttons side by side; on a phone they fill the width. */
export const ButtonRow = ({ children }: { children: ReactNode }) => <div className={css.buttons}>{children}</div>;

/** The buttons of a form that is closed once it is saved or cancelled. */
export const FormButtons = ({ isSaving, onCancel, color, cancelLabel = 'Cancel', disabled = false, more, children }: Props) => (
  <ButtonRow>
    <Button type="submit" loading={isSaving} disabled={disabled || isSaving} {...(color && { color })}>
      {children}
    </Button>
    {more}
    <Button variant="default" disabled={isSaving} onClick={onCancel}>
      {cancelLabel}
    </Button>
  </ButtonRow>
);
