import { Button } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import css from './save-bar.module.css';

/** The buttons of a form. Those of a long form stay in sight while it is scrolled. */
export const FormBar = ({ isShort = false, children }: { isShort?: boolean; children: ReactNode }) => (
  <div className={css.bar} data-short={isShort || undefined}>
    {children}
  </div>
);

interface Props {
  /** Whether there are changes to save. */
  isDirty: boolean;
  isSaving: boolean;
  /** Whether the form is short, such as in a card. */
  isShort?: boolean;
  /** What keeps the changes from being saved, as a sentence. */
  blocker?: string | undefined;
  /** The id of the form, for a bar outside it. */
  form?: string;
  onDiscard: () => void;
  /** The label of the button that submits the form. */
  children: string;
}

/** The buttons of a form that keeps its input as a draft until it is saved or discarded. */
export function SaveBar({ isDirty, isSaving, isShort = false, blocker, form, onDiscard, children }: Props) {
  const statusId = useId();
  return (
    <FormBar isShort={isShort}>
      <Button
        type="submit"
        form={form}
        loading={isSaving}
        disabled={!isDirty || blocker !== undefined}
        aria-describedby={statusId}
      >
        {children}
      </Button>
      {isDirty && (
        <Button variant="default" disabled={isSaving} onClick={onDiscard}>
          Discard changes
        </Button>
      )}
      <p className={css.status} id={statusId}>
        {blocker ?? (isDirty ? 'Not saved yet. Your changes are kept in this tab.' : 'All changes saved.')}
      </p>
    </FormBar>
  );
}
