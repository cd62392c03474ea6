import { Button, Stack } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { ButtonRow } from '#web/ui/forms/form-buttons.tsx';
import css from './personalisation.module.css';

interface Props {
  /** What the change touches, in sentences. */
  outcome: readonly string[];
  /** The button that makes the change. */
  label: string;
  isSaving: boolean;
  onConfirm: () => void;
  backLabel?: string;
  onBack: () => void;
  color?: string;
}

/** What a change touches, before it is made. */
export function OutcomeStep({ outcome, label, isSaving, onConfirm, backLabel = 'Back', onBack, color }: Props) {
  const list = useRef<HTMLUListElement>(null);
  // What had the focus is gone, and what is new here is to be read.
  useEffect(() => list.current?.focus(), []);
  return (
    <Stack>
      <ul ref={list} tabIndex={-1} className={css.outcome} aria-label="What changes">
        {outcome.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <ButtonRow>
        <Button loading={isSaving} onClick={onConfirm} {...(color && { color })}>
          {label}
        </Button>
        <Button variant="default" disabled={isSaving} onClick={onBack}>
          {backLabel}
        </Button>
      </ButtonRow>
    </Stack>
  );
}
