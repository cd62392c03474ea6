import { Button } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import css from './save-bar.module.css';

/** The buttons of a long form, in sight while it is scrolled. */
export const FormBar = ({ children }: { children: ReactNode }) => <div className={css.bar}>{children}</div>;

interface Props {
  /** Whether there are changes to save. */
  isDirty: boolean;
  isSaving: boolean;
  onDiscard: () => void;
  /** The label of the button that submits the form. */
  children: string;
}

/** The buttons of a form that keeps its input as a draft until it is saved or discarded. */
export function SaveBar({ isDirty, isSaving, onDiscard, children }: Props) {
  const statusId = useId();
  return (
    <FormBar>
      <Button type="submit" loading={isSaving} disabled={!isDirty} aria-describedby={statusId}>
        {children}
      </Button>
      {isDirty && (
        <Button variant="default" disabled={isSaving} onClick={onDiscard}>
          Discard changes
        </Button>
      )}
      <p className={css.status} id={statusId}>
        {isDirty ? 'Not saved yet. Your changes are kept in this tab.' : 'All changes saved.'}
      </p>
    </FormBar>
  );
}
